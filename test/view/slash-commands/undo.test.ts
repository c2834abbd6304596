import { describe, expect, test } from 'vitest';
import type { ChangedFile, ChangeSet } from '../../../src/core/changes.js';
import type { AppEvent } from '../../../src/core/event.js';
import { isRefusalsQuestionDue } from '../../../src/core/session/prompts/stop-turn.js';
import { refusalsQuestion } from '../../../src/core/session/question.js';
import { AGENT_WORKS } from '../../../src/view/pickers/pickers-messages.js';
import { changes, evidenceWords, PLAN_MODE_HINT } from '../../../src/view/transcript/transcript-messages.js';
import { busy, endTurn, ready } from '../../core/session/play.js';
import { createStage, dispatched, happen, misfits, press, type Stage, screen, text, wait } from '../stage.js';

const snapshot = (id: string) => ({ id, at: 0, gaps: [] });

const FILES: readonly ChangedFile[] = [
	{
		path: 'stubborn.txt',
		kind: 'added',
		canRestore: true,
		known: { type: 'named', title: 'Write behind your back', isRefused: false },
		diff: { type: 'diff', path: '/w/stubborn.txt', oldText: null, newText: 'Written.\n' },
		isTampering: true,
	},
	{
		path: 'src/\u001b[31mtides.ts',
		kind: 'modified',
		canRestore: true,
		known: { type: 'unknown' },
		diff: { type: 'diff', path: '/w/src/tides.ts', oldText: 'a\nb\n', newText: 'a\nc\nd\n' },
		isTampering: true,
	},
	{
		path: 'big.bin',
		kind: 'deleted',
		canRestore: false,
		gap: 'larger than 10 MB',
		known: { type: 'ran', title: 'npm test' },
		diff: null,
		isTampering: true,
	},
];

function setOf(turnId: string, files: readonly ChangedFile[] = FILES): ChangeSet {
	return { id: 's', turnId, before: snapshot('1'), after: snapshot('2'), files, undone: [] };
}

/** A turn in plan mode that changed files. */
function tampered(columns: number, rows = 60): Stage {
	const session = busy('go', ready('plan'));
	const stage = createStage(session, columns, rows);
	happen(stage, { type: 'plan-tampering', set: setOf(session.state.turn?.id ?? ''), isOver: false });
	return stage;
}

/** The default mode, after a turn that changed files. */
function afterTurn(files: readonly ChangedFile[] = FILES, columns = 100): Stage {
	const stage = createStage(endTurn(busy()), columns, 30);
	happen(stage, {
		type: 'turn-changes',
		set: setOf(
			't',
			files.map((file) => ({ ...file, isTampering: false })),
		),
	});
	return stage;
}

const squeezed = (stage: Stage): string => text(stage).replace(/[│\s]+/g, ' ');

describe('The report in plan mode', () => {
	test.each([100, 40, 20])('shows files, what is known, the diffs and the way back at %i columns.', (columns) => {
		const stage = tampered(columns, 100);
		expect(misfits(stage)).toEqual([]);
		const words = squeezed(stage);
		expect(words).toContain('Files changed while plan mode is on');
		expect(words).toContain('stubborn.txt new +1');
		expect(words).toContain('“Write behind your back” names this file; you were not asked.');
		expect(words).toContain(evidenceWords({ type: 'unknown' }, String));
		expect(words).toContain('It cannot be undone: larger than 10 MB.');
		expect(words).toContain('+ Written.');
		expect(words).toContain(PLAN_MODE_HINT);
	});

	test('The footer says that plan mode is only watched, from the report on.', () => {
		expect(screen(createStage(busy('go', ready('plan')))).at(-1)).not.toContain('(watched)');
		expect(screen(tampered(100)).at(-1)).toContain('plan (watched)');
	});
});

describe('What a turn changed elsewhere', () => {
	test('says nothing of doubt where everything was allowed.', () => {
		const allowed = FILES.slice(0, 2).map((file) => ({ ...file, known: { type: 'allowed' as const, title: 'Edit' } }));
		const words = squeezed(afterTurn(allowed));
		expect(words).toContain('2 files changed +3 −1 · /undo · alt+r review');
		expect(words).not.toContain(changes.mixed);
	});

	test('shows its diffs in the transcript view.', () => {
		const stage = afterTurn();
		press(stage, 'ctrl+o');
		expect(squeezed(stage)).toContain('+ Written.');
	});
});

describe('Taking back', () => {
	test.each<[string, readonly AppEvent[]]>([
		['/undo all', [{ type: 'undo', setId: 's' }]],
		['/undo stubborn.txt', [{ type: 'undo', setId: 's', paths: ['stubborn.txt'] }]],
		['/undo other.txt', []],
		['/undo', []],
	])('%s', (command, events) => {
		const stage = afterTurn();
		// The completion is open while a command is typed; a space closes it.
		expect(dispatched(press(stage, `\`${command} \` enter`))).toEqual(events);
		expect(stage.ui.panel.kind).toBe(events.length === 0 ? 'loaded' : 'none');
	});

	test('Names are shown harmless.', () => {
		const stage = tampered(100);
		press(stage, 'alt+u');
		expect(text(stage)).not.toContain('\u001b');
	});

	test.each(['/undo', '/redo'])('%s without anything to take says so.', (command) => {
		const stage = createStage(ready());
		expect(dispatched(press(stage, `\`${command} \` enter`))).toEqual([]);
		expect(text(stage)).toMatch(/Nothing to (?:undo|redo)/);
	});

	test('While the agent works on it, what an earlier turn changed stays.', () => {
		const stage = afterTurn();
		happen(stage, { type: 'prompt', prompt: { id: 'p', text: 'more', blocks: [] } });
		press(stage, 'alt+u');
		expect(text(stage)).toContain(AGENT_WORKS);
		expect(stage.ui.panel.kind).toBe('none');
	});

	test('/redo brings back what was put back.', () => {
		const stage = afterTurn();
		const report = { restored: ['stubborn.txt'], refused: [] };
		happen(stage, { type: 'files-restored', setId: 's', direction: 'undo', report });
		expect(dispatched(press(stage, '`/redo ` enter'))).toEqual([{ type: 'redo' }]);
	});
});

describe('After five refusals', () => {
	function refused(): Stage {
		const stage = createStage(busy('go', ready('plan')));
		for (let time = 0; time < 5; time += 1) {
			happen(stage, {
				type: 'decided',
				title: 'Write a.ts',
				verdict: { decision: 'denied', because: 'plan mode lets nothing change' },
				source: 'policy',
			});
		}
		expect(isRefusalsQuestionDue(stage.session.state)).toBe(true);
		happen(stage, { type: 'question-asked', question: refusalsQuestion('q', 5, stage.now) });
		wait(stage, 2000);
		return stage;
	}

	test.each([
		['1', 'refuse'],
		['2', 'stop'],
		['3', 'leave'],
		['escape', 'refuse'],
		['n', 'refuse'],
	])('%s answers %s.', (key, choice) => {
		const stage = refused();
		expect(misfits(stage)).toEqual([]);
		expect(text(stage)).toContain('3 Leave plan mode (asks before each change)');
		expect(dispatched(press(stage, key))).toEqual([{ type: 'answer-refusals', questionId: 'q', choice }]);
	});

	test.each(['y', 'a', 'enter'])('%s answers nothing: nobody is asked for an allowance.', (key) => {
		expect(dispatched(press(refused(), key))).toEqual([]);
	});
});

test.each([
	[{ type: 'allowed', title: 'Write a.txt' }, '“Write a.txt” was allowed.'],
	[{ type: 'beside', title: 'touch a.txt' }, 'Probably changed by “touch a.txt”, which was allowed.'],
	[{ type: 'ran', title: 'touch a.txt' }, 'Changed without approval, probably by “touch a.txt”.'],
	[{ type: 'unknown' }, 'Changed without approval: by the agent, you or another program.'],
] as const)('What is known of a change is said in one sentence: %o.', (known, words) => {
	expect(evidenceWords(known, (title) => title)).toBe(words);
});
