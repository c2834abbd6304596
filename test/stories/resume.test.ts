import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Desk, openDesk, root } from '../drive/desk.js';
import { run } from '../drive/run.js';
import { launch } from '../drive/screen.js';

/** The arguments that start the agent whose sessions can be resumed in these ways. */
const withAgent = (...ways: readonly string[]): readonly string[] => [
	'--agent-command',
	`node ${join(root, 'test', 'agents', 'sessions.mjs')} ${ways.join(' ')}`,
];

const records = (desk: Desk): readonly string[] =>
	readdirSync(join(desk.home, 'state', 'sessions')).filter((name) => name.endsWith('.jsonl'));

type Printed = { readonly result: string; readonly resumed: string | null; readonly sessionId: string };

test('-p goes on in a session: its history is not printed, even after the answer, and one record holds it all', async () => {
	const desk = openDesk();
	await run(desk, '-p', 'prompt 1', ...withAgent('turns=1'));
	const loaded = await run(desk, '-p', 'prompt 2', '--continue', ...withAgent('load=late', 'turns=1'));
	expect(loaded).toMatchObject({ code: 0, out: 'answer 2\n', err: '' });
	const last = ['-p', 'prompt 3', '--continue', '--output-format', 'json', ...withAgent('resume=-32002', 'load=more')];
	const { out } = await run(desk, ...last);
	expect(JSON.parse(out) as Printed).toMatchObject({ result: 'answer 3', resumed: 'load', sessionId: 'new-1' });
	const dying = ['-p', 'prompt 4', '--continue', ...withAgent('resume=dies', 'load=dies')];
	const lost = await run(desk, ...dying);
	expect(lost).toMatchObject({
		code: 1,
		out: '',
		err: expect.stringContaining('The prompt went to no other session.'),
	});
	const briefed = await run(desk, ...dying, '--briefing');
	expect(briefed).toMatchObject({ code: 0, out: 'answer 4\n', err: expect.stringContaining('goes to a new one') });
	expect(records(desk)).toHaveLength(1);
});

test('the transcript is there at once, esc ends the waiting, and a briefing is offered', async () => {
	const desk = openDesk();
	await run(desk, '-p', 'prompt 1', ...withAgent());
	const screen = await launch({
		desk,
		args: ['--continue', ...withAgent('resume=never')],
		until: 'esc begins a new one below it',
	});
	expect(screen.text()).toContain('● answer 1');
	screen.press('escape');
	await screen.until('Hand the agent a briefing on the conversation above?');
	expect(screen.text()).toContain('session/resume was stopped');
	// Keys count once the question has been seen for a moment.
	await screen.until(/╭─ Confirm ─/);
	screen.press('2');
	await screen.until((now) => !now.text().includes('╭─ Confirm'));
	await screen.send('prompt 7');
	await screen.until('● answer 7');
});
