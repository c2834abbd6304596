import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDesk, root } from '../drive/desk.js';
import { launch, type Screen } from '../drive/screen.js';

test('an agent that is killed in the middle of a turn comes back with its session; /restart brings it back as well', async () => {
	const desk = openDesk();
	const agent = join(root, 'test', 'agents', 'killed.mjs');
	const trace = join(root, 'test', 'fixtures', 'traces', 'claude', 'read.jsonl');
	const command = `node ${agent} ${trace} 8 ${join(desk.home, 'asked.log')} resume`;
	const screen = await launch({ desk, args: ['--agent-command', command], until: 'Scripted' });
	await screen.send('first');
	await screen.until('✗ The agent was ended by SIGKILL.');
	await screen.until('Session resumed.');
	await screen.send('second');
	await screen.until('● answer to second');
	await screen.send('/restart');
	await screen.until((now) => now.text().split('Session resumed.').length === 3);
	await screen.send('third');
	await screen.until('● answer to third');
	expect(
		readFileSync(join(desk.home, 'asked.log'), 'utf8')
			.trimEnd()
			.split('\n')
			.map((line) => JSON.parse(line)),
	).toEqual([
		['new'],
		['prompt', 'first'],
		['killed'],
		['resume', 's1'],
		['prompt', 'second'],
		['resume', 's1'],
		['prompt', 'third'],
	]);
});

test('an agent that crashes again and again is asked about; esc stops the start before', async () => {
	const desk = openDesk();
	const screen = await launch({
		desk,
		rows: 60,
		args: ['--agent-command', `node ${join(root, 'test', 'agents', 'crashes.mjs')} resume`],
		until: 'Scripted',
	});
	await screen.send('one');
	await screen.until('The agent crashed · starts again in');
	screen.press('escape');
	await screen.until('The agent quit · enter starts it again');
	screen.press('enter');
	const times = (text: string, count: number) => (now: Screen) => now.text().split(text).length === count + 1;
	for (const [index, words] of ['two', 'three', 'four'].entries()) {
		await screen.until(times('Session resumed.', index + 1));
		await screen.send(words);
		await screen.until(times('exited with code 42', index + 2));
		if (words !== 'four') screen.press('enter');
	}
	await screen.until('The agent crashed 4 times');
	screen.press('down');
	screen.press('down');
	screen.press('enter');
	await screen.until('The agent quit · enter starts it again');
});
