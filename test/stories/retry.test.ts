import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Desk, openDesk, root } from '../drive/desk.js';
import { run } from '../drive/run.js';
import { launch, type Screen } from '../drive/screen.js';

const BUSY = { error: { code: 429, message: 'Too many requests' } };
const ANSWER = { echo: true };

/** The arguments that start an agent that answers each prompt with the next step of the script. */
function failing(desk: Desk, script: readonly object[], seconds: number): readonly string[] {
	writeFileSync(join(desk.home, 'script.json'), JSON.stringify(script));
	desk.config({ retry: { seconds } });
	const agent = join(root, 'test', 'agents', 'fails.mjs');
	return ['--agent-command', `node ${agent} ${join(desk.home, 'script.json')} ${join(desk.home, 'sent.log')}`];
}

const start = (script: readonly object[], seconds: number, more: readonly string[] = []): Promise<Screen> => {
	const desk = openDesk();
	const until = more.length === 0 ? 'Scripted' : 'Scripted is ready.';
	return launch({ desk, args: [...failing(desk, script, seconds), ...more], until });
};

/** The prompts that the agent got. */
const sent = (desk: Desk): readonly string[] => readFileSync(join(desk.home, 'sent.log'), 'utf8').trimEnd().split('\n');

test('a busy service is tried again after a countdown, with the same prompt, which is shown once', async () => {
	const screen = await start([BUSY, BUSY, ANSWER], 0.3);
	await screen.send('try it');
	await screen.until('● try it');
	expect(screen.text()).toMatch(/↻ Service busy, again after 0\.\ds \(1\/4\)[\s\S]*\(2\/4\)/);
	expect(screen.text().match(/› try it/g)).toHaveLength(1);
	const prompts = sent(screen.desk);
	expect(prompts).toHaveLength(3);
	expect(new Set(prompts).size).toBe(1);
});

test('-p sends it again, tells each time, and says in its JSON how often and why', async () => {
	const desk = openDesk();
	const args = failing(desk, [BUSY, { exit: 3 }, ANSWER], 0.1);
	const again = await run(desk, ...args, '-p', 'hello', '--output-format', 'json');
	expect(JSON.parse(again.out)).toMatchObject({ exitCode: 0, retries: 2, errorClass: null, result: 'hello' });
	expect(again.err).toMatch(/Sending it again in 0\.\ds \(1 of 2\)\.[\s\S]*Starting it again/);
	const late = openDesk();
	const waiting = { error: { code: 503, message: 'x', data: { retryAfter: 60 } } };
	const timed = await run(late, ...failing(late, [waiting], 1), '-p', 'x', '--timeout', '3', '--output-format', 'json');
	expect(JSON.parse(timed.out)).toMatchObject({ exitCode: 6, retries: 0, errorClass: 'rateLimited' });
	const none = openDesk();
	const refused = await run(none, ...failing(none, [BUSY, ANSWER], 1), '-p', 'x', '--retries', '0');
	expect(refused).toMatchObject({ code: 1, out: '' });
});
