import { expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { formElicitation } from '../../../src/core/session/question.js';
import { reduce } from '../../../src/core/session/reducers/reduce.js';
import { loggedEvents } from '../../../src/core/sessions/logged-event.js';
import { readEvent } from '../../../src/core/sessions/read-event.js';
import { busy } from '../session/play.js';

const input = { type: 'text', isPath: false } as const;
const question = formElicitation({
	id: 'q',
	askedAt: 5,
	agent: 'Agent',
	message: 'What is the SECRET?',
	form: { fields: [{ name: 'k', title: 'SECRET key', isRequired: true, secretWord: 'SECRET', input }] },
	isOfRequest: false,
	blocksTurn: true,
	toolCallId: 't1',
});
const answer: AppEvent = {
	type: 'answer-form',
	questionId: 'q',
	answer: { action: 'accept', drafts: new Map([['k', 'SECRET value']]) },
};

test('A log keeps that a form was asked and answered, and neither its words nor the answer', () => {
	const before = busy().state;
	const asked = reduce(before, { type: 'question-asked', question }, 6).state;
	const answered = reduce(asked, answer, 7).state;
	const kept = [
		...loggedEvents({ type: 'question-asked', question }, before, asked),
		...loggedEvents(answer, asked, answered),
	].map(({ event }) => JSON.parse(JSON.stringify(event)) as unknown);
	expect(JSON.stringify(kept)).not.toContain('SECRET');
	const read = kept.map((event) => readEvent(event));
	expect(read).toMatchObject([
		{ type: 'question-asked', question: { kind: 'elicitation-form', id: 'q', toolCallId: 't1', form: { fields: [] } } },
		{ type: 'answer-form', questionId: 'q' },
	]);
	// A replay counts the time of the question, and has none open.
	const replayed = read.reduce((state, event, index) => {
		if (event === undefined) throw new Error('not read');
		return reduce(state, event, 6 + index).state;
	}, before);
	expect(replayed.questions).toEqual([]);
	expect(replayed.turn?.askedMs).toBe(answered.turn?.askedMs);
});

test('What a log says of a form is not believed', () => {
	const lies = { kind: 'elicitation-form', id: 'q', request: { kind: 'other', title: 't' }, because: 'b', askedAt: 1 };
	const more = { agent: 'A', isOfRequest: false, blocksTurn: true, message: 'x', form: { fields: [{ name: 7 }] } };
	const event = { type: 'question-asked', question: { ...lies, ...more } };
	expect(readEvent(event)).toMatchObject({ question: { message: '', form: { fields: [] } } });
	expect(readEvent({ ...event, question: { ...lies, ...more, agent: 7 } })).toBeUndefined();
	expect(readEvent({ type: 'answer-form', questionId: 'q', answer: 'accept' })).toBeUndefined();
});

test('A log from when the ways to open a session had another name says what failed', () => {
	const failures = [{ rung: 'resume', failure: { code: 'internal', message: 'No such session.' } }];
	const opened = { type: 'session-opened', sessionId: 's', modes: null, options: [], resumeFailures: failures };
	expect(readEvent(opened)).toMatchObject({ resumeFailures: [{ strategy: 'resume', failure: failures[0]?.failure }] });
});
