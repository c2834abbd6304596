import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DeniedPath } from '../../../core/sandbox/confinement.js';
import { isWithin, relativeTo } from '../../files/path-inside.js';
import type { KnownPath } from './agent-places.js';
import { known } from './machine-facts.js';

export type DeniedFiles = {
	readonly unreadable: readonly KnownPath[];
	readonly unchangeable: readonly KnownPath[];
	/** The folders where more of it may come to be. */
	readonly folders: readonly string[];
};

/** No file has this name: what matches it matches everything in a folder. */
const ANY_NAME = '\u0001';

/** Looks for it below the folders that an agent works in, and where absolute patterns lead. */
export async function findDenied(roots: readonly string[], denied: readonly DeniedPath[]): Promise<DeniedFiles> {
	if (denied.length === 0) return { unreadable: [], unchangeable: [], folders: [] };
	const further = denied.flatMap(({ glob }) => (glob.startsWith('/') ? (literalFolder(glob) ?? []) : []));
	const starts = [...roots, ...further.filter((path) => !roots.some((root) => isWithin(root, path)))];
	const found = await Promise.all([...new Set(starts)].map((start) => findBelow(start, start, denied)));
	return joined(found);
}

/** Looks for it in one folder and below. `root`: the one that relative patterns count from. */
export async function findBelow(root: string, folder: string, denied: readonly DeniedPath[]): Promise<DeniedFiles> {
	const unreadable: KnownPath[] = [];
	const unchangeable: KnownPath[] = [];
	const folders: string[] = [];
	const waiting = [folder];
	for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
		folders.push(at);
		// A folder that we cannot list, the agent cannot list either.
		for (const entry of await readdir(at, { withFileTypes: true }).catch(() => [])) {
			const path = join(at, entry.name);
			const names = [relativeTo(root, path), path];
			const isFolder = entry.isDirectory();
			const match = denied.filter((rule) => covers(rule, names, isFolder));
			const real = match.length === 0 ? null : known(path);
			const isUnreadable = match.some(({ denies }) => denies === 'read');
			if (real !== null && isUnreadable) unreadable.push(real);
			else if (real !== null) unchangeable.push(real);
			const isOpen = isFolder && !isUnreadable;
			if (isOpen && denied.some((rule) => mayHold(rule.glob, names))) waiting.push(path);
		}
	}
	return { unreadable, unchangeable, folders };
}

function covers(rule: DeniedPath, names: readonly string[], isFolder: boolean): boolean {
	if (rule.matches(names)) return true;
	if (!isFolder) return false;
	const below = (name: string): readonly string[] => names.map((each) => `${each}/${name}`);
	return rule.matches(below(ANY_NAME)) && rule.matches(below(`${ANY_NAME}/${ANY_NAME}`));
}

/** Whether a pattern may match something below a folder. */
function mayHold(glob: string, [relative = '', absolute = '']: readonly string[]): boolean {
	// Alternatives may hold slashes.
	if (glob.includes('{')) return true;
	const fold = (text: string): readonly string[] => text.normalize('NFC').toLowerCase().split('/');
	const names = fold(glob);
	const given = fold(glob.startsWith('/') ? absolute : relative);
	for (const [index, name] of given.entries()) {
		const expected = names[index];
		if (expected === undefined) return false;
		if (expected.includes('**')) return true;
		if (!/[*?[\\]/.test(expected) && expected !== name) return false;
	}
	return given.length < names.length;
}

/** The folder that an absolute pattern begins in; null where that is all of the machine. */
function literalFolder(glob: string): string | null {
	const literal = /^[^*?[{\\]*/.exec(glob)?.[0] ?? '';
	const folder = dirname(`${literal}x`);
	return folder === '/' ? null : folder;
}

function joined(found: readonly DeniedFiles[]): DeniedFiles {
	return {
		unreadable: found.flatMap(({ unreadable }) => unreadable),
		unchangeable: found.flatMap(({ unchangeable }) => unchangeable),
		folders: found.flatMap(({ folders }) => folders),
	};
}
