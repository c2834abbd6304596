/** Where a line may be in more folders than these, nobody knows where it is. */
const MOST_FOLDERS = 16;

/** The folder that `cd` goes to: `..` leads back by names, as it does in shells. */
export function joinFolder(folder: string, target: string): string {
	const isAbsolute = target.startsWith('/') || folder.startsWith('/');
	const names: string[] = [];
	for (const name of (target.startsWith('/') ? target : `${folder}/${target}`).split('/')) {
		const last = names.at(-1);
		if (name === '..' && last !== undefined && last !== '..') names.pop();
		else if (name === '..' && isAbsolute) continue;
		else if (name !== '' && name !== '.') names.push(name);
	}
	return `${isAbsolute ? '/' : ''}${names.join('/')}`;
}

/** The union of both lists; null where one is unknown, or where it gets too long. */
export function unionOf(left: readonly string[] | null, right: readonly string[] | null): readonly string[] | null {
	if (left === null || right === null) return null;
	const all = [...new Set([...left, ...right])];
	return all.length > MOST_FOLDERS ? null : all;
}

/**
 * A word as a name below the workspace's top: without the path of the workspace, and one that climbs from
 * the folders that it may count from by where it gets to. All other words stay as they are.
 */
export function fromTop(text: string, workspace: string | undefined, folders: readonly string[]): string {
	if (workspace !== undefined && text.startsWith('/')) return belowTop(text, workspace) ?? text;
	// Only dots at the start: behind a name they may lead back through a link.
	const climb = /^(?:\.\.\/)*\.\.(?=\/|$)/.exec(text)?.[0];
	if (climb === undefined || text.slice(climb.length).split('/').includes('..')) return text;
	const reached = folders.map((folder) => {
		const from = folder.startsWith('/') ? (workspace === undefined ? null : belowTop(folder, workspace)) : folder;
		return from === null ? '..' : joinFolder(from === '.' ? '' : from, text);
	});
	return reached.find((path) => path.startsWith('..')) ?? (reached[0] === '' ? '.' : (reached[0] ?? text));
}

/** An absolute path as seen from the workspace; null for one that is not below it by its words. */
function belowTop(path: string, workspace: string): string | null {
	if (path === workspace) return '.';
	if (!path.startsWith(`${workspace}/`)) return null;
	const below = path.slice(workspace.length + 1).replace(/^\/+/, '');
	return below === '' ? '.' : below;
}
