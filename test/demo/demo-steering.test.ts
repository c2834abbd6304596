import { expect, test } from 'vitest';
import { startDemo } from './harness.js';

const OPT_IN = { steering: { idleBehavior: 'promptRequired' } };

async function working() {
	const demo = await startDemo({ pace: 1 });
	const turn = demo.prompt('/slow 600');
	await demo.seen.until((seen) => seen.updates.some((update) => update['sessionUpdate'] === 'tool_call'));
	const steer = (text: string, _meta: object = OPT_IN): Promise<unknown> =>
		demo.connection.agent.request<unknown, unknown>('_session/steering', {
			sessionId: demo.opened.sessionId,
			prompt: [
				{ type: 'text', text: 'A note of the client.\n\n' },
				{ type: 'text', text },
			],
			_meta,
		});
	return { demo, turn, steer };
}

test('words in the middle of a turn are answered there, and stop it where they say so', async () => {
	const { demo, turn, steer } = await working();
	expect(await steer('mind the\n\ntests')).toEqual({ outcome: 'injected' });
	await demo.seen.until(() => demo.said.includes('I go on with that in mind.'));
	expect(demo.said).toContain('> mind the\n> \n> tests');
	expect(demo.said).not.toContain('A note of the client');
	await steer('stop');
	expect(await turn).toBe('end_turn');
	expect(demo.said).toContain('Then I stop here.');
	expect(demo.tools.every((tool) => tool['status'] !== 'in_progress')).toBe(true);
});

test('between turns the words stay with the client', async () => {
	const { turn, steer } = await working();
	await steer('stop');
	await turn;
	expect(await steer('more')).toEqual({ outcome: 'promptRequired', reason: 'noRunningTurn' });
	await expect(steer('more', {})).rejects.toThrow();
	await expect(steer('more', { steering: {} })).rejects.toThrow();
});
