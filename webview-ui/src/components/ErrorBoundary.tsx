import type { ReactNode } from "react";
import { Component } from "react";

interface ErrorBoundaryProps {
	readonly children: ReactNode;
	/** shown instead of what failed */
	readonly fallback: ReactNode;
	/** a new value tries again */
	readonly resetKey: unknown;
	readonly onError: (error: unknown) => void;
}

interface ErrorBoundaryState {
	readonly failedKey: unknown;
	readonly hasFailed: boolean;
}

/** A fault while rendering takes away one row, never the whole panel. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
	override state: ErrorBoundaryState = { failedKey: undefined, hasFailed: false };

	static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
		return { hasFailed: true };
	}

	static getDerivedStateFromProps(props: ErrorBoundaryProps, state: ErrorBoundaryState): ErrorBoundaryState {
		if (state.hasFailed && state.failedKey === undefined)
			return { hasFailed: true, failedKey: props.resetKey };
		if (state.hasFailed && state.failedKey !== props.resetKey)
			return { hasFailed: false, failedKey: undefined };
		return state;
	}

	override componentDidCatch(error: unknown): void {
		this.props.onError(error);
	}

	override render(): ReactNode {
		return this.state.hasFailed ? this.props.fallback : this.props.children;
	}
}
