import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../drive/desk.js';
import { launch, type Screen } from '../drive/screen.js';

const AGENT = `${process.execPath} ${join(root, 'test/agents/steering.mjs')}`;

async function steer(screen: Screen, words: string): Promise<void> {
	screen.type(words);
	await screen.until((now) => now.draft() === words);
	screen.press('alt+enter');
	await screen.until((now) => now.draft() !== words);
}

const count = (screen: Screen, words: string): number => screen.text().split(words).length - 1;

test('Words go into the running turn, or follow it, once each, whatever the agent makes of them', async () => {
	const screen = await launch({ args: ['--agent-command', AGENT], until: 'Ask for' });
	await screen.send('hold on');
	await screen.until('Prompt 1: hold on');
	await screen.until('enter queues it, alt+enter sends it now');
	await steer(screen, 'echo the tests');
	await screen.until('Steered 2: echo the tests');
	await screen.until('sent into the running turn');
	expect(count(screen, '› echo the tests')).toBe(1);
	await steer(screen, 'failed but wanted');
	await screen.until('Your words did not go into the running turn');
	await screen.until('queued 1: failed but wanted');
	// The turn ends before the agent has taken the words: they are the next prompt, before what waited.
	await steer(screen, 'end of this');
	await screen.until('Prompt 3: failed but wanted');
	await screen.until('Prompt 4: end of this');
	await screen.until((now) => now.draft().startsWith('Ask'));
	expect([count(screen, '› end of this'), count(screen, '› failed but wanted')]).toEqual([1, 1]);
});

test('An agent that cannot be steered is asked for nothing: the same key stops and sends', async () => {
	const screen = await launch({ args: ['--agent-command', `${AGENT} plain`], columns: 40, rows: 12, until: 'Ask for' });
	await screen.send('hold on');
	await screen.until('Prompt 1: hold on');
	screen.type('instead');
	await screen.until('enter queue');
	screen.press('alt+enter');
	await screen.until('1 Stop and send');
	screen.type('1');
	await screen.until('Prompt 2: instead');
	await screen.until((now) => now.draft().startsWith('Ask'));
});
