import { lstat } from 'node:fs/promises';
import { join, parse, resolve, sep } from 'node:path';
import { autoRunPart } from '../../core/policy/auto-run-files.js';
import { errnoOf } from '../errno.js';
import { isWithin, relativeTo } from './inside.js';
import { resolvePath } from './resolve-path.js';

/** Every path is absolute. */
export type PlanFolderOptions = {
	readonly folders: () => readonly string[];
	/** The folders that agents may edit, as given and resolved. */
	readonly inner: readonly { readonly given: string; readonly real: string }[];
	/** True when a folder below the workspace came with the repository, or when that is unknown. */
	readonly isFromRepository: (folder: string) => Promise<boolean>;
};

type PlanFolder = { readonly base: string; readonly segments: readonly string[]; readonly isInner: boolean };

/**
 * Tells whether a resolved path is a plan that an agent writes in plan mode. Never fails: what cannot be read is no
 * plan. A plan file may be written in plan mode, unasked, so a cloned repository must not choose where plans are. A
 * folder in the user's home may be a link of theirs. One inside the workspace counts only under its own name (a link
 * there leads to another real path), only when the repository did not bring it, and only for Markdown files directly in
 * it.
 */
export function planFileTest({
	folders,
	inner,
	isFromRepository,
}: PlanFolderOptions): (real: string) => Promise<boolean> {
	let known: { readonly folders: readonly string[]; readonly found: Promise<readonly PlanFolder[]> } | null = null;
	const fromRepository = new Map<string, Promise<boolean>>();
	const isBrought = (folder: string): Promise<boolean> => {
		const asked = fromRepository.get(folder) ?? isFromRepository(folder).catch(() => true);
		fromRepository.set(folder, asked);
		return asked;
	};
	return async (real) => {
		const now = folders();
		if (known?.folders !== now) known = { folders: now, found: locate(now, inner) };
		for (const folder of await known.found) {
			if (!isBelow(folder, real) || isAutoRun(folder, real)) continue;
			if (!folder.isInner) return true;
			if (isPlainPlan(folder, real) && (await isOwnFile(real)) && !(await isBrought(folder.base))) return true;
		}
		return false;
	};
}

async function locate(folders: readonly string[], inner: PlanFolderOptions['inner']): Promise<readonly PlanFolder[]> {
	const found: PlanFolder[] = [];
	for (const folder of folders) {
		const root = parse(folder).root;
		const names = resolve(folder).slice(root.length).split(sep);
		const star = names.indexOf('*');
		const fixed = join(root, ...names.slice(0, star === -1 ? names.length : star));
		const segments = star === -1 ? [] : names.slice(star);
		const around = inner.find(({ given, real }) => isWithin(given, fixed) || isWithin(real, fixed));
		if (around !== undefined) {
			const below = relativeTo(isWithin(around.given, fixed) ? around.given : around.real, fixed);
			const base = join(around.real, below);
			// What is kept below `.git` decides what git runs.
			if (!base.toLowerCase().split(sep).includes('.git')) found.push({ base, segments, isInner: true });
			continue;
		}
		const base = await resolvePath(fixed);
		if (!base.ok || inner.some(({ real }) => isWithin(real, base.value.real))) continue;
		found.push({ base: base.value.real, segments, isInner: false });
	}
	return found;
}

function isBelow({ base, segments }: PlanFolder, real: string): boolean {
	if (real === base || !isWithin(base, real)) return false;
	const names = relativeTo(base, real).split('/');
	const areFitting = segments.every((segment, index) => segment === '*' || segment === names[index]);
	return names.length > segments.length && areFitting;
}

/** A Markdown file directly in the folder. */
function isPlainPlan({ base, segments }: PlanFolder, real: string): boolean {
	const names = relativeTo(base, real).split('/').slice(segments.length);
	return names.length === 1 && /\.md$/i.test(names[0] ?? '');
}

function isAutoRun({ base, segments }: PlanFolder, real: string): boolean {
	return autoRunPart(relativeTo(base, real).split('/').slice(segments.length).join('/')) !== null;
}

/** A regular file without hard links, or none yet: writing to one name changes the file under all of its names. */
async function isOwnFile(real: string): Promise<boolean> {
	try {
		const facts = await lstat(real);
		return facts.isFile() && facts.nlink === 1;
	} catch (error) {
		return errnoOf(error) === 'ENOENT';
	}
}
