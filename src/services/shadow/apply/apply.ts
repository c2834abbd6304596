import { type Result, succeed } from '../../../core/failure.js';
import type { ApplyReport, ReviewedChange } from '../../../core/shadow/change.js';
import { systemError } from '../../errno.js';
import type { Compared } from '../compare.js';
import { SHADOW } from '../messages.js';
import { statsAt } from '../side.js';
import { commit } from './commit.js';
import { type Journal, readJournal, removeJournal, writeJournal } from './journal.js';
import { choose } from './plan.js';
import { removeTemporaries, stage, temporariesFor } from './stage.js';
import { stepsFor } from './steps.js';

export type ApplyOptions = {
	/** The shadow's folder, for the journal. */
	readonly folder: string;
	readonly view: string;
	readonly real: string;
	/** Is told which paths are the same on both sides, before the journal goes. */
	readonly onApplied: (paths: readonly string[]) => Promise<void>;
};

/**
 * Brings reviewed changes into the workspace: their contents are laid ready beside their places, a journal is written,
 * then each path is put into place at once. Before the journal is whole nothing is changed; from then on whoever comes
 * next carries it out to its end ({@link finishApplying}).
 */
export async function applyChanges(
	reviewed: readonly ReviewedChange[],
	compared: readonly Compared[],
	options: ApplyOptions,
): Promise<Result<ApplyReport>> {
	const { folder, view, real } = options;
	const { chosen, skipped } = choose(reviewed, compared, real);
	if (chosen.length === 0) return succeed({ applied: [], skipped, kept: [] });
	const temporaries = temporariesFor(chosen, real);
	const paths = chosen.flatMap(({ own, source }) => (source === null ? [own.path] : [own.path, source.path]));
	const journal: Journal = { root: real, phase: 'staging', paths, temporaries: [...temporaries.values()], steps: [] };
	const takeBack = async (): Promise<void> => {
		await removeTemporaries(temporaries.values(), real);
		await removeJournal(folder);
	};
	const begun = await attempt(() => writeJournal(folder, journal));
	if (!begun.ok) return begun;
	const ready = await stage(chosen, temporaries, { view, real });
	if (!ready.ok) {
		await takeBack();
		return ready;
	}
	const steps = stepsFor(ready.value.staged, { view, real, keepAt: freeNames(real) });
	const agreed = await attempt(() => writeJournal(folder, { ...journal, phase: 'commit', steps }));
	if (!agreed.ok) {
		await takeBack();
		return agreed;
	}
	const left = await commit(real, steps);
	await removeTemporaries(temporaries.values(), real);
	const staged = ready.value.staged.map(({ chosen: { own } }) => own.path);
	const applied = staged.filter((path) => !left.has(path));
	await options.onApplied(paths.filter((path) => !left.has(path)));
	await removeJournal(folder);
	return succeed({
		applied,
		skipped: [...skipped, ...ready.value.skipped, ...[...left].map(([path, reason]) => ({ path, reason }))],
		kept: steps.flatMap((step) =>
			'keepAt' in step && step.keepAt !== null && !left.has(step.path) ? [{ path: step.path, at: step.keepAt }] : [],
		),
	});
}

/** Carries out what a program that was killed had begun, or takes it back. Returns the paths that were applied. */
export async function finishApplying({ folder, real, onApplied }: Omit<ApplyOptions, 'view'>): Promise<void> {
	const journal = await readJournal(folder);
	// A journal of another folder would be one that was moved here: it stays.
	if (journal === null || journal.root !== real) return;
	const left = journal.phase === 'commit' ? await commit(real, journal.steps) : new Map();
	await removeTemporaries(journal.temporaries, real);
	if (journal.phase === 'commit') await onApplied(journal.paths.filter((path) => !left.has(path)));
	await removeJournal(folder);
}

async function attempt(use: () => Promise<void>): Promise<Result<void>> {
	try {
		return succeed(await use());
	} catch (error) {
		const { code, why } = systemError(error);
		return code === 'disk-full' ? SHADOW.full() : SHADOW.notApplied(why);
	}
}

/** Names for the workspace's side of conflicts, as merge tools name them: beside the file, where it is seen. */
function freeNames(real: string): (path: string) => string {
	return (path) => {
		for (let number = 0; ; number += 1) {
			const at = `${path}.orig${number === 0 ? '' : `.${number}`}`;
			if (statsAt(`${real}/${at}`) === null) return at;
		}
	};
}
