import { Component, type ReactNode, Suspense } from 'react';

interface Props {
  /** While it comes, and if it does not. */
  fallback: ReactNode;
  children: ReactNode;
}

/** For a part that is loaded late: if it cannot be, the page goes on without it. */
export class Optional extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    const { fallback, children } = this.props;
    return this.state.hasFailed ? fallback : <Suspense fallback={fallback}>{children}</Suspense>;
  }
}
