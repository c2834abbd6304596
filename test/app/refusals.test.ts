import { expect, test } from 'vitest';
import type { AppOptions } from '../../src/app/app-options.js';
import { end, never, say, settle, started, type World, working } from './world.js';

async function refuse(world: World, times: number): Promise<void> {
	for (let time = 0; time < times; time += 1) {
		await world.host.writeTextFile({ sessionId: 's1', path: `/w/${time}.ts`, content: 'x' }, never);
	}
	await settle();
}

const planning = (options: Partial<AppOptions> = {}): Promise<World> => working({ mode: 'plan', ...options });
const questions = (world: World): string[] => world.app.getState().questions.map((question) => question.kind);

test('After the fifth refusal in a turn the user is asked, once; the agent is refused on.', async () => {
	const world = await planning();
	await refuse(world, 4);
	expect(questions(world)).toEqual([]);
	await refuse(world, 1);
	expect(questions(world)).toEqual(['refusals']);
	await refuse(world, 10);
	expect(questions(world)).toEqual(['refusals']);
	expect(world.disk.size).toBe(0);
});

test.each([
	['refuse', { mode: 'plan', isCancelled: false }],
	['stop', { mode: 'plan', isCancelled: true }],
	['leave', { mode: 'default', isCancelled: false }],
	['dismiss', { mode: 'plan', isCancelled: false }],
] as const)('The answer “%s” is carried out, and the question does not come back.', async (choice, expected) => {
	const world = await planning();
	await refuse(world, 5);
	const questionId = world.app.getState().questions[0]?.id ?? '';
	world.app.dispatch(
		choice === 'dismiss'
			? { type: 'answer', questionId, outcome: { type: 'cancelled' } }
			: { type: 'answer-refusals', questionId, choice },
	);
	await settle();
	const { mode, turn } = world.app.getState();
	expect({ mode: mode.mode, isCancelled: turn?.cancelledAt !== undefined }).toEqual(expected);
	expect(questions(world)).toEqual([]);
});

test('Leaving plan mode by hand makes the question void; so does the end of the turn.', async () => {
	const world = await planning();
	await refuse(world, 5);
	world.app.dispatch({ type: 'set-mode', mode: 'default' });
	expect(questions(world)).toEqual([]);
	const other = await planning();
	await refuse(other, 5);
	await end(other, 'cancelled');
	expect(questions(other)).toEqual([]);
});

test('Where nobody can be asked, refusing goes on and the denials are counted.', async () => {
	const world = await started({ mode: 'plan', isHeadless: true });
	await say(world, 'go');
	await refuse(world, 7);
	expect(questions(world)).toEqual([]);
	expect(world.app.getState().turn?.refusedInPlan).toBe(7);
	expect(world.events.filter((event) => event.type === 'decided')).toHaveLength(7);
});
