import { describe, expect, test } from 'vitest';
import type { ChangeSet } from '../../../src/core/changes.js';
import { play, promptOf, ready } from '../../core/session/play.js';
import { createStage, happen, press, type Stage, text, wait } from '../stage.js';

const snapshot = (id: string) => ({ id, at: 1, gaps: [] });

function setOf(turnId: string, path: string, oldText: string | null, newText: string): ChangeSet {
	const diff = { type: 'diff', path: `/w/${path}`, oldText, newText } as const;
	const kind = oldText === null ? 'added' : 'modified';
	const file = { path, kind, canRestore: true, known: { type: 'unknown' }, diff, isTampering: false } as const;
	return { id: turnId, turnId, before: snapshot('1.1'), after: snapshot('1.2'), files: [file], undone: [] };
}

/** Two turns: the first changed a file, the second none. */
function stage(columns = 100, rows = 30, ...changed: readonly ChangeSet['files'][number][]): Stage {
	let from = play(ready(), { type: 'prompt', prompt: promptOf('build the lighthouse') });
	const turnId = from.state.turn?.id ?? '';
	const set = setOf(turnId, 'lamp.ts', null, 'on\n');
	from = play(
		from,
		{ type: 'turn-ended', turnId, reason: 'end_turn' },
		{ type: 'turn-changes', set: { ...set, files: [...set.files, ...changed] } },
		{ type: 'prompt', prompt: promptOf('and the harbour') },
	);
	return createStage(
		play(from, { type: 'turn-ended', turnId: from.state.turn?.id ?? '', reason: 'end_turn' }),
		columns,
		rows,
	);
}

const requested = ({ requests }: Stage) =>
	requests.flatMap((request) => (request.type === 'dispatch' ? [request.event] : []));

/** What is looked at in the world before the rows come. */
function inspected(at: Stage, changed: readonly string[] = []): void {
	const event = requested(at).findLast(({ type }) => type === 'inspect-rewind');
	if (event?.type !== 'inspect-rewind') throw new Error('nothing was inspected');
	happen(at, { type: 'rewind-inspected', entryId: event.entryId, changed });
}

describe('esc twice on an empty draft', () => {
	test('does nothing long after the first, and clears a draft where there is one', () => {
		const late = stage();
		press(late, 'escape');
		wait(late, 5000);
		press(late, 'escape');
		expect(text(late)).not.toContain('Go back to a prompt');
		const typed = stage();
		for (const letter of 'words') press(typed, letter);
		press(typed, 'escape');
		press(typed, 'escape');
		expect(typed.ui.composer.draft.text).toBe('');
		expect(text(typed)).not.toContain('Go back to a prompt');
	});
});

function chosen(at: Stage): Stage {
	for (const key of ['escape', 'escape', 'down', 'enter']) press(at, key);
	return at;
}

describe('what can be taken back', () => {
	test('comes once the files were looked at, and names what stays', () => {
		const at = chosen(stage());
		expect(text(at)).toContain('Looking at the files');
		inspected(at, ['lamp.ts']);
		expect(text(at)).toContain('lamp.ts stays: somebody changed it since');
		expect(text(at)).toMatch(/1 conversation and files[\s\S]*2 conversation[\s\S]*3 files/);
	});

	test('says what becomes of each file', () => {
		const [deleted, modified] = [setOf('t', 'old.ts', 'a\n', ''), setOf('t', 'door.ts', 'a\n', 'b\nc\n')].flatMap(
			({ files }) => files,
		);
		if (deleted === undefined || modified === undefined) throw new Error('no files');
		const at = chosen(stage(100, 30, { ...deleted, kind: 'deleted' }, modified));
		inspected(at);
		expect(text(at)).toContain('lamp.ts is deleted: it did not exist then');
		expect(text(at)).toContain('old.ts comes back');
		expect(text(at)).toContain('door.ts: undoes +2 −1');
	});

	test('is chosen by a digit: the conversation alone goes into a new session', () => {
		const at = chosen(stage());
		inspected(at);
		press(at, '2');
		expect(requested(at).at(-1)).toMatchObject({ branch: { kind: 'rewind', isWithFiles: false } });
		expect(at.ui.rewound?.prompt.text).toBe('build the lighthouse');
		expect(at.ui.composer.draft.text).toBe('');
	});

	test('puts the files alone back, the newest turn first', () => {
		const at = chosen(stage());
		inspected(at);
		press(at, '3');
		expect(requested(at).at(-1)).toMatchObject({ type: 'undo-sets', setIds: [expect.any(String)] });
	});

	test('is the conversation alone where no file was changed, or none is kept', () => {
		const at = stage();
		for (const key of ['escape', 'escape', 'enter']) press(at, key);
		expect(text(at)).toContain('No file was changed since.');
		expect(text(at)).not.toContain('3 files');
		const gone = chosen(stage());
		const entryId =
			requested(gone).flatMap((event) => (event.type === 'inspect-rewind' ? [event.entryId] : []))[0] ?? '';
		happen(gone, {
			type: 'rewind-inspected',
			entryId,
			changed: [],
			failure: { code: 'not-found', message: 'They are gone.' },
		});
		expect(text(gone)).toContain('Files cannot be restored: They are gone.');
		expect(text(gone)).not.toContain('1 conversation and files');
	});
});

test('The prompt comes into the draft once the new session is open and asks nothing', () => {
	const at = chosen(stage());
	inspected(at);
	press(at, '1');
	expect(at.session.state.isRestoring).toBe(true);
	happen(at, { type: 'resume-refused', failure: { code: 'internal', message: 'No.' } });
	expect(at.ui.composer.draft.text).toBe('build the lighthouse');
});
