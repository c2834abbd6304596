/** Git folder that a path (with `/`) lies in or is, such as `.git` or `lib/.git`. */
export function gitFolderOf(path: string): string | null {
	const names = path.split('/');
	const at = names.findIndex((name) => name.toLowerCase() === '.git');
	return at < 0 ? null : names.slice(0, at + 1).join('/');
}
