import { isInside } from './action-details.js';
import type { ActionRequest, Mode, Verdict } from './types.js';

/**
 * What the agent reads when a file or terminal request is refused: why, what it may do now, and in
 * plan mode how that ends. Without this, agents try the same thing again and again.
 */
export function refusalForAgent(verdict: Verdict, request: ActionRequest, mode: Mode): string {
	const refused = `${subject(request)} was refused: ${verdict.because}.`;
	if (request.paths.some((path) => !isInside(path) && !path.isPlanFile)) {
		return `${refused} Only files inside the workspace can be read and written.`;
	}
	if (mode !== 'plan')
		return `${refused} Do not try the same again; continue without it, or ask the user what to do instead.`;
	return `${refused} The user has plan mode on: you may read and search files and run commands that only read (ls, cat, rg, git status, git diff), but nothing may change. Do not try to change it another way. When your plan is ready, present it and ask to leave plan mode; changes are possible after the user approved it.`;
}

function subject(request: ActionRequest): string {
	switch (request.source) {
		case 'fs-read':
			return 'Reading this file';
		case 'fs-write':
			return 'Writing this file';
		case 'terminal':
			return 'Running this command';
		case 'permission':
			return 'This';
	}
}
