import { describe, expect, test, vi } from 'vitest';
import { plannedChanges } from '../../../src/core/edits/planned-changes.js';
import type { ActionRequest } from '../../../src/core/policy/policy-types.js';
import { innerWidth } from '../../../src/view/panel/box.js';
import { questionSubject } from '../../../src/view/questions/question-subject.js';
import { NEVER_WHOLE, SHOW_FIRST } from '../../../src/view/questions/questions-messages.js';
import { inside } from '../../core/policy/requests.js';
import { questionOf } from '../../core/session/play.js';
import { asked, full } from '../scenes.js';
import { contextOf, press, type Stage, settled, text, wait } from '../stage.js';

const LINES = 30_000;
const long = Array.from({ length: LINES }, (_, index) => `line ${index}`).join('\n');

function edit(newText: string, count = 1): ActionRequest {
	const paths = Array.from({ length: count }, (_, index) => inside(`src/${index}.ts`));
	const diffs = paths.map(({ given }) => ({ type: 'diff', path: given, oldText: null, newText }) as const);
	return { source: 'permission', kind: 'edit', title: 'Edit', paths, diffs };
}

function standing(request: ActionRequest): Stage {
	return settled(full(), asked({ request }), 100, 30);
}

describe('A question about a long change', () => {
	test('is drawn only as far as a screen has rows until it is opened.', () => {
		const question = questionOf('q', { request: edit(long) });
		const subject = questionSubject(question, '/w', 80, 'auto');
		expect(subject.closed.length).toBeLessThan(1100);
		expect(subject.brief.length).toBeLessThan(1100);
		expect(subject.lineCount).toBeGreaterThan(LINES);
		expect(subject.isLong).toBe(true);
		expect(subject.whole.length).toBeGreaterThan(15_000);
		expect(subject.isCut).toBe(true);
	});

	test('is not drawn to its end by a frame until it is opened.', () => {
		const stage = standing(edit(long));
		const { session, ui } = contextOf(stage);
		const [question = questionOf('q')] = session.questions;
		const layout = ui.appearance.diffLayout ?? 'auto';
		const whole = vi.spyOn(
			questionSubject(question, session.cwd, innerWidth(ui.columns), layout, true),
			'whole',
			'get',
		);
		wait(stage, 1000);
		expect(whole).not.toHaveBeenCalled();
		press(stage, '`o`');
		expect(whole).toHaveBeenCalled();
	});

	test('says how much more there is, and shows it once it is opened.', () => {
		const stage = standing(edit(long.slice(0, long.indexOf('line 5000'))));
		expect(text(stage)).toMatch(/⋯ 49\d\d more lines · o shows them/);
		expect(text(stage)).toContain(SHOW_FIRST);
		press(stage, '`o`');
		expect(text(stage)).toMatch(/⋯ lines 1–\d+ of 500\d/);
		press(stage, 'escape');
		expect(text(stage)).not.toContain(SHOW_FIRST);
	});

	test('of which not all can be shown never gets an «always», opened or not.', () => {
		const stage = standing(edit(long));
		press(stage, '`o`');
		press(stage, 'escape');
		expect(text(stage)).toContain(NEVER_WHOLE);
	});

	test('of very many files looks at each of them a few times, not once for each other.', () => {
		let reads = 0;
		const request = edit('text', 3000);
		const currentTexts = request.paths.map(({ given }) => ({
			text: 'other',
			get path() {
				reads += 1;
				return given;
			},
		}));
		const diffs = request.diffs.map((diff) => ({ ...diff, oldText: 'old' }));
		const changes = plannedChanges({ diffs, currentTexts }, '/w');
		expect(changes).toHaveLength(3000);
		expect(reads).toBeLessThan(30_000);
	});
});
