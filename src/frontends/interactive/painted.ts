import type { TerminalFrame } from '../../terminal/terminal.js';

/** Painted rows, none wider than the screen, and the cursor cell (from 0). */
export type Painted = Pick<TerminalFrame, 'rows' | 'cursor'>;

export type ScreenSource = {
	subscribe(listener: () => void): () => void;
	getSnapshot(): Painted;
};
