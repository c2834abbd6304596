import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Desk, openDesk, root } from '../drive/desk.js';
import { launch, type Screen } from '../drive/screen.js';
import { possible } from '../services/sandbox/attacks/run-attacks.js';

const OWN_TOOLS = `${process.execPath} ${join(root, 'test', 'agents', 'own-tools.mjs')}`;
const hasCompiler = possible([{ name: '', line: '', needs: 'gcc' }]).length > 0;

/** Compiles one of ours to a file of the workspace, which the agent sees. */
function compile(desk: Desk, source: string, ...flags: readonly string[]): string {
	const file = join(desk.workspace, 'compiled');
	execFileSync('gcc', [...flags, '-o', file, join(root, source), '-lpthread']);
	return file;
}

/** Waits until the file is changed by whoever mapped it. */
async function untilChanged(desk: Desk): Promise<void> {
	const before = desk.read('notes.md');
	await expect.poll(() => desk.read('notes.md')).not.toBe(before);
}

/** Nothing changes the file while the agent works on, which it does. */
async function expectHeld(desk: Desk, screen: Screen): Promise<void> {
	const before = desk.read('notes.md');
	await screen.send('sh sleep 0.3; echo x >>notes.md; echo went on');
	await screen.until('Ran: 0 went on');
	await screen.until('cannot create notes.md: Read-only');
	expect(desk.read('notes.md')).toBe(before);
	expect(screen.text()).toContain('plan (enforced)');
}

describe.runIf(process.platform === 'linux' && hasCompiler)('a file that was mapped before plan mode', () => {
	test('is changed no more by a process that the agent started: that is ended, and named', async () => {
		const desk = openDesk();
		const calls = compile(desk, 'test/services/sandbox/attacks/calls.c');
		const args = ['--sandbox', 'fence', '--agent-command', OWN_TOOLS];
		const screen = await launch({ desk, args, until: 'Scripted' });
		const names = `F=${desk.workspace}/notes.md W=${desk.workspace} T=/tmp`;
		await screen.send(`sh ${names} setsid ${calls} keep-mapping >/dev/null 2>&1 & echo begun`);
		await screen.until('Ran: 0 begun');
		await untilChanged(desk);
		await screen.send('/mode plan');
		await screen.until('plan (enforced)');
		await screen.until('compiled');
		await expectHeld(desk, screen);
		await screen.send('/mode default');
		await screen.until('○ default');
		await screen.send('sh echo later >later.txt; cat later.txt');
		await screen.until('Ran: 0 later');
	});

	test('is changed no more by the agent itself: that is started again with the same conversation', async () => {
		const desk = openDesk();
		const library = compile(desk, 'test/agents/maps.c', '-shared', '-fPIC');
		const agent = `env LD_PRELOAD=${library} MAPPED=${desk.workspace}/notes.md ${OWN_TOOLS}`;
		const screen = await launch({ desk, args: ['--sandbox', 'fence', '--agent-command', agent], until: 'Scripted' });
		await screen.send('sh echo begun');
		await screen.until('Ran: 0 begun');
		await untilChanged(desk);
		await screen.send('/mode plan');
		await screen.until('The agent is started again, so that plan mode holds');
		await screen.until('plan (enforced)');
		await expectHeld(desk, screen);
	});
});
