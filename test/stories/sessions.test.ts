import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Desk, openDesk } from '../drive/desk.js';
import { launch, type Screen } from '../drive/screen.js';
import { quit, withoutBriefing } from './prompts.js';

const LIGHTHOUSE = 'lighthouse00';
const HARBOUR = 'harbour00000';

const folder = ({ home }: Desk): string => join(home, 'state', 'sessions');

/** A desk on which two sessions were left, the harbour's the later one. */
function deskWithSessions(): Desk {
	const desk = openDesk();
	mkdirSync(folder(desk), { recursive: true, mode: 0o700 });
	keep(desk, LIGHTHOUSE, 7_200_000, 'Tell me of the lighthouse', 'Its lamp was lit first in 1871.');
	keep(desk, HARBOUR, 3_600_000, 'And of the harbour', 'The tide there is four metres.');
	return desk;
}

function keep(desk: Desk, id: string, age: number, prompt: string, answer: string): void {
	const at = Date.now() - age;
	const head = { format: 'acp-tui-session', version: 1, id, createdAt: at, cwd: realpathSync(desk.workspace) };
	const lines = [
		{ ...head, additionalDirectories: [], agent: 'demo', mode: 'default' },
		{ at, event: { type: 'prompt', prompt: { id: 'p1', text: prompt, blocks: [{ type: 'text', text: prompt }] } } },
		{ at, event: { type: 'session-ready' }, next: 1, turn: { id: 'turn-1', promptId: 'p1' } },
		{ at, event: { type: 'text', role: 'agent', text: answer, messageId: 'm1' } },
		{ at, event: { type: 'turn-ended', turnId: 'turn-1', reason: 'end_turn' }, turn: null },
	];
	const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
	writeFileSync(join(folder(desk), `${id}.jsonl`), text, { mode: 0o600 });
}

/** Leaves, and returns the id in the command that goes on with the session. */
async function leave(screen: Screen): Promise<string> {
	await quit(screen);
	expect(await screen.exit()).toMatchObject({ code: 0 });
	return /acp-tui --resume (\w+)/.exec(screen.text())?.[1] ?? '';
}

test('A session is found by what was said in it, shown, and gone on with; leaving names it.', async () => {
	const screen = await launch({ desk: deskWithSessions() });
	await screen.until(/1 {2}And of the harbour .*1 h ago/);
	await screen.send('/resume');
	await screen.until('2 sessions');
	screen.type('1871');
	await screen.until('“Its lamp was lit first in 1871.”');
	await screen.until('› Tell me of the lighthouse');
	screen.press('enter');
	await withoutBriefing(screen);
	expect(screen.text()).toContain('Tell me of the lighthouse');
	expect(screen.text()).not.toContain('And of the harbour');
	expect(await leave(screen)).toBe(LIGHTHOUSE);
});

test('-c goes on with the newest of this folder; -r with the beginning of an id does so from any folder.', async () => {
	const desk = deskWithSessions();
	const newest = await launch({ desk, args: ['-c'], until: 'The tide there is four metres.' });
	await withoutBriefing(newest);
	expect(await leave(newest)).toBe(HARBOUR);
	const named = await launch({ desk, cwd: desk.home, args: ['-r', 'lighth'], until: 'Its lamp was lit' });
	await named.until('Working in');
	await withoutBriefing(named);
	expect(await leave(named)).toBe(LIGHTHOUSE);
});
