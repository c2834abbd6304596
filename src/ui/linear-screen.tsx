import { useApp, useCursor, useInput, usePaste, useStdout } from 'ink';
import { useEffect, useSyncExternalStore } from 'react';
import { Rows } from './rows.js';
import type { ScreenProps } from './screen.js';

/** What the linear form is shown by: the draft last, everything else above it in the terminal's own scrollback. */
export type LinearScreenProps = Omit<ScreenProps, 'onReady'> & {
	/** Called once with the ways to write above the draft and to hand the terminal over. */
	readonly onReady: (write: (text: string) => void, suspend: (work: () => Promise<void>) => Promise<void>) => void;
};

/** The draft as plain rows with the real cursor; what was written above is never touched again. */
export function LinearScreen({ source, onInput, onPaste, onReady }: LinearScreenProps) {
	const painted = useSyncExternalStore(source.subscribe, source.getSnapshot);
	const { suspendTerminal } = useApp();
	const { write } = useStdout();
	const { setCursorPosition } = useCursor();
	setCursorPosition(painted.cursor ?? undefined);
	useInput(onInput);
	usePaste(onPaste);
	useEffect(() => {
		onReady(write, async (work) => {
			await suspendTerminal(work);
		});
	}, [onReady, write, suspendTerminal]);
	return <Rows rows={painted.rows} />;
}
