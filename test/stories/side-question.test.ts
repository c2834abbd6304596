import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openDesk } from '../drive/desk.js';
import { launch } from '../drive/screen.js';

const script = fileURLToPath(new URL('../agents/side-question.mjs', import.meta.url));

/** Whether a file below the folder holds the words. */
function holds(folder: string, words: string): boolean {
	if (!existsSync(folder)) return false;
	return readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((name) => {
		const path = join(folder, name);
		return statSync(path).isFile() && readFileSync(path).includes(words);
	});
}

test('a side question is answered beside the work, changes nothing, and leaves nothing behind', async () => {
	const desk = openDesk();
	const log = join(desk.home, 'log');
	const target = join(desk.workspace, 'a.txt');
	const args = ['--agent-command', `${process.execPath} ${script} log=${log}`, '--mode', 'acceptEdits'];
	const screen = await launch({ desk, args, until: 'Scripted', columns: 90, rows: 24 });
	const isLogged = (words: string) => () => existsSync(log) && readFileSync(log, 'utf8').includes(words);
	await screen.send('go');
	await screen.until('working');
	await screen.send(`/btw write ${target}`);
	// The work is in sight above it, and goes on.
	await screen.until(/working.*Side question.*refused.*Working/s);
	expect(existsSync(target)).toBe(false);
	screen.type('t');
	await screen.until('The answer is in the draft');
	await screen.until(/> I asked on the side: write|refused: Refused/);
	await screen.until(isLogged('session/delete side-2'));
	screen.press('ctrl+c');
	await screen.until(isLogged('session/cancel main'));
	// Until the turn has ended the same key is for the turn, and not for the draft.
	await screen.until('■ Stopped');
	screen.press('ctrl+c');
	await screen.until('Ask for anything');
	// One that is being answered when the program ends is closed and deleted all the same.
	await screen.send('/btw hang');
	await screen.until('a part');
	screen.press('tab');
	await screen.until('/btw: answering');
	screen.press('ctrl+d');
	expect(await screen.exit()).toEqual({ code: 0, signal: 0 });
	expect(readFileSync(log, 'utf8')).toMatch(/session\/cancel side-3\nsession\/close side-3\nsession\/delete side-3\n/);
	// Of the conversation something is kept, of the side question nothing.
	expect(holds(desk.home, 'working')).toBe(true);
	expect(holds(desk.home, 'a part')).toBe(false);
	expect(holds(desk.home, '/btw hang')).toBe(false);
});
