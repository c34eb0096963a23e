import { Component, type ReactNode } from 'react';
import { overviewHref } from '../route/path.js';
import { LoadError } from './load-error.js';

interface ViewBoundaryProps {
  readonly children: ReactNode;
}

interface ViewBoundaryState {
  readonly failure: Error | undefined;
}

/** A view that throws costs only itself: the header, the session and the drawer stay. React offers this to classes only. */
export class ViewBoundary extends Component<ViewBoundaryProps, ViewBoundaryState> {
  override state: ViewBoundaryState = { failure: undefined };

  static getDerivedStateFromError(error: unknown): ViewBoundaryState {
    return { failure: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === undefined) return this.props.children;
    if (failure instanceof LoadError) return <UnloadedView />;
    return <BrokenView failure={failure.message} retry={() => this.setState({ failure: undefined })} />;
  }
}

/** A browser does not ask again for a script that has failed, so only the whole page can be loaded again. */
function UnloadedView() {
  return (
    <div className="broken" role="alert">
      <h1 tabIndex={-1}>This view cannot be loaded</h1>
      <p>There is a newer version of this page, or no network.</p>
      <p className="broken__ways">
        <button type="button" className="button" onClick={() => location.reload()}>
          Reload
        </button>
      </p>
    </div>
  );
}

function BrokenView({ failure, retry }: { readonly failure: string; readonly retry: () => void }) {
  return (
    <div className="broken" role="alert">
      <h1 tabIndex={-1}>This view cannot be shown</h1>
      <p>The page met an error of its own. The other views still work.</p>
      <p className="muted small">{failure}</p>
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
}
