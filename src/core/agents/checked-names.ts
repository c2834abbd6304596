import { sanitizeLine } from '../text/sanitize.js';

/** True for an id as the ACP registry gives them: it becomes the name of a folder. */
export function isAgentId(id: string): boolean {
	return /^[a-z][a-z0-9-]{0,63}$/.test(id);
}

/** True for a version that can be the name of a folder: digits and letters, dots, `+`, `_` and `-`. */
export function isVersionName(version: string): boolean {
	return /^[0-9A-Za-z][0-9A-Za-z.+_-]{0,99}$/.test(version) && !version.endsWith('.');
}

export type PackagePin = { readonly name: string; readonly version: string };

const NPM_NAME = /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/i;
const SEMVER = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

/** Reads `name@1.2.3`. Null for all but one package of the registry at one version: ranges, tags, addresses, git. */
export function npmPin(text: string): PackagePin | null {
	const at = text.lastIndexOf('@');
	if (at < 1 || text.length > 300) return null;
	const [name, version] = [text.slice(0, at), text.slice(at + 1)];
	if (!NPM_NAME.test(name) || name === 'node_modules' || name === 'favicon.ico') return null;
	return isSemver(version) ? { name, version } : null;
}

export function isSemver(version: string): boolean {
	return version.length <= 100 && SEMVER.test(version);
}

const PYTHON_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9])?$/;
const PYTHON_VERSION =
	/^(?:\d+!)?\d+(?:\.\d+)*(?:(?:a|b|rc)\d+)?(?:\.post\d+)?(?:\.dev\d+)?(?:\+[a-z0-9]+(?:[._-][a-z0-9]+)*)?$/i;

/** Reads `name==1.2.3` and `name@1.2.3`; null for everything that is not one package at one version. */
export function pythonPin(text: string): PackagePin | null {
	const [name, version, ...more] = text.split(/==|@/);
	if (name === undefined || version === undefined || more.length > 0 || text.length > 200) return null;
	return PYTHON_NAME.test(name) && PYTHON_VERSION.test(version) ? { name, version } : null;
}

/** A text of a stranger as one harmless line of at most `most` characters; null where it is none or empty. */
export function textOf(value: unknown, most: number): string | null {
	if (typeof value !== 'string') return null;
	const line = sanitizeLine(value.slice(0, most * 2)).trim();
	if (line === '') return null;
	return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

export function hasControls(text: string): boolean {
	return sanitizeLine(text) !== text || text.includes('\n');
}
