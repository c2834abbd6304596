import { relative, sep } from 'node:path';

/** True for the folder itself and everything below it; both are resolved paths. */
export function isWithin(folder: string, path: string): boolean {
	return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

export function relativeTo(folder: string, path: string): string {
	return relative(folder, path).split(sep).join('/');
}

/** The folder of a relative path; empty for none. */
export function folderOf(path: string): string {
	return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The folders above a relative path, the innermost first. */
export function foldersAbove(path: string): readonly string[] {
	const folder = folderOf(path);
	return folder === '' ? [] : [folder, ...foldersAbove(folder)];
}

export function namesOf(path: string): string[] {
	return path.split('/').filter((name) => name !== '' && name !== '.');
}
