import { useApp, useInput, usePaste } from 'ink';
import { useEffect } from 'react';
import type { ScreenProps } from './screen.js';

/** Keys in, nothing out: what is shown is drawn by somebody else. */
export function Keyboard({ onInput, onPaste, onReady }: Pick<ScreenProps, 'onInput' | 'onPaste' | 'onReady'>) {
	const { suspendTerminal } = useApp();
	useInput(onInput);
	usePaste(onPaste);
	useEffect(() => {
		onReady(async (work) => {
			await suspendTerminal(work);
		});
	}, [onReady, suspendTerminal]);
	return null;
}
