import { EventEmitter } from 'node:events';
import { type Instance, render, Transform } from 'ink';

/** Draws frames through React and Ink, which write nothing themselves. */
export type Renderer = {
	/** The rows as Ink draws them: painted lines in, none wider than the terminal, without blanks at their ends out. */
	draw(rows: readonly string[]): readonly string[];
	unmount(): void;
};

/**
 * What Ink writes to. In its debug mode it hands over each frame whole and at once, moves no cursor, erases nothing,
 * reads no keys and listens for no size: all that is the terminal's.
 */
class FrameSink extends EventEmitter {
	readonly isTTY = false;
	readonly writable = true;
	// Rows are as wide as they are: nothing of ours is laid out by the width.
	readonly columns = 1000;
	readonly rows = 1000;
	frame: string | null = null;

	write(data: string, done?: () => void): boolean {
		this.frame = data;
		done?.();
		return true;
	}
}

/** A renderer; Ink starts with the first frame. */
export function createRenderer(): Renderer {
	const sink = new FrameSink();
	let instance: Instance | null = null;

	function mount(rows: readonly string[]): Instance {
		return render(<Rows rows={rows} />, {
			// Of its streams Ink asks for nothing else.
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
	}

	return {
		draw(rows) {
			sink.frame = null;
			if (instance === null) instance = mount(rows);
			else instance.rerender(<Rows rows={rows} />);
			if (sink.frame === null) throw new Error('Ink drew no frame: see src/ui/renderer.tsx');
			const drawn = String(sink.frame).split('\n');
			return rows.length === 0 ? [] : drawn;
		},
		unmount() {
			instance?.unmount();
			instance = null;
		},
	};
}

/**
 * Lines that are ready to be written: painted, and cut to the width. Ink would measure, wrap and parse
 * the text of a `Text` three times a frame, which costs more than all the rest. Here it lays out empty
 * rows, and the lines take their place when they are written.
 */
function Rows({ rows }: { readonly rows: readonly string[] }) {
	return <Transform transform={(_, row) => rows[row] ?? ''}>{rows.map(() => ' ').join('\n')}</Transform>;
}
