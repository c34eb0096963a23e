import { Component, type ReactNode, Suspense } from 'react';
import { overviewHref } from '../data/collection.js';

/**
 * A part of the page's script could not be loaded: no network, or a newer version has replaced it
 * on the server.
 */
class LoadError extends Error {
  override readonly name = 'LoadError';
}

/** @throws LoadError where the import fails */
export async function loaded<Module>(module: Promise<Module>): Promise<Module> {
  try {
    return await module;
  } catch (cause) {
    throw new LoadError('A part of the page cannot be loaded.', { cause });
  }
}

interface BoundaryProps {
  readonly children: ReactNode;
  readonly fallback: (failure: unknown, retry: () => void) => ReactNode;
}

interface BoundaryState {
  readonly caught?: { readonly failure: unknown } | undefined;
}

/** What is inside costs only itself when it throws. React offers this to classes only. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = {};

  static getDerivedStateFromError(failure: unknown): BoundaryState {
    return { caught: { failure } };
  }

  override render(): ReactNode {
    const { caught } = this.state;
    if (caught === undefined) return this.props.children;
    return this.props.fallback(caught.failure, () => this.setState({ caught: undefined }));
  }
}

/** The header, the session and the drawer stay when a view throws. */
export const ViewBoundary = ({ children }: Pick<BoundaryProps, 'children'>) => (
  <Boundary
    fallback={(failure, retry) =>
      failure instanceof LoadError ? (
        <UnloadedView />
      ) : (
        <BrokenView failure={failure} retry={retry} />
      )
    }
  >
    {children}
  </Boundary>
);

/** Loads a dialog when it is first opened. */
export const ToolBoundary = ({ children }: Pick<BoundaryProps, 'children'>) => (
  <Boundary fallback={() => <ToolFailure />}>
    <Suspense>{children}</Suspense>
  </Boundary>
);

/**
 * A browser does not ask again for a script that has failed, so only the whole page can be loaded
 * again.
 */
const ReloadButton = () => (
  <button type="button" className="button" onClick={() => location.reload()}>
    Reload
  </button>
);

const UnloadedView = () => (
  <div className="broken" role="alert">
    <h1 tabIndex={-1}>This view cannot be loaded</h1>
    <p>There is a newer version of this page, or no network.</p>
    <p className="broken__ways">
      <ReloadButton />
    </p>
  </div>
);

const BrokenView = ({
  failure,
  retry,
}: {
  readonly failure: unknown;
  readonly retry: () => void;
}) => (
  <div className="broken" role="alert">
    <h1 tabIndex={-1}>This view cannot be shown</h1>
    <p>The page met an error of its own. The other views still work.</p>
    <p className="muted small">{failure instanceof Error ? failure.message : String(failure)}</p>
    <p className="broken__ways">
      <button type="button" className="button" onClick={retry}>
        Show it again
      </button>
      <a className="button button--link" href={overviewHref}>
        Go to the overview
      </a>
    </p>
  </div>
);

const ToolFailure = () => (
  <div className="notice notice--bad tool-failure" role="alert">
    This part of the page cannot be shown. There is a newer version of the page, or no network.
    <ReloadButton />
  </div>
);
