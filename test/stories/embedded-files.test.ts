import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDesk } from '../drive/desk.js';
import { launch, type Screen } from '../drive/screen.js';

const SECRET = 'Answer in the language of the question';

test('what the agent sends is saved and opened on a key; what is for its model alone stays folded', async () => {
	const desk = openDesk();
	const bin = join(desk.home, 'bin');
	mkdirSync(bin, { recursive: true });
	const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
	writeFileSync(join(bin, opener), `#!/bin/sh\ncp "$1" '${desk.home}/shown'\n`);
	chmodSync(join(bin, opener), 0o755);
	const screen: Screen = await launch({ desk, rows: 45, env: { PATH: `${bin}:${desk.env['PATH']}`, DISPLAY: ':7' } });
	await screen.send('/gallery content');
	await screen.until((now) => now.text().includes('⋯ for the agent only') && !now.text().includes('esc stops'));
	await screen.until('page.pdf · application/pdf');
	expect(screen.text()).not.toContain(SECRET);
	expect(screen.text()).toContain('changed 2026-03-14');
	await screen.send('/save');
	await screen.until('acp-tui-data.bin');
	screen.press('escape');
	await screen.until((now) => !now.text().includes('acp-tui-data.bin'));
	// The newest first: the index for the model, the PDF, the data …
	await screen.send('/save 3');
	await screen.until('acp-tui-data.bin (6 B)');
	const saved = join(desk.workspace, 'acp-tui-data.bin');
	expect([...readFileSync(saved)]).toEqual([0, 1, 2, 3, 4, 5]);
	expect(statSync(saved).mode & 0o777).toBe(0o600);
	await screen.send('/save 3');
	await screen.until('acp-tui-data-2.bin (6 B)');
	await screen.send('/open 1');
	await screen.until('Opened in another window');
	// The viewer runs on its own.
	const shown = join(desk.home, 'shown');
	await screen.until(() => existsSync(shown) && readFileSync(shown, 'latin1').includes('%PDF-1.4'));
	screen.press('ctrl+d');
	await screen.exit();
});
