import { useApp, useCursor, useInput, usePaste } from 'ink';
import { useEffect, useSyncExternalStore } from 'react';
import type { InkKey } from '../terminal/input/from-ink.js';
import { Rows } from './rows.js';

/** What is on the screen: painted lines, none wider than it, and the cell of the cursor (from 0). */
export type Painted = {
	readonly rows: readonly string[];
	readonly cursor: { readonly x: number; readonly y: number } | null;
};

/** Where the screen comes from. */
export type ScreenSource = {
	subscribe(listener: () => void): () => void;
	getSnapshot(): Painted;
};

/** What the screen tells of the keyboard, and what it lends: the terminal, to another program for a while. */
export type ScreenProps = {
	readonly source: ScreenSource;
	readonly onInput: (input: string, key: InkKey) => void;
	readonly onPaste: (text: string) => void;
	/** Called once with the way to hand the terminal over while `work` runs. */
	readonly onReady: (suspend: (work: () => Promise<void>) => Promise<void>) => void;
};

/** The whole interface: ready lines in, keys out. Everything else is decided outside React. */
export function Screen({ source, onInput, onPaste, onReady }: ScreenProps) {
	const painted = useSyncExternalStore(source.subscribe, source.getSnapshot);
	const { suspendTerminal } = useApp();
	const { setCursorPosition } = useCursor();
	setCursorPosition(painted.cursor ?? undefined);
	useInput(onInput);
	usePaste(onPaste);
	useEffect(() => {
		onReady(async (work) => {
			await suspendTerminal(work);
		});
	}, [onReady, suspendTerminal]);
	return <Rows rows={painted.rows} />;
}
