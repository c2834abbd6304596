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

test('an agent that never asks breaks a deny rule: that is said, named in the JSON, and no success', async () => {
	const desk = openDesk();
	const { code, result, err } = await script(desk, 'never', 'edit notes.md', '--deny', 'Edit(**)');
	expect(code).toBe(1);
	expect(result).toMatchObject({
		exitCode: 1,
		asks: false,
		unasked: [{ title: 'Edit notes.md', broke: 'rule' }],
		denied: [],
		changes: [{ path: 'notes.md' }],
		error: expect.stringContaining('deny rule or plan mode'),
	});
	expect(err).toContain('Done without asking: Edit notes.md (denied by command line rule Edit(**))');
});

test.each(['edit notes.md', 'run touch made'])('plan mode that was broken by “%s” is no success', async (words) => {
	const { code, result, err } = await script(openDesk(), 'never', words, '-m', 'plan');
	expect(code).toBe(1);
	expect(result).toMatchObject({ asks: false, unasked: [{ broke: 'plan' }] });
	expect(err).toContain('Done without asking');
});

test('one that asks is denied as ever, and is known to ask', async () => {
	const desk = openDesk();
	for (const args of [
		['--deny', 'Edit(**)'],
		['-m', 'plan'],
	]) {
		const { code, result } = await script(desk, 'asks', 'edit notes.md', ...args);
		expect(code).toBe(7);
		expect(result).toMatchObject({ asks: true, unasked: [], denied: [{ title: 'Edit notes.md' }] });
	}
	expect((await script(desk, 'asks', 'hello')).result).toMatchObject({ asks: true });
	expect((await script(openDesk(), 'asks', 'hello')).result).toMatchObject({ asks: null });
});

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
		expect(screen.text()).not.toContain('watched');
	}
});

test('the first unasked edit is told, marked, and named where the rules are listed', async () => {
	const screen = await launch({ args: [...agent('never'), '--deny', 'Edit(**)'], until: 'Scripted' });
	await screen.send('edit notes.md');
	await screen.until('Done although command line rule Edit(**) denies it: Edit notes.md');
	await screen.until('default (watched)');
	await screen.send('/status');
	await screen.until(/asks first +not always: 1 action without asking in this session, last “Edit notes\.md”/);
	await screen.send('/permissions');
	await screen.until('broken: this agent did not ask before “Edit notes.md”');
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
	expect(screen.text()).not.toContain('told to ask again');
});
