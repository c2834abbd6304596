/** An absolute path without `.`, `..` and doubled slashes, by its words alone: links are not looked at. */
export function normalPath(path: string): string {
	const names: string[] = [];
	for (const name of path.split('/')) {
		if (name === '..') names.pop();
		else if (name !== '' && name !== '.') names.push(name);
	}
	return `/${names.join('/')}`;
}
