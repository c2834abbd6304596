import { expect, test } from 'vitest';
import { keyOf } from '../../../src/terminal/key.js';
import { spoken } from '../../../src/view/panel/panel-messages.js';
import { AGENT_WORKS } from '../../../src/view/pickers/pickers-messages.js';
import { createWorld, end, settle, working } from '../../app/world.js';
import { run } from '../../core/policy/requests.js';
import { asked, editQuestion, longQuestion, planQuestion } from '../../view/scenes.js';
import { drive } from './drive.js';

async function begin(isWorking = true, isAscii = false) {
	const world = isWorking ? await working() : createWorld();
	if (!isWorking) {
		world.app.start();
		await settle();
	}
	const driven = drive(world, 'here', isAscii);
	world.advance(1000);
	const answers = () => world.events.filter((event) => event.type === 'answer' || event.type === 'answer-plan');
	return { ...driven, answers };
}

test('A question is read out with numbers, and a number answers it.', async () => {
	const { world, said, enter, answers } = await begin();
	world.app.dispatch(editQuestion);
	world.advance(200);
	world.advance(1000);
	expect(said).toContain('Permission: Edit src/a.ts.');
	expect(said).toContain('removed: const a = 1;');
	expect(said).toContain('added: const a = 2;');
	expect(said.find((line) => line.startsWith('1 '))).toBe('1 Yes.');
	expect(enter('9')).toEqual(['There is no answer 9. Type a number from 1 to 3.']);
	expect(answers()).toEqual([]);
	enter('1');
	expect(answers()).toHaveLength(1);
});

test('A terminal of ASCII gets no other signs.', async () => {
	const { world, said } = await begin(true, true);
	world.app.dispatch({ type: 'note', level: 'info', title: 'The agent’s “words”…' });
	world.advance(200);
	expect(said).toContain('Note: The agent\'s "words"~');
});

test('What is read out has no spaces at the end, which fill up drawn lines.', async () => {
	const { world, said } = await begin();
	const diffs = [{ type: 'diff', path: '/w/src/a.ts', oldText: '', newText: '\nnew   \n' }] as const;
	world.app.dispatch(asked({ request: { ...run('sed'), kind: 'edit', diffs } }));
	world.advance(200);
	expect(said).toEqual(expect.arrayContaining(['added:', 'added: new']));
});

test.each([
	['y', 'selected'],
	['Yes', 'selected'],
	['n', 'selected'],
	['no', 'selected'],
])('%s answers a request for permission, unless it was begun before', async (word, type) => {
	const { world, controller, type: write, enter, answers, said } = await begin();
	write(word);
	world.app.dispatch(editQuestion);
	world.advance(200);
	world.advance(1000);
	controller.key(keyOf('enter'));
	expect(answers()).toEqual([]);
	expect(said.at(-1)).toBe('You began that before the question came. Type it again.');
	world.advance(100);
	enter(word);
	expect(answers()).toEqual([expect.objectContaining({ outcome: expect.objectContaining({ type }) })]);
});

test('A number that was begun before the question came does not answer it.', async () => {
	const { world, controller, type, enter, answers, said } = await begin();
	type('1');
	world.app.dispatch(editQuestion);
	world.advance(200);
	world.advance(1000);
	controller.key(keyOf('enter'));
	expect(answers()).toEqual([]);
	expect(said.at(-1)).toBe('You began that before the question came. Type the number again.');
	world.advance(100);
	enter('1');
	expect(answers()).toHaveLength(1);
});

test('A number for a question that changed, which is not read out yet, does not answer it.', async () => {
	const { world, controller, type, enter, answers, said } = await begin();
	world.app.dispatch(editQuestion);
	world.advance(200);
	world.advance(1000);
	type('1');
	const request = { ...run('rm -rf .'), title: 'Remove' };
	world.app.dispatch({ type: 'question-changed', questionId: 'q', request });
	controller.key(keyOf('enter'));
	expect(answers()).toEqual([]);
	expect(said).toContain('You began that before the question came. Type the number again.');
	expect(said).toContain('This request changed:');
	world.advance(2000);
	enter('1');
	expect(answers()).toHaveLength(1);
});

test('A number for a question that was withdrawn is not sent as a prompt, neither at once nor a moment later.', async () => {
	const { world, enter, requests } = await begin();
	const ask = async (): Promise<void> => {
		world.app.dispatch(editQuestion);
		world.advance(200);
		world.advance(1000);
		world.app.dispatch({ type: 'question-withdrawn', questionId: 'q' });
	};
	await ask();
	expect(enter('1')).toEqual(['The question is gone, so the number was not sent. Type it again to send it.']);
	world.advance(100);
	expect(enter('1')).toEqual(['The question is gone, so the number was not sent. Type it again to send it.']);
	expect(requests.filter((request) => request.type === 'send')).toEqual([]);
	world.advance(2000);
	enter('1');
	expect(requests.filter((request) => request.type === 'send')).toHaveLength(1);
});

test('Words under a question are a prompt, enter alone says the question again, and escape answers safely.', async () => {
	const { world, controller, enter, answers, requests } = await begin();
	world.app.dispatch(editQuestion);
	world.advance(200);
	world.advance(2000);
	expect(enter('')).toContain('Permission: Edit src/a.ts.');
	enter('wait a bit');
	expect(requests.at(-1)).toMatchObject({ type: 'send', text: 'wait a bit' });
	expect(answers()).toEqual([]);
	world.advance(2000);
	controller.key(keyOf('escape'));
	expect(answers()).toHaveLength(1);
});

test('What is cut is counted, nothing of it is allowed for always, and o reads the rest.', async () => {
	const { world, said, enter } = await begin();
	world.app.dispatch(longQuestion(300));
	world.advance(200);
	world.advance(1000);
	expect(said.some((line) => /^\d+ more lines\. Type o/.test(line))).toBe(true);
	expect(said).not.toContain('echo line 299 of the script');
	expect(enter('o')).toContain('echo line 299 of the script');
});

test('A plan takes a number, or words as what should change.', async () => {
	const { world, enter, answers, said } = await begin();
	world.app.dispatch(planQuestion);
	world.advance(200);
	world.advance(2000);
	expect(said).toContain('60. Step number 60 of the plan');
	enter('use fewer steps');
	expect(answers()).toEqual([expect.objectContaining({ choice: 'keep-planning', feedback: 'use fewer steps' })]);
});

test('Lists are numbered: a number chooses, enter alone closes.', async () => {
	const { world, enter, requests } = await begin(false);
	expect(enter('/mode')).toContain('3 plan, nothing changes until you approve a plan.');
	enter('3');
	expect(world.app.getState().mode.mode).toBe('plan');
	enter('/mode');
	expect(enter('')).toEqual([spoken.closed]);
	expect(enter('/nosuch').join()).not.toContain('Mode:');
	enter('/help');
	expect(requests).toContainEqual({ type: 'load-panel', name: 'help' });
});

test('A long silence is broken once in a while, and nothing runs while nothing happens.', async () => {
	const { world, said } = await begin();
	world.advance(31_000);
	expect(said.filter((line) => line.startsWith('Still working')).length).toBe(1);
	await end(world);
	await settle();
	world.advance(1000);
	const count = said.length;
	world.advance(600_000);
	expect(said).toHaveLength(count);
	expect(said.some((line) => line.startsWith('Done. '))).toBe(true);
});

test('What would end the turn is asked with numbers, and its words are not lost.', async () => {
	const { controller, enter, requests } = await begin();
	const sent = () => requests.filter(({ type }) => type === 'send');
	const asked = enter('/new fix the bug');
	expect(asked.join(' ')).toContain(AGENT_WORKS);
	expect(asked.join(' ')).toContain('1 Stop it and start a new conversation.');
	enter('2');
	expect(controller.getUi().composer.draft.text).toBe('/new fix the bug');
	expect(sent()).toEqual([]);
	controller.key(keyOf('enter'));
	enter('1');
	expect(sent()).toMatchObject([{ text: 'fix the bug' }]);
	expect(controller.getUi().composer.draft.text).toBe('');
	expect(requests.some((request) => request.type === 'dispatch' && request.event.type === 'new-session')).toBe(true);
});
