import { EventEmitter } from 'node:events';
import { render } from 'ink';
import { Component, type ReactNode } from 'react';
import { App } from './app.js';
import type { Screen } from './screen.js';
import { ScreenStore } from './screen-store.js';

/** Output stream for Ink, which in debug mode hands over whole frames: moves, keys and sizes are the terminal's. */
class FrameSink extends EventEmitter {
	readonly isTTY = false;
	readonly writable = true;
	// As many as there are: what is higher than the terminal was cut before.
	readonly rows = 1000;
	readonly #store: ScreenStore;
	frame: string | null = null;

	constructor(store: ScreenStore) {
		super();
		this.#store = store;
	}

	get columns(): number {
		return this.#store.get().look.columns;
	}

	write(data: string, done?: () => void): boolean {
		this.frame = data;
		done?.();
		return true;
	}
}

/** Mounts the components through Ink, which writes nothing itself. A fault of a component is thrown by `draw`. */
export function mountScreen(first: Screen) {
	const store = new ScreenStore(first);
	const sink = new FrameSink(store);
	let fault: Error | null = null;
	const app = (
		<Boundary
			onError={(error) => {
				fault = error;
			}}
		>
			<App store={store} />
		</Boundary>
	);
	const instance = render(app, {
		// Ink asks for nothing else of its streams.
		stdout: sink as unknown as NodeJS.WriteStream,
		stderr: sink as unknown as NodeJS.WriteStream,
		stdin: sink as unknown as NodeJS.ReadStream,
		debug: true,
		interactive: false,
		patchConsole: false,
		exitOnCtrlC: false,
		// Its own output for screen readers has neither rows nor colours.
		isScreenReaderEnabled: false,
	});
	return {
		draw(screen: Screen): readonly string[] {
			sink.frame = null;
			store.set(screen);
			// Components whose part changed are due by now; this makes Ink draw them at once.
			instance.rerender(app);
			if (fault !== null) throw new Error('a component of the screen failed', { cause: fault });
			if (sink.frame === null) throw new Error('Ink drew no frame: see src/ui/mount.tsx');
			return String(sink.frame).split('\n');
		},
		unmount: instance.unmount,
	};
}

/** Keeps Ink from drawing a fault over the screen: the terminal is given back before anything is reported. */
class Boundary extends Component<{ readonly children: ReactNode; readonly onError: (error: Error) => void }> {
	override readonly state = { hasFailed: false };

	static getDerivedStateFromError(): { hasFailed: boolean } {
		return { hasFailed: true };
	}

	override componentDidCatch(error: Error): void {
		this.props.onError(error);
	}

	override render(): ReactNode {
		return this.state.hasFailed ? null : this.props.children;
	}
}
