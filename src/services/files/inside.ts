import { relative, sep } from 'node:path';

/** True for the folder itself and everything below it; both are resolved paths. */
export function isWithin(folder: string, path: string): boolean {
	return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

export function relativeTo(folder: string, path: string): string {
	return relative(folder, path).split(sep).join('/');
}

export function namesOf(path: string): string[] {
	return path.split('/').filter((name) => name !== '' && name !== '.');
}
