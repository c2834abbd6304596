import { expect, test } from 'vitest';
import { agentPlanReview } from '../../../../src/core/session/question.js';
import { optionsOf } from '../../../../src/frontends/headless/stream/open-questions.js';
import { answerTo } from '../../../../src/frontends/headless/stream/stream-answer.js';

test('No option of the agent’s under the name of ours approves a plan.', () => {
	const question = agentPlanReview({
		id: 'q',
		request: { source: 'permission', kind: 'switch_mode', title: 'Ready to code?', paths: [], diffs: [] },
		options: [
			{ id: 'go', name: 'Go', kind: 'allow_once' },
			{ id: 'really', name: 'Go on', kind: 'allow_once' },
			{ id: 'no', name: 'No', kind: 'reject_once' },
			{ id: 'accept-edits', name: 'Keep planning', kind: 'reject_always' },
		],
		toolCallId: 'c1',
		because: 'the agent wants to leave plan mode',
		askedAt: 0,
		plan: 'Do it.',
	});
	expect(optionsOf(question).map(({ id }) => id)).toEqual(['keep-planning', 'go', 'really']);
	expect(answerTo(question, { optionId: 'accept-edits' })).toContain('has no option');
});
