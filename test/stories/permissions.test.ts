import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { LEAST_PAUSE } from '../../src/view/panel/guard.js';
import { type Desk, openDesk } from '../drive/desk.js';
import { launch } from '../drive/screen.js';
import { permissionPrompt } from './prompts.js';

/** A command that is neither read-only nor of lasting effect. */
const COMMAND = 'git add notes.md';

const stored = (desk: Desk) => JSON.parse(readFileSync(join(desk.home, 'state', 'rules.json'), 'utf8'));

test('always for a project is shown before it is written, survives a restart, and can be taken back', async () => {
	const desk = openDesk();
	const first = await launch({ desk });
	await first.send(`/run ${COMMAND}`);
	const asked = await first.until(permissionPrompt);
	expect(asked).toMatch(/2 Always(?: allow)?… \(a\)/);
	expect(asked).toMatch(/4 “Allow this command for the session” \(.*remembered by the agent/);
	first.press('a');
	const shown = await first.until('nothing is written yet');
	expect(shown).toContain(`rule    Execute(${COMMAND})`);
	expect(shown).toContain(`allows  exactly the command ${COMMAND}`);
	expect(() => stored(desk)).toThrow('ENOENT');
	first.press('escape');
	await first.until('2 Always');
	await first.until(permissionPrompt);
	first.press('2');
	await first.until('nothing is written yet');
	first.press('2');
	await first.until(/printed nothing/);
	first.press('ctrl+d');
	expect((await first.exit()).code).toBe(0);
	expect(stored(desk).projects[desk.workspace]).toMatchObject([
		{ decision: 'allow', text: `Execute(${COMMAND})`, words: `exactly the command ${COMMAND}` },
	]);
	expect(statSync(join(desk.home, 'state', 'rules.json')).mode & 0o777).toBe(0o600);

	const second = await launch({ desk });
	await second.send(`/run ${COMMAND}`);
	// Nothing is asked: it runs at once, and its card says why.
	await second.until(/printed nothing/);
	second.press('ctrl+o');
	await second.until(`allowed by rule Execute(${COMMAND}), remembered for this project`);
	second.press('ctrl+o');
	await second.until('╰──');
	await second.send('/permissions');
	await second.until(`1 allow Execute(${COMMAND})`);
	second.press('enter');
	await second.until('enter again removes it');
	// A key that is held down confirms nothing.
	await wait(LEAST_PAUSE + 100);
	second.press('enter');
	await second.until(`Removed the rule allow Execute(${COMMAND})`);
	await second.send(`/run ${COMMAND}`);
	await second.until(permissionPrompt);
	second.press('n');
	// While the agent still speaks, ctrl+d asks before it leaves.
	await second.until((now) => now.text().includes('denied') && now.draft().startsWith('Ask'));
	second.press('ctrl+d');
	await second.exit();
	expect(stored(desk).projects).toEqual({});
});

test('a rule that cannot be read ends the start with file, line and key', async () => {
	const desk = openDesk();
	desk.write('.acp-tuirc.json', '{\n  "permissions": {\n    "deny": ["Read(.env)", "Bash(x)"]\n  }\n}');
	const screen = await launch({ desk, until: null });
	expect((await screen.exit()).code).toBe(2);
	expect(screen.text().replaceAll('\n', '')).toContain('.acp-tuirc.json:3: permissions.deny[1] "Bash(x)"');
});
