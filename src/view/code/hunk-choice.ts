import type { ChosenText } from '../../core/chosen-text.js';
import { defined } from '../../core/defined.js';
import type { PlannedChange } from '../../core/edits/planned-change.js';
import type { ActionRequest } from '../../core/policy/policy-types.js';
import { looksBinary } from './diff.js';
import { type FileHunks, type Hunk, type HunkDecision, hunksBetween, patchOf, splitHunk, textWith } from './hunks.js';

export type FileChoice = Pick<PlannedChange, 'path' | 'oldText' | 'newText'> & { readonly file: FileHunks };

/** Decisions on the hunks of a request; those that are not decided yet are left. */
export type HunkChoice = {
	readonly files: readonly FileChoice[];
	readonly decisions: ReadonlyMap<Hunk, HunkDecision>;
	readonly editing?: Hunk;
	/** Hunks that are taken, of how many, and the texts of the files of which not all is taken as it is. */
	readonly taken: number;
	readonly total: number;
	readonly chosen: readonly ChosenText[];
};

type Decided = Pick<HunkChoice, 'files' | 'decisions' | 'editing'>;

/** The choice with what comes of it: a question shows that in every frame. */
function counted(decided: Decided): HunkChoice {
	const hunks = allHunks(decided);
	const taken = hunks.filter((hunk) => decisionOf(decided, hunk) !== 'leave').length;
	return { ...decided, taken, total: hunks.length, chosen: chosenTexts(decided) };
}

/** The hunks of the changes of a request; null where some change is no whole text that can be put together from hunks. */
export function hunkChoice(request: Pick<ActionRequest, 'changes' | 'diffs' | 'source'>): HunkChoice | null {
	// A write through the client's own method holds the whole file.
	const whole = (request.source === 'fs-write' ? request.diffs : []).map((diff) => ({
		...diff,
		isWhole: true as const,
	}));
	const changes = joined(request.changes ?? whole);
	if (changes.length === 0) return null;
	const paths = new Set(changes.map(({ path }) => path));
	const isKnown = changes.every(
		({ path, oldText, newText, doubt, isWhole, movedTo }) =>
			path !== '' &&
			isWhole === true &&
			doubt === undefined &&
			movedTo === undefined &&
			!looksBinary(oldText ?? '') &&
			!looksBinary(newText),
	);
	// Several changes of one file: the last would take the place of the others.
	if (!isKnown || paths.size < changes.length) return null;
	const files = changes.map(({ path, oldText, newText }) => ({
		...{ path, oldText, newText },
		file: hunksBetween(oldText ?? '', newText),
	}));
	return files.every(({ file }) => file.hunks.length === 0) ? null : counted({ files, decisions: new Map() });
}

/** Joins successive changes of one file into one. */
function joined(changes: readonly PlannedChange[]): readonly PlannedChange[] {
	const files = new Map<string, PlannedChange[]>();
	for (const change of changes) {
		const ofFile = files.get(change.path) ?? [];
		files.set(change.path, ofFile);
		const last = ofFile.at(-1);
		const goesOn = last?.isWhole === true && change.isWhole === true && change.oldText === last.newText;
		const { doubt = last?.doubt, movedTo = last?.movedTo } = change;
		if (!goesOn) ofFile.push(change);
		else ofFile[ofFile.length - 1] = { ...change, oldText: last.oldText, ...defined({ doubt, movedTo }) };
	}
	return [...files.values()].flat();
}

export function allHunks({ files }: Pick<HunkChoice, 'files'>): readonly Hunk[] {
	return files.flatMap(({ file }) => file.hunks);
}

export function withDecisions(choice: HunkChoice, hunks: readonly Hunk[], decision: HunkDecision): HunkChoice {
	return counted({
		...choice,
		decisions: new Map([...choice.decisions, ...hunks.map((hunk) => [hunk, decision] as const)]),
	});
}

export function withSplit(choice: HunkChoice, hunk: Hunk): HunkChoice {
	const split = (file: FileHunks): FileHunks =>
		file.hunks.includes(hunk)
			? { ...file, hunks: file.hunks.flatMap((each) => (each === hunk ? splitHunk(hunk) : [each])) }
			: file;
	return counted({ ...choice, files: choice.files.map((each) => ({ ...each, file: split(each.file) })) });
}

function decisionOf({ decisions }: Pick<HunkChoice, 'decisions'>, hunk: Hunk): HunkDecision {
	return decisions.get(hunk) ?? 'leave';
}

function chosenTexts(choice: Decided): readonly ChosenText[] {
	return choice.files.flatMap(({ path, oldText, newText, file }) => {
		const { hunks } = file;
		if (hunks.every((hunk) => decisionOf(choice, hunk) === 'take')) return [];
		const taken = hunks.filter((hunk) => decisionOf(choice, hunk) !== 'leave').length;
		const text = taken === 0 ? oldText : textWith(file, (hunk) => decisionOf(choice, hunk));
		const instead = hunksBetween(newText, text ?? '');
		return [{ path, oldText, newText, text, taken, total: hunks.length, difference: patchOf(instead, instead.hunks) }];
	});
}
