import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Desk, openDesk } from '../drive/desk.js';
import { run } from '../drive/run.js';
import { launch } from '../drive/screen.js';
import { permissionPrompt } from './prompts.js';

const stub = fileURLToPath(new URL('../agents/permissions.mjs', import.meta.url));
const agent = (...args: readonly string[]): readonly string[] => [
	'--agent-command',
	[process.execPath, stub, ...args].join(' '),
];

/** A run without a terminal: its code, its JSON, and what it said beside it. */
async function script(desk: Desk, habit: string, ...args: readonly string[]) {
	const { code, out, err } = await run(desk, ...agent(habit), '--output-format', 'json', '-p', ...args);
	return { code, result: JSON.parse(out), err };
}

test('what an agent showed is kept: the next session says so before anything happens, in plan mode too', async () => {
	const desk = openDesk();
	await script(desk, 'never', 'edit notes.md');
	const { err } = await script(desk, 'never', 'hello', '-m', 'plan');
	expect(err).toContain('edited files without asking in an earlier session. Plan mode does not stop it.');
	for (const mode of ['plan', 'default']) {
		const screen = await launch({ desk, args: [...agent('never'), '-m', mode], until: 'without asking' });
		expect(screen.text()).toContain(`${mode} (watched)`);
	}
	// Another version, another name: nobody knows yet.
	for (const other of [agent('never', 'scripted', '2.0.0'), agent('never', 'other')]) {
		const screen = await launch({ desk, args: other, until: 'Scripted' });
		expect(screen.text()).not.toContain('(watched)');
	}
});

test('an «always» of the agent’s own is seen in the footer, and taken back in /mode', async () => {
	const screen = await launch({ args: agent('always'), until: '○ default' });
	await screen.send('edit one.md');
	await screen.until(permissionPrompt);
	screen.press(/(\d) “Yes, allow all edits/.exec(screen.text())?.[1] ?? '');
	await screen.until('agent allows edits itself');
	await screen.send('edit two.md');
	await screen.until('did this without asking: Edit two.md');
	expect(screen.desk.read('two.md')).not.toBeNull();
	await screen.send('/mode');
	await screen.until('ask again');
	screen.press('end');
	await screen.until(/▸ +(?:\d+ )?ask again/);
	screen.press('enter');
	await screen.until('agent was set to ask again');
	await screen.send('edit three.md');
	await screen.until(permissionPrompt);
	expect(screen.desk.read('three.md')).toBeNull();
	expect(screen.text()).not.toContain('set to ask again');
});
