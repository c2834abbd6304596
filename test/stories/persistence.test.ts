import { existsSync, mkdirSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Desk, openDesk } from '../drive/desk.js';
import { run } from '../drive/run.js';
import { launch } from '../drive/screen.js';

/** A desk with a temporary folder of its own, and what was made below the state folder's parent while it was used. */
function openWatchedDesk(): Desk & { readonly made: ReadonlySet<string>; left(): readonly string[] } {
	const desk = openDesk();
	const temporary = join(desk.home, 'tmp');
	mkdirSync(temporary);
	const made = new Set<string>();
	const watcher = watch(desk.home, (_, name) => name !== null && made.add(name));
	onTestFinished(() => watcher.close());
	return {
		...desk,
		env: { ...desk.env, TMPDIR: temporary },
		made,
		left: () => readdirSync(temporary).filter((name) => name.startsWith('acp-tui-')),
	};
}

test('with --no-persistence a run without an interface neither makes nor writes the state folder', async () => {
	const desk = openWatchedDesk();
	const ran = await run(desk, '-p', '/edit notes.md', '--allow', 'Edit', '--no-persistence');
	expect(ran).toMatchObject({ code: 0, err: '' });
	expect(desk.read('notes.md')).toContain('demo agent');
	expect(desk.made.has('state')).toBe(false);
	expect(existsSync(join(desk.home, 'state'))).toBe(false);
	expect(desk.left()).toEqual([]);
});

test('with nothing kept, a change can be taken back, “always” holds for the run, and nothing is left', async () => {
	const desk = openWatchedDesk();
	desk.config({ persistence: false });
	const screen = await launch({ desk, rows: 50, args: ['--mode', 'plan'] });
	await screen.send('/stubborn');
	await screen.until('alt+u or /undo undoes this');
	expect(desk.left()).toHaveLength(1);
	await screen.send('/undo all');
	await screen.until('(deleted).');
	await screen.send('/mode default');
	await screen.until((now) => now.draft().startsWith('Ask') && !now.text().includes('▪ plan'));
	await screen.send('/edit notes.md');
	await screen.until('y yes');
	screen.press('2');
	await screen.until('nothing is written yet');
	screen.press('2');
	await screen.until('This rule holds until you leave: nothing of this run is kept.');
	await screen.until((now) => now.draft().startsWith('Ask'));
	screen.press('ctrl+d');
	expect(await screen.exit()).toEqual({ code: 0, signal: 0 });
	expect(desk.made.has('state')).toBe(false);
	expect(existsSync(join(desk.home, 'state'))).toBe(false);
	expect(desk.left()).toEqual([]);
});

test('what /undo needs is gone after kill -9, too', async () => {
	const desk = openWatchedDesk();
	const screen = await launch({ desk, env: { ACP_TUI_NO_PERSISTENCE: '1' }, rows: 50, args: ['--mode', 'plan'] });
	expect(screen.text()).toContain('Nothing of this run is kept');
	await screen.send('/stubborn');
	await screen.until('alt+u or /undo undoes this');
	expect(desk.left()).toHaveLength(1);
	screen.signal('SIGKILL');
	await screen.exit();
	await vi.waitFor(() => expect(desk.left()).toEqual([]), { timeout: 10_000, interval: 50 });
	expect(existsSync(join(desk.home, 'state'))).toBe(false);
});
