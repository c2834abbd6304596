import { failure } from './agent-schema.js';
import { diff, name } from './content-schema.js';
import { count, type EventOf, flag, list, optional, orNull, shape, time, variant, word } from './schema.js';

const MOST_FILES = 10_000;

export const evidence = variant('type', {
	allowed: { title: name },
	/** A tool call names it as changed; the agent did not ask, or was refused. */
	named: { title: name, isRefused: flag },
	/** Something that names no files was allowed in the turn: it may have changed the file. */
	beside: { title: name },
	ran: { title: name },
	unknown: {},
});

/** Paths have `/` and are relative to the workspace, or absolute in an additional folder. */
const fileChangeFields = {
	path: name,
	kind: word({ added: true, modified: true, deleted: true }),
	/** False when the older content is not in the snapshot. */
	canRestore: flag,
};

export const fileChange = shape(fileChangeFields);

export const changedFile = shape({
	...fileChangeFields,
	known: evidence,
	/** With an absolute path; null for binary or too large files. */
	diff: orNull(diff),
	/** Changed in plan mode without an allowed action that explains it. */
	isTampering: flag,
	/** Written by the client where no snapshot reaches: `diff` holds both versions whole. */
	isClientKept: optional(flag),
	gap: optional(name),
});

const reasons = list(shape({ path: name, because: name }), MOST_FILES);

/** Opaque; valid until it is dropped or cleaned. */
export const snapshot = shape({
	id: name,
	/** Ms since the epoch. */
	at: time,
	/** Missing files, with the reason: too large, unreadable. Paths as in {@link fileChange}. */
	gaps: reasons,
});

export const changeSet = shape({
	id: name,
	turnId: name,
	before: snapshot,
	after: snapshot,
	files: list(changedFile, MOST_FILES),
	undone: list(name, MOST_FILES),
	remark: optional(name),
});

export const restoreDirection = word({ undo: true, redo: true });

export const restoreReport = shape({
	restored: list(name, MOST_FILES),
	/** Left alone, with the reason: changed since by somebody else, not in the snapshot, outside by a link, not writable. */
	refused: reasons,
});

export const filesEvents = {
	'turn-changes': { set: changeSet },
	'plan-tampering': { set: changeSet, isOver: flag },
	/** No snapshot or comparison was possible: no watch and no undo for now. */
	'snapshot-failed': { failure },
	'files-restored': { setId: name, direction: restoreDirection, report: restoreReport },
	'restore-failed': { failure },
	/** Comparison of an approved plan with its turn: `differing` are files of the plan that say something else. */
	'plan-compared': { turnId: name, differing: list(name, 20) },
	/** The user took some hunks of a change: `how` is what became of the others. `reviewed`: taken back later. */
	'part-taken': {
		path: name,
		taken: count,
		total: count,
		/** From the agent's text to that of the file, as a patch. */
		difference: name,
		/** Absent: `hunks`. */
		of: optional(word({ hunks: true, lines: true })),
		how: word({ written: true, 'taken-back': true, rejected: true, 'not-taken-back': true, reviewed: true }),
		/** The agent gets the words in this turn. */
		isTold: flag,
	},
};

export type FilesEvent = EventOf<typeof filesEvents>;
export type PartTaken = Extract<FilesEvent, { readonly type: 'part-taken' }>;
