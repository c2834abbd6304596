import type { App } from '../../../app/app.js';

/** One works in the folder of the other, or above or below it. */
export function isSameFolder(one: App, other: App): boolean {
	const [first, second] = [one.getState().cwd, other.getState().cwd];
	return first === second || first.startsWith(`${second}/`) || second.startsWith(`${first}/`);
}
