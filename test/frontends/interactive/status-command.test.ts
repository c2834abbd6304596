import { expect, test } from 'vitest';
import type { HookEnd } from '../../../src/core/hooks/hook.js';
import type { SessionState } from '../../../src/core/session/state.js';
import { factsOf, StatusCommand } from '../../../src/frontends/interactive/status-command.js';
import { lineText } from '../../../src/view/spans.js';
import { happen, settlePromises, working } from '../../app/world.js';

const wrote = (stdout: string): HookEnd => ({ type: 'exited', code: 0, signal: null, stdout, stderr: '' });

async function following(answer: (input: string) => HookEnd) {
	const world = await working();
	const inputs: string[] = [];
	const lines: string[] = [];
	const command = new StatusCommand({
		command: 'x',
		clock: world.clock,
		run: async (_, input) => {
			inputs.push(input);
			return answer(input);
		},
		onLine: (line) => lines.push(lineText(line)),
	});
	command.follow(world.app);
	await settlePromises();
	return { world, inputs, lines, command };
}

test('The command gets the facts of the session, and the first line that it writes is shown.', async () => {
	const { inputs, lines } = await following(() => wrote('\u001b[31mred\u001b[0m and plain\nmore'));
	expect(JSON.parse(inputs[0] ?? '')).toMatchObject({ sessionId: 's1', cwd: '/w', mode: 'default', isWorking: true });
	expect(lines).toEqual(['red and plain']);
});

test.each<[string, HookEnd, string]>([
	[
		'fails',
		{ type: 'exited', code: 3, signal: null, stdout: '', stderr: 'no\u001b[2Jtoken\nmore' },
		'ended with 3: no',
	],
	['is too slow', { type: 'late' }, 'longer than 200 ms'],
	['floods', { type: 'flooded' }, 'wrote too much'],
	['does not start', { type: 'not-started', because: 'ENOENT' }, 'did not start: ENOENT'],
])('A command that %s says so in the line.', async (_, end, words) => {
	const { lines } = await following(() => end);
	expect(lines.join()).toContain(words);
	expect(lines.join()).not.toContain('\u001b');
});

test('Escape sequences other than colours reach no screen.', async () => {
	const { lines } = await following(() =>
		wrote('a\u001b[2J\u001b]0;title\u0007\u001b[10;10Hb\u001b]8;;http://x\u0007c'),
	);
	expect(lines.join()).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
});

test('After the end nothing runs and nothing is shown.', async () => {
	const { world, inputs, lines, command } = await following(() => wrote('x'));
	command.stop();
	await happen(world, { type: 'usage', usage: { used: 1, size: 10 } });
	world.advance(10_000);
	await settlePromises();
	expect([inputs.length, lines.length]).toEqual([1, 1]);
});

test('The facts hold what the session knows.', async () => {
	const world = await working();
	const state: SessionState = { ...world.app.getState(), branch: 'main', title: 'Fix it' };
	expect(JSON.parse(factsOf(state))).toMatchObject({ branch: 'main', title: 'Fix it', queued: 0, cost: null });
});
