import { type InstallProgress, progressText } from '../../../core/agents/installer.js';

export type ProgressLine = {
	show(progress: InstallProgress): void;
	/** Takes the line away, before anything else is written. */
	clear(): void;
};

const REDRAW_AFTER = 100;

/** One line that is written over and over in a terminal; elsewhere a line for each new step. */
export function openProgressLine(output: NodeJS.WriteStream): ProgressLine {
	let step = '';
	let shownAt = 0;
	let isShown = false;
	const clear = (): void => {
		if (isShown) output.write('\r\u001B[K');
		isShown = false;
	};
	return {
		clear,
		show(progress) {
			const isNew = progress.step !== step;
			step = progress.step;
			if (!output.isTTY) {
				if (isNew) output.write(`${progressText({ ...progress, bytes: null, count: null })}\n`);
				return;
			}
			const now = performance.now();
			if (!isNew && now - shownAt < REDRAW_AFTER) return;
			shownAt = now;
			isShown = true;
			output.write(`\r${progressText(progress).slice(0, output.columns - 1)}\u001B[K`);
		},
	};
}
