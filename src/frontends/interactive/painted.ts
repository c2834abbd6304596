import type { TerminalFrame } from '../../terminal/terminal.js';

/** What is on the screen: painted rows, none wider than it, and the cell of the cursor (from 0). */
export type Painted = Pick<TerminalFrame, 'rows' | 'cursor'>;

/** Where what is on the screen comes from. */
export type ScreenSource = {
	subscribe(listener: () => void): () => void;
	getSnapshot(): Painted;
};
