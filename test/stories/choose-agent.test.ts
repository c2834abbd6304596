import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'vitest';
import { type Desk, openDesk, root } from '../drive/desk.js';
import { launch } from '../drive/screen.js';

/** Puts an index into the desk's data folder that has one agent more, an executable on this machine. */
function offer(desk: Desk, content: string): void {
	const archive = join(desk.home, 'harbour-agent');
	writeFileSync(archive, content, { mode: 0o644 });
	const arch = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
	const target = {
		archive: pathToFileURL(archive).href,
		cmd: './harbour-agent',
		sha256: createHash('sha256').update(content).digest('hex'),
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
