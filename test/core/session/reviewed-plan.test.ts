import { describe, expect, test } from 'vitest';
import type { Question } from '../../../src/core/session/question.js';
import { readEvent, writeEvent } from '../../../src/core/sessions/read-event.js';
import type { PlanChoice } from '../../../src/core/user-event.js';
import { exportJson } from '../../../src/view/export/export-file.js';
import { exportMarkdown } from '../../../src/view/export/markdown.js';
import { copyTargets } from '../../../src/view/transcript/as-text/copy-targets.js';
import { busy, entries, next, type Play, play } from './play.js';

const PLAN = '# Plan\n\n1. Read it\n2. Change it';

const review = (parts: Partial<Question> = {}): Question =>
	({
		id: 'q1',
		kind: 'exit-plan',
		from: 'agent',
		request: { source: 'permission', kind: 'switch_mode', title: 'Leave plan mode', paths: [], diffs: [] },
		options: [
			{ id: 'yes', name: 'Yes', kind: 'allow_once' },
			{ id: 'no', name: 'No', kind: 'reject_once' },
		],
		because: 'yours to decide',
		plan: PLAN,
		askedAt: 0,
		...parts,
	}) as Question;

const plansIn = (from: Play) => entries(from).filter((entry) => entry.kind === 'note' && entry.isPlan === true);

const asked = (parts: Partial<Question> = {}) => next(busy(), { type: 'question-asked', question: review(parts) });

describe('A plan that was reviewed', () => {
	test('and was the last message of the agent is there already: only that it was approved is added', () => {
		const ofClient = (choice: PlanChoice): unknown[] =>
			plansIn(play(asked({ from: 'client' } as Partial<Question>), { type: 'answer-plan', questionId: 'q1', choice }));
		expect(ofClient('accept-edits')).toEqual([expect.not.objectContaining({ detail: expect.anything() })]);
		expect(ofClient('keep-planning')).toEqual([]);
	});

	test.each(['agent', 'client'] as const)('and edited stays as both, logged (%s)', (from) => {
		const edited = '# Plan\n\n1. ~~Read it~~\n2. Change it';
		const answer = { type: 'answer-plan', questionId: 'q1', choice: 'review-edits', edited } as const;
		const logged = readEvent(JSON.parse(JSON.stringify(writeEvent(answer))));
		expect(logged).toEqual(answer);
		const answered = play(asked({ from } as Partial<Question>), answer);
		expect(plansIn(answered)).toMatchObject([
			{ title: 'Plan approved, with your edits', detail: edited, presented: PLAN },
		]);
		expect(copyTargets(answered.state.entries, 10).map(({ text }) => text)).toContain(edited);
		expect(JSON.parse(exportJson(answered.state, 0)).entries).toContainEqual(
			expect.objectContaining({ isPlan: true, detail: edited, presented: PLAN }),
		);
		const exported = exportMarkdown(answered.state, 0);
		expect(exported).toMatch(/1\. ~~Read it~~[\s\S]*As the agent presented it[\s\S]*1\. Read it/);
	});
});
