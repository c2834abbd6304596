import { compileGlob, type Glob, matchesGlob, matchesGlobOrAbove, NO_GLOB } from './glob.js';
import type { RuleMatcher } from './policy-types.js';

export type PathMatcher = Extract<RuleMatcher, { readonly type: 'path' }>;

/** Whether the pattern names a path, as allow rules need it. */
export function matchesPath(matcher: PathMatcher, path: string): boolean {
	return matchesGlob(globOf(matcher), path);
}

/** For deny and ask rules: either case is the same (file systems differ), and what lies below a match is covered. */
export function matchesWidely(matcher: PathMatcher, path: string): boolean {
	return matchesGlobOrAbove(foldedGlobOf(matcher), fold(path));
}

/** True when a deny rule with this pattern covers a file or folder that has these names. */
export function deniesPath(matcher: PathMatcher, names: readonly string[]): boolean {
	return names.some((name) => matchesWidely(matcher, name));
}

/** True when there may be something below a folder that a pattern matches; a name with a dot is hardly a folder. */
export function mayHold({ glob }: PathMatcher, folder: string): boolean {
	const folded = fold(folder);
	// Where the workspace lies is not known here.
	if (glob.startsWith('/') !== folded.startsWith('/')) return folded === '' || folded === '/';
	const names = fold(glob)
		.split('/')
		.filter((name) => name !== '');
	const given = folded.split('/').filter((name) => name !== '');
	for (const [index, name] of given.entries()) {
		const expected = names[index];
		if (expected === undefined) return false;
		if (expected === '**') return !/.\./.test(given.at(-1) ?? '');
		if (!/[*?[{\\]/.test(expected) && expected !== name) return false;
	}
	return given.length < names.length;
}

/** True unless names that both patterns match would have to end in two ways (`*.ts`, `*.pem`). */
export function mayEndAlike({ glob }: PathMatcher, pattern: string): boolean {
	const [one = '', other = ''] = [glob, pattern].map((text) => fold(text).replace(/^.*[*?[\]{}()\\]/s, ''));
	return one.endsWith(other) || other.endsWith(one);
}

function fold(text: string): string {
	return text.normalize('NFC').toLowerCase();
}

const globs = new WeakMap<PathMatcher, Glob>();
const foldedGlobs = new WeakMap<PathMatcher, Glob>();

function globOf(matcher: PathMatcher): Glob {
	return remembered(globs, matcher, matcher.glob);
}

function foldedGlobOf(matcher: PathMatcher): Glob {
	return remembered(foldedGlobs, matcher, fold(matcher.glob));
}

/** A rule is matched for every request, so its pattern is compiled once. */
function remembered(memory: WeakMap<PathMatcher, Glob>, matcher: PathMatcher, pattern: string): Glob {
	const known = memory.get(matcher);
	if (known !== undefined) return known;
	const compiled = compileGlob(pattern);
	// parseRule accepts only patterns that compile; what does not matches nothing.
	const glob = typeof compiled === 'string' ? NO_GLOB : compiled;
	memory.set(matcher, glob);
	return glob;
}
