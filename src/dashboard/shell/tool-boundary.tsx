import { Component, type ReactNode, Suspense } from 'react';

interface ToolBoundaryProps {
  readonly children: ReactNode;
}

interface ToolBoundaryState {
  readonly hasFailed: boolean;
}

/** Loads a dialog when it is first opened; one that cannot be loaded costs only itself. React offers this to classes only. */
export class ToolBoundary extends Component<ToolBoundaryProps, ToolBoundaryState> {
  override state: ToolBoundaryState = { hasFailed: false };

  static getDerivedStateFromError(): ToolBoundaryState {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <Failure /> : <Suspense>{this.props.children}</Suspense>;
  }
}

function Failure() {
  return (
    <div className="notice notice--bad tool-failure" role="alert">
      This part of the page cannot be shown. There is a newer version of the page, or no network.
      <button type="button" className="button" onClick={() => location.reload()}>
        Reload
      </button>
    </div>
  );
}
