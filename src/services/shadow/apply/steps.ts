import { defined } from '../../../core/defined.js';
import type { Difference } from '../difference.js';
import { lookAtSide } from '../side.js';
import type { Step } from './journal.js';
import type { Staged } from './stage.js';

/** A removal; `after`: of a rename's old path, once the new one exists. */
type Gone = { readonly difference: Difference; readonly keep: string | null; readonly after?: string };

/**
 * The steps for staged changes, in an order in which each finds what it needs: first obstacles are removed, then files
 * are placed, deletions are last, with folders that the view lacks.
 */
export function stepsFor(
	staged: readonly Staged[],
	{ view, real, keepAt }: { readonly view: string; readonly real: string; keepAt(path: string): string },
): readonly Step[] {
	const gone: Gone[] = [];
	const written: { readonly staged: Staged; readonly keep: string | null }[] = [];
	for (const each of staged) {
		const { own, source, isOverConflict } = each.chosen;
		const isKept = isOverConflict && own.real !== null && own.real.kind !== 'folder';
		const keep = isKept ? keepAt(own.path) : null;
		if (own.view === null || (own.view.kind === 'folder' && own.real !== null && own.real.kind !== 'folder')) {
			gone.push({ difference: own, keep });
		}
		if (own.view !== null) written.push({ staged: each, keep });
		if (source !== null) gone.push({ difference: source, keep: null, after: own.path });
	}
	const tops = new Set(written.map(({ staged: { chosen } }) => chosen.own.path));
	const above = new Set([...tops].flatMap(foldersOf));
	const isInTheWay = ({ path }: Difference): boolean =>
		tops.has(path) || above.has(path) || foldersOf(path).some((folder) => tops.has(folder));
	const early = gone.filter(({ difference }) => isInTheWay(difference));
	const late = gone.filter(({ difference }) => !isInTheWay(difference));
	return [
		...removals(early),
		...written.flatMap(({ staged: each, keep }) => writeSteps(each, keep)),
		...removals(late),
		...modes(
			written.map(({ staged: each }) => each),
			{ view, real },
		),
	];
}

const WRITTEN_BY_ALL = 0o002;

function foldersOf(path: string): readonly string[] {
	const names = path.split('/');
	return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'));
}

function writeSteps({ chosen: { own }, temporary, large: staged }: Staged, keepAt: string | null): readonly Step[] {
	const { path, view, real } = own;
	if (view?.kind === 'folder') return real?.kind === 'folder' ? [] : [{ type: 'folder', path }];
	if (temporary === null) return [];
	const expected = real === null || real.kind === 'folder' ? null : real.facts;
	const large = staged === null || view?.kind !== 'file' ? undefined : { view: view.facts, staged };
	return [{ type: 'write', path, temporary, expected, keepAt, ...defined({ large }) }];
}

function removals(gone: readonly Gone[]): readonly Step[] {
	const files: Step[] = [];
	const folders = new Set<string>();
	for (const { difference, keep, after } of gone) {
		const { path, real, goneFolder } = difference;
		if (real?.kind === 'folder') folders.add(path);
		else if (real?.facts != null)
			files.push({
				type: 'remove',
				path,
				expected: real.facts,
				keepAt: keep,
				...defined({ after }),
			});
		if (goneFolder === null) continue;
		const names = path.split('/');
		for (let depth = goneFolder.split('/').length; depth < names.length; depth += 1) {
			folders.add(names.slice(0, depth).join('/'));
		}
	}
	const innermost = [...folders].sort().reverse();
	return [...files, ...innermost.map((path): Step => ({ type: 'remove-folder', path }))];
}

/** New folders get their permissions at the end: these may forbid writing. */
function modes(
	written: readonly Staged[],
	{ view, real }: { readonly view: string; readonly real: string },
): readonly Step[] {
	const folders = new Map<string, number>();
	for (const { chosen } of written) {
		const { path, view: own } = chosen.own;
		// That everybody may write in it has to be shown.
		const shown = chosen.change.openFolder === undefined ? ~WRITTEN_BY_ALL : ~0;
		if (own?.kind === 'folder') folders.set(path, own.mode);
		const names = path.split('/');
		for (let depth = names.length - 1; depth > 0; depth -= 1) {
			const above = names.slice(0, depth).join('/');
			if (folders.has(above) || lookAtSide(`${real}/${above}`)?.kind === 'folder') break;
			const side = lookAtSide(`${view}/${above}`);
			if (side?.kind === 'folder') folders.set(above, side.mode & shown);
		}
	}
	const innermost = [...folders].sort(([one], [other]) => (one < other ? 1 : -1));
	return innermost.map(([path, mode]): Step => ({ type: 'mode', path, mode }));
}
