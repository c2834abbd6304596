import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { type Desk, openDesk, root } from '../drive/desk.js';
import { launch, type Screen } from '../drive/screen.js';

/** Puts an index into the desk's data folder that has one agent more, an executable on this machine. */
function offer(desk: Desk, content: string, sha256?: string): void {
	const archive = join(desk.home, 'harbour-agent');
	writeFileSync(archive, content, { mode: 0o644 });
	const arch = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
	const target = {
		archive: pathToFileURL(archive).href,
		cmd: './harbour-agent',
		sha256: sha256 ?? createHash('sha256').update(content).digest('hex'),
	};
	const distribution = { binary: { [`${process.platform}-${arch}`]: target } };
	const agents = [{ id: 'harbour', name: 'Harbour', version: '1.0.0', description: 'Knows the tides', distribution }];
	const data = join(desk.home, 'state', 'data');
	mkdirSync(data, { recursive: true, mode: 0o700 });
	const kept = { version: 1, from: join(desk.home, 'registry.json'), fetchedAt: '2026-11-22T00:00:00.000Z' };
	writeFileSync(join(data, 'registry.json'), JSON.stringify({ ...kept, text: JSON.stringify({ agents }) }));
}

const agent = `#!/bin/sh\nexec node '${join(root, 'dist', 'demo.js')}'\n`;

test('Where nothing is set up the demo answers, and /agent installs another agent and goes on with it.', async () => {
	const desk = openDesk();
	offer(desk, agent);
	const screen = await launch({ desk, columns: 40, rows: 12 });
	await screen.until('/agent chooses');
	await screen.send('/agent');
	await screen.until('On this machine');
	screen.type('tides');
	await screen.until('Harbour');
	screen.press('enter');
	await screen.until('Install Harbour?');
	screen.press('up');
	await screen.until(/▸ +1 Install it/);
	screen.press('enter');
	await screen.until('Harbour is installed');
	await screen.until('Switching to harbour');
	await screen.send('Hello, who are you?');
	await screen.until('minutes.');
});

test('An agent whose bytes are others than the index says is not installed, and the one before stays.', async () => {
	const desk = openDesk();
	offer(desk, agent, 'a'.repeat(64));
	const screen = await launch({ desk });
	await screen.send('/agent');
	await screen.until('Can be installed');
	await screen.until('Harbour');
	screen.type('harbour');
	await screen.until('Agents with');
	screen.press('enter');
	await screen.until('Install Harbour?');
	screen.press('up');
	await screen.until(/▸ +1 Install it/);
	screen.press('enter');
	await screen.until('The registry’s hash does not match the archive');
	expect(screen.text()).not.toContain('is installed');
	await screen.send('Hello, who are you?');
	await screen.until('it takes two minutes.');
});

test('A screen reader gets the agents by numbers, finds them by words, and goes back from one that does not start.', async () => {
	const desk = openDesk();
	desk.config({ agents: { broken: { command: join(desk.home, 'ends-at-once') } } });
	writeFileSync(join(desk.home, 'ends-at-once'), '#!/bin/sh\nexit 7\n', { mode: 0o755 });
	const isReady = (now: Screen): boolean => now.text().includes('Demo agent is ready.');
	const screen = await launch({ desk, args: ['--screen-reader'], until: isReady });
	const enter = async (words: string): Promise<void> => {
		screen.type(words);
		await screen.until((now) => now.lines().some((line) => line.trim() === `> ${words}`));
		screen.press('enter');
	};
	await enter('/agent');
	await screen.until('Type a number, or words to search.');
	await enter('broken');
	await screen.until(/^Agents with “broken”:$/m);
	await screen.until(/^1 broken/m);
	await enter('1');
	await screen.until(/^1 Go back to demo/m);
	await enter('1');
	await screen.until(/Switching to demo/);
	// What it said at the start is far above by now.
	await screen.until('Demo agent is ready.');
});
