import type { ReactNode } from 'react';
import { Component } from 'react';
import { PageFailed } from './PageFailed.tsx';

interface Failure {
  readonly failed: { readonly error: unknown } | null;
}

/** Contains the error of one kept screen, so that the others and the frame go on. React logs it. */
export class ScreenBoundary extends Component<{ readonly children: ReactNode }, Failure> {
  override state: Failure = { failed: null };
  private wasLeft = false;

  static getDerivedStateFromError(error: unknown): Failure {
    return { failed: { error } };
  }

  /** Runs each time the screen is shown again: the cause may be gone. */
  override componentDidMount(): void {
    if (this.wasLeft && this.state.failed !== null) this.reset();
  }

  override componentWillUnmount(): void {
    this.wasLeft = true;
  }

  override render(): ReactNode {
    const { failed } = this.state;
    return failed === null ? this.props.children : <PageFailed error={failed.error} onAgain={this.reset} />;
  }

  private readonly reset = () => this.setState({ failed: null });
}
