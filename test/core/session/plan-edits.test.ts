import { describe, expect, test } from 'vitest';
import {
	editedPlan,
	type PlanEdits,
	planReply,
	planStepChoices,
	withPlanNote,
	withStep,
} from '../../../src/core/session/questions/plan-choice.js';
import {
	asked,
	endTurn,
	entries,
	infoOf,
	next,
	opened,
	type Play,
	play,
	prompt,
	questionOf,
	starting,
	turnId,
} from './play.js';

const PLAN = '# Plan\r\n\r\n1. Read `a.ts`\r\n   - all of it\r\n\r\n2) Change it\r\n\r\nThen stop.\r\n';

function choice(change: 'strike' | 'change' | 'note' | 'whole' | 'none') {
	const all = planStepChoices(PLAN);
	if (all === null) throw new Error('the plan has steps');
	switch (change) {
		case 'strike':
			return withStep(all, 0, { decision: 'strike' });
		case 'change':
			return withStep(all, 0, { decision: { changed: 'Read `b.ts`' } });
		case 'note':
			return withStep(all, 1, { note: 'slowly' });
		case 'whole':
			return withPlanNote(all, 'use tabs');
		case 'none':
			return all;
	}
}

test.each<[string, PlanEdits, string | undefined]>([
	['nothing', {}, undefined],
	['no step', { choice: choice('none') }, undefined],
	['all of it', { edited: 'Mine' }, 'Mine'],
	['a step struck', { choice: choice('strike') }, '# Plan\n\n1. ~~Read `a.ts`~~\n\n2) Change it\n\nThen stop.\n'],
	['a step changed', { choice: choice('change') }, '# Plan\n\n1. Read `b.ts`\n\n2) Change it\n\nThen stop.\n'],
	[
		'a step noted',
		{ choice: choice('note') },
		'# Plan\n\n1. Read `a.ts`\n   - all of it\n\n2) Change it\n\n   Note: slowly\n\nThen stop.\n',
	],
	[
		'a note on the whole',
		{ choice: choice('whole') },
		'# Plan\n\n1. Read `a.ts`\n   - all of it\n\n2) Change it\n\nThen stop.\n\nFor the whole plan: use tabs\n',
	],
])('A plan of which was edited: %s.', (_, edits, plan) => {
	expect(editedPlan(PLAN, edits)).toBe(plan);
});

test.each<[boolean, PlanEdits, { typed?: string; isStart?: boolean }, string]>([
	[true, {}, {}, ''],
	[true, {}, { isStart: true }, ''],
	[true, { choice: choice('none') }, {}, ''],
	[true, {}, { typed: 'use tabs' }, 'use tabs'],
	[false, {}, { typed: 'smaller' }, 'smaller'],
	[true, {}, { typed: 'use tabs', isStart: true }, 'The plan is approved. Carry it out now.\n\nuse tabs'],
	[false, {}, { typed: 'smaller', isStart: true }, 'smaller'],
	[
		true,
		{ edited: ' # Mine\n', choice: choice('whole') },
		{ typed: 'now' },
		'I approved the plan as I edited it. Follow this version:\n\n# Mine\n\nWith these changes:\n\nFor the whole plan: use tabs\n\nnow',
	],
	[false, { edited: '# Mine' }, {}, 'Change the plan to this version of mine:\n\n# Mine'],
])('What the agent gets (approved: %s, %j, %j).', (isApproved, edits, more, words) => {
	expect(planReply(isApproved, edits, more)).toBe(words);
});

describe('Words that go with the approval of a plan', () => {
	const reviewing = (steering: boolean, from: 'agent' | 'client' = 'agent'): Play => {
		const session = play(
			starting('plan'),
			{ type: 'agent-connected', info: { ...infoOf(), steering }, asking: asked },
			opened,
			prompt('plan it'),
		);
		const question = {
			type: 'question-asked',
			question: questionOf('q', { kind: 'exit-plan', plan: '# Plan', from }),
		} as const;
		return from === 'agent' ? play(session, question) : play(endTurn(session), question);
	};
	const approve = (from: Play) =>
		next(from, { type: 'answer-plan', questionId: 'q', choice: 'review-edits', feedback: 'use tabs' });
	const texts = (from: Play) =>
		from.effects.flatMap((effect) => ('prompt' in effect ? [`${effect.type}: ${effect.prompt.text}`] : []));

	test('go into the turn behind the answer where it takes words, and are not sent once more.', () => {
		const approved = approve(reviewing(true));
		expect(approved.effects.map(({ type }) => type)).toEqual(['answer-question', 'steer']);
		const promptId = approved.state.queue[0]?.id ?? '';
		const taken = next(approved, { type: 'steering-answered', promptId, answer: 'injected' });
		expect(texts(play(taken, { type: 'turn-ended', turnId: turnId(taken), reason: 'end_turn' }))).toEqual([]);
		expect(entries(taken)).toContainEqual(expect.objectContaining({ kind: 'user', text: 'use tabs', isSteered: true }));
	});

	test.each([
		['are first in the queue where it takes none', false, []],
		['are first in the queue where it refuses them', true, ['refused']],
		['are first in the queue where it wants a prompt', true, ['promptRequired']],
	] as const)('%s, and go at its end.', (_, steering, answers) => {
		const approved = approve(play(reviewing(steering), prompt('later')));
		const promptId = approved.state.queue[0]?.id ?? '';
		const steered = play(
			approved,
			...answers.map((answer) => ({ type: 'steering-answered', promptId, answer }) as const),
		);
		expect(steered.state.queue.map(({ text }) => text)).toEqual(['use tabs', 'later']);
		const over = endTurn(steered);
		expect(texts(over)).toEqual(['send-prompt: use tabs']);
		expect(texts(endTurn(over))).toEqual(['send-prompt: later']);
	});
});
