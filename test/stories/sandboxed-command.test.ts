import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { probeNamespaces } from '../../src/services/sandbox/linux/probe-sandbox.js';
import { openDesk } from '../drive/desk.js';
import { launch } from '../drive/screen.js';
import { permissionPrompt } from './prompts.js';

const { works } = await probeNamespaces();

test.skipIf(!works)('a command that fails by its sandbox runs again without when the user says so', async () => {
	const desk = openDesk();
	const marker = join(desk.home, 'marker');
	const screen = await launch({ desk, columns: 80, rows: 30 });
	await screen.send(`/run touch ${marker}`);
	await screen.until(permissionPrompt);
	screen.press('y');
	const again = await screen.until(
		(now) => now.text().includes('Run this command again') && permissionPrompt.test(now.text()),
	);
	expect(again).toMatch(/most likely by its sandbox/);
	expect(existsSync(marker)).toBe(false);
	screen.press('n');
	await screen.until('ended with exit code 1');
	// Its output is broken at the edge of the card, inside of words, too.
	expect(screen.text().replaceAll(/\n\s*/g, '')).toContain('The user did not let it run');
	expect(existsSync(marker)).toBe(false);

	await screen.send(`/run touch ${marker}`);
	const asked = await screen.until(permissionPrompt);
	expect(asked).toContain('Runs sandboxed: may change the workspace and a private /tmp, no network');
	screen.press('y');
	await screen.until((now) => now.text().includes('Run this command again') && permissionPrompt.test(now.text()));
	screen.press('y');
	await screen.until('run again without the sandbox');
	await screen.until(() => existsSync(marker));
});
