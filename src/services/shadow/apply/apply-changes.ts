import { type Result, succeed } from '../../../core/failure.js';
import type { ApplyReport, CopiedBytes, ReviewedChange } from '../../../core/shadow/shadow-change.js';
import { systemError } from '../../errno.js';
import { isWithin } from '../../files/path-inside.js';
import { type FileFacts, factsOf } from '../../snapshots/snapshot-entry.js';
import type { Compared } from '../compare-shadow.js';
import { freeBytes } from '../large-files.js';
import { SHADOW } from '../shadow-messages.js';
import { MOST_READ_BYTES, statsAt } from '../shadow-side.js';
import {
	commit,
	type Journal,
	type Left,
	readJournal,
	removeJournal,
	type Step,
	writeJournal,
} from './apply-journal.js';
import { type Chosen, choose } from './plan-apply.js';
import { removeTemporaries, stage, stepsFor, temporariesFor } from './stage-apply.js';

export type Applied = {
	readonly paths: readonly string[];
	readonly large: readonly { readonly path: string; readonly view: FileFacts; readonly real: FileFacts }[];
};

/** Bytes between two progress reports. */
const REPORT_EVERY = 16 * 1024 * 1024;

export type ApplyOptions = {
	readonly onCopied?: ((copied: CopiedBytes) => void) | undefined;
	readonly folder: string;
	readonly view: string;
	readonly real: string;
	readonly onApplied: (applied: Applied) => Promise<void>;
};

export async function applyChanges(
	reviewed: readonly ReviewedChange[],
	compared: readonly Compared[],
	options: ApplyOptions,
): Promise<Result<ApplyReport>> {
	const { folder, view, real } = options;
	const { chosen, skipped } = choose(reviewed, compared, real);
	if (chosen.length === 0) return succeed({ applied: [], skipped, kept: [] });
	const needed = bytesOf(chosen, view);
	const free = await freeBytes(real);
	if (free !== null && needed.all > free) return SHADOW.noRoom(Number(needed.all), Number(free));
	const temporaries = temporariesFor(chosen, real);
	const journal: Journal = {
		root: real,
		phase: 'staging',
		paths: [],
		temporaries: [...temporaries.values()],
		steps: [],
	};
	const takeBack = async (): Promise<void> => {
		await removeTemporaries(temporaries.values(), real);
		await removeJournal(folder);
	};
	const begun = await attempt(() => writeJournal(folder, journal));
	if (!begun.ok) return begun;
	let [done, reported] = [0, 0];
	const onBytes = (bytes: number): void => {
		done += bytes;
		if (done - reported < REPORT_EVERY) return;
		reported = done;
		options.onCopied?.({ done, total: Number(needed.large) });
	};
	const ready = await stage(chosen, temporaries, { view, real, onBytes });
	if (!ready.ok) {
		await takeBack();
		return ready;
	}
	const { staged } = ready.value;
	const agreed: Journal = {
		...journal,
		phase: 'commit',
		// A change that was not staged is not applied: the file that it would replace stays.
		paths: staged.flatMap(({ chosen: { own, source } }) => (source === null ? [own.path] : [own.path, source.path])),
		steps: stepsFor(staged, { view, real, keepAt: freeNames(real) }),
	};
	const written = await attempt(() => writeJournal(folder, agreed));
	if (!written.ok) {
		await takeBack();
		return written;
	}
	const left = await carryOut(agreed, options);
	const isApplied = (path: string): boolean => !left.has(path);
	const sources = staged.flatMap(({ chosen: { source } }) => (source === null ? [] : [source.path])).filter(isApplied);
	const deleted = staged.flatMap(({ chosen: { own } }) => (own.view === null ? [own.path] : [])).filter(isApplied);
	return succeed({
		applied: staged.map(({ chosen: { own } }) => own.path).filter(isApplied),
		...(deleted.length === 0 ? {} : { deleted }),
		...(sources.length === 0 ? {} : { sources }),
		skipped: [...skipped, ...ready.value.skipped, ...[...left].map(([path, reason]) => ({ path, reason }))],
		kept: agreed.steps.flatMap((step) =>
			'keepAt' in step && step.keepAt !== null && isApplied(step.path) ? [{ path: step.path, at: step.keepAt }] : [],
		),
	});
}

/** Completes what a killed process had begun, or reverts it. */
export async function finishApplying(options: Omit<ApplyOptions, 'view'>): Promise<void> {
	const { folder, real } = options;
	const journal = await readJournal(folder);
	// A journal that names another folder was moved here, and is not carried out.
	const isOfView = journal !== null && isWithin(folder, journal.root);
	if (journal === null || (journal.root !== real && !isOfView)) return;
	if (journal.phase === 'staging') {
		await removeTemporaries(journal.temporaries, journal.root);
		await removeJournal(folder);
	} else await carryOut(journal, options);
}

/**
 * Executes the steps and cleans up. A step whose temporary file exists is not done; what was left is therefore recorded
 * before those files are removed.
 */
async function carryOut(journal: Journal, { folder, real, onApplied }: Omit<ApplyOptions, 'view'>): Promise<Left> {
	const left: Left = journal.phase === 'done' ? new Map(journal.left) : await commit(real, journal.steps);
	const isNoted =
		left.size === 0 ||
		journal.phase === 'done' ||
		(await attempt(() => writeJournal(folder, { ...journal, phase: 'done', left: [...left] }))).ok;
	if (isNoted) await removeTemporaries(journal.temporaries, real);
	await onApplied({
		paths: journal.paths.filter((path) => !left.has(path)),
		large: journal.steps.flatMap((step) => largeIn(step, real)),
	});
	await removeJournal(folder);
	// On a full disk: a temporary file too many harms less than one too few.
	if (!isNoted) await removeTemporaries(journal.temporaries, real);
	return left;
}

function largeIn(step: Step, real: string): Applied['large'] {
	if (step.type !== 'write' || step.large === undefined) return [];
	const { view, staged } = step.large;
	const stats = statsAt(`${real}/${step.path}`);
	const isOurs = stats?.ino === staged.ino && stats.size === staged.size && stats.mtimeNs === staged.mtimeNs;
	return stats !== null && isOurs ? [{ path: step.path, view, real: factsOf(stats) }] : [];
}

/** Bytes of the files' copies on the disk, without holes: of all, and of those copied in parts. */
function bytesOf(chosen: readonly Chosen[], view: string): { readonly all: bigint; readonly large: bigint } {
	let [all, large] = [0n, 0n];
	for (const { own } of chosen) {
		if (own.view?.kind !== 'file') continue;
		const { size } = own.view.facts;
		const taken = (statsAt(`${view}/${own.path}`)?.blocks ?? 0n) * 512n;
		const bytes = taken < size ? taken : size;
		all += bytes;
		if (size > BigInt(MOST_READ_BYTES)) large += bytes;
	}
	return { all, large };
}

async function attempt(use: () => Promise<void>): Promise<Result<void>> {
	try {
		return succeed(await use());
	} catch (error) {
		const { code, why } = systemError(error);
		return code === 'disk-full' ? SHADOW.full() : SHADOW.notApplied(why);
	}
}

/** Names for the workspace's side of conflicts, like those of merge tools: beside the file, where they are seen. */
function freeNames(real: string): (path: string) => string {
	return (path) => {
		for (let number = 0; ; number += 1) {
			const at = `${path}.orig${number === 0 ? '' : `.${number}`}`;
			if (statsAt(`${real}/${at}`) === null) return at;
		}
	};
}
