import type { App } from '../../../app/app.js';

/** True where one folder is, or contains, the other. */
export function isSameFolder(one: App, other: App): boolean {
	const [first, second] = [one.getState().cwd, other.getState().cwd];
	return first === second || first.startsWith(`${second}/`) || second.startsWith(`${first}/`);
}
