import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { openDesk } from '../drive/desk.js';
import { run } from '../drive/run.js';
import { launch } from '../drive/screen.js';
import { quit } from './prompts.js';

const AGENT = ['--agent-command', `${process.execPath} ${resolve('test/agents/own-tools.mjs')}`, '--sandbox', 'shadow'];

test('in accept edits an agent of own tools changes the workspace at the turn’s end; git’s settings wait', async () => {
	const desk = openDesk();
	const line = 'sh echo new >made.txt; echo more >>notes.md; git config core.editor evil; cat made.txt';
	const { code, out, err } = await run(desk, '-p', line, ...AGENT, '--mode', 'acceptEdits', '--output-format', 'json');
	expect({ code, ...JSON.parse(out) }).toMatchObject({
		code: 0,
		result: 'Ran: 0 new',
		sandbox: { agent: 'shadow', shadow: { waiting: 1 } },
		changes: [{ path: 'made.txt' }, { path: 'notes.md' }],
	});
	expect(desk.read('made.txt')).toBe('new\n');
	expect(execFileSync('git', ['config', '--list'], { cwd: desk.workspace, encoding: 'utf8' })).not.toContain('evil');
	const id = /1 change waits in the shadow: acp-tui shadow show (\w+), then acp-tui shadow apply/.exec(err)?.[1] ?? '';
	expect(JSON.parse((await run(desk, 'shadow', 'list', '--json')).out)).toMatchObject([{ id, files: 1 }]);
	expect(JSON.parse(out).sandbox.shadow.id).toBe(id);
});

test('what an agent asks for there needs no rule, but for what reaches further; in plan mode it is dropped', async () => {
	const desk = openDesk();
	const before = desk.read('notes.md');
	const line = 'ask ./nothing-known 2>&1 >>notes.md; echo mine >>notes.md;; docker ps;; cat notes.md';
	const inDefault = await run(desk, '-p', line, ...AGENT, '--output-format', 'json');
	expect({ code: inDefault.code, ...JSON.parse(inDefault.out) }).toMatchObject({
		code: 0,
		result: expect.stringMatching(/^Ran: .*\nRefused: docker ps\nRan: [\s\S]*mine$/),
		denied: [{ title: 'docker ps', because: expect.stringContaining('this reaches beyond the shadow: docker') }],
		sandbox: { shadow: { waiting: 1 } },
		unasked: [],
	});
	const { id } = JSON.parse(inDefault.out).sandbox.shadow;
	const inPlan = ['-m', 'plan', '--resume', JSON.parse(inDefault.out).sessionId, '--output-format', 'json'];
	const planned = await run(
		desk,
		'-p',
		'ask echo more >>notes.md; mkdir out; echo x >out/a; cat notes.md',
		...AGENT,
		...inPlan,
	);
	const result = JSON.parse(planned.out);
	expect({ code: planned.code, ...result }).toMatchObject({ code: 0, sandbox: { shadow: { id, waiting: 1 } } });
	expect(result.result).toMatch(/mine\nmore$/);
	expect(planned.err).toContain('Dropped what commands changed in plan mode: notes.md, out/a.');
	expect(desk.read('notes.md')).toBe(before);
	await run(desk, 'shadow', 'apply', id, '--yes');
	expect(desk.read('notes.md')).toBe(`${before}mine\n`);
	expect(desk.read('out/a')).toBeNull();
});

test('in plan mode an edit that nobody was asked about breaks nothing, as it only waits; a command does', async () => {
	const desk = openDesk();
	const before = desk.read('notes.md');
	const inPlan = [...AGENT, '--mode', 'plan', '--output-format', 'json'];
	const { code, out, err } = await run(desk, '-p', 'edit notes.md', ...inPlan);
	expect({ code, ...JSON.parse(out) }).toMatchObject({
		code: 0,
		asks: false,
		unasked: [{ broke: null, kept: 'shadow' }],
		changes: [],
	});
	expect(err).toContain('1 change waits in the shadow');
	expect(desk.read('notes.md')).toBe(before);
	const ran = await run(desk, '-p', 'tool make all', ...inPlan);
	expect({ code: ran.code, ...JSON.parse(ran.out) }).toMatchObject({ code: 1, unasked: [{ broke: 'plan' }] });
});

test('in default mode what a rule allows is applied at the turn’s end; what waits is kept without persistence', async () => {
	const desk = openDesk();
	const args = [...AGENT, '--mode', 'default', '--no-persistence', '--allow', 'Edit(made*)'];
	const { err } = await run(desk, '-p', 'sh echo new >made.txt; echo x >other.txt', ...args);
	expect(desk.read('made.txt')).toBe('new\n');
	expect(desk.read('other.txt')).toBeNull();
	expect(err).toContain('1 change waits in the shadow: acp-tui shadow show');
	expect(JSON.parse((await run(desk, 'shadow', 'list', '--json')).out)).toMatchObject([{ files: 1, inUseBy: null }]);
});

test('requests of the agent and its commands see its view', async () => {
	const desk = openDesk();
	const written = await run(desk, '-p', 'client write deep/made.txt', ...AGENT, '--allow', 'Edit');
	expect(written).toMatchObject({ code: 0, out: expect.stringContaining('Written.') });
	expect(desk.read('deep/made.txt')).toBe('by the client\n');
	const ran = await run(desk, '-p', 'client run echo hi >ran.txt; cat ran.txt', ...AGENT, '--allow', 'Execute');
	expect(ran.out).toContain('Ran: hi');
	expect(existsSync(join(desk.workspace, 'ran.txt'))).toBe(false);
});

test('the review takes one change, leaves one, discards one; a killed program loses nothing', async () => {
	const desk = openDesk();
	const screen = await launch({ desk, args: AGENT, until: 'Scripted 1.2.3' });
	await screen.send('sh echo 1 >one.txt; echo 2 >two.txt; echo 3 >zero.txt');
	await screen.until('3 changes to review');
	expect(existsSync(join(desk.workspace, 'one.txt'))).toBe(false);
	await screen.until('a apply');
	await screen.until('+ 1');
	screen.press('a');
	await screen.until(() => desk.read('one.txt') === '1\n');
	await screen.until('2 changes to review');
	screen.press('l');
	await screen.until('two.txt stays in the shadow');
	screen.press('d');
	await screen.until('Press d again');
	// A key that is held down confirms nothing: it counts once a moment has passed.
	await expect
		.poll(
			() => {
				screen.press('d');
				return screen.text();
			},
			{ interval: 400 },
		)
		.toContain('1 change to review');
	screen.press('escape');
	await screen.until('1 change waits in the shadow: /changes');
	await screen.send('what now');
	await screen.until('only you see them: "two.txt"');
	expect(desk.read('two.txt')).toBeNull();
	screen.signal('SIGKILL');
	await expect
		.poll(async () => JSON.parse((await run(desk, 'shadow', 'list', '--json')).out), { timeout: 10_000 })
		.toMatchObject([{ files: 1, inUseBy: null }]);

	const again = await launch({
		desk,
		args: AGENT.slice(0, 2),
		until: '1 change of an earlier session waits in a shadow',
	});
	expect(again.text()).toContain('acp-tui -c --sandbox shadow goes on with it, acp-tui shadow show');
	await again.send('/resume');
	await again.until('has a shadow');
});

test('what a session left is resumed with it, in a new program and in one that runs', async () => {
	const desk = openDesk();
	const left = await run(desk, '-p', 'sh echo 1 >one.txt', ...AGENT);
	const id = /shadow show (\w+)/.exec(left.err)?.[1] ?? '';
	const again = await run(desk, '-p', 'sh cat one.txt; echo 2 >two.txt', ...AGENT, '-c');
	expect(again.out).toMatch(/Got: .*only you see them: "one\.txt".*Ran: 0 1/s);
	expect(again.err).toContain(`2 changes wait in the shadow: acp-tui shadow show ${id}`);

	const lib = join(desk.home, 'lib');
	mkdirSync(lib);
	const warning = 'The agent can only read the folders beside the workspace';
	const screen = await launch({ desk, args: [...AGENT, '--add-dir', lib], until: warning });
	await screen.send('sh echo 3 >three.txt; echo 3 >../home/lib/three.txt');
	await screen.until('1 change to review');
	screen.press('escape');
	await screen.until('1 change waits in the shadow: /changes');
	expect(screen.text()).toContain('Read-only file system');
	await screen.send('/clear');
	await screen.until('New conversation. /resume goes back');
	await screen.send('sh cat three.txt');
	await screen.until('only you see them: "three.txt"');
	await screen.until('Ran: 0 3');
	await screen.send('/resume two.txt');
	await screen.until('› sh cat one.txt; echo 2 >two.txt');
	screen.press('enter');
	await screen.until('2 changes wait in the shadow: /changes');
	await screen.until('1 change of the session before waits in its shadow');
	await screen.send('sh cat one.txt two.txt three.txt');
	await screen.until('Ran: 1 1');
	await screen.until('three.txt: No such file');
	const rows = JSON.parse((await run(desk, 'shadow', 'list', '--json')).out);
	expect(rows).toMatchObject([{ files: 2 }, { files: 1 }]);
	await quit(screen);
	await screen.exit();
	expect(screen.text()).toMatch(/--resume .*--sandbox\s+shadow/s);
	const plain = await run(desk, '-p', 'sh ls', ...AGENT.slice(0, 2), '-c');
	expect(plain.err).toContain('2 changes of this session wait in a shadow');
	expect(plain.err).toContain(`acp-tui shadow show ${id}; --sandbox shadow goes on in it`);
	expect(plain.out).not.toContain('one.txt');
});

test('changes outlive the agent, whether it crashes or is started again', async () => {
	const desk = openDesk();
	const screen = await launch({ desk, args: [...AGENT, '--mode', 'plan'], until: 'Scripted 1.2.3' });
	await screen.send('sh echo 1 >one.txt');
	await screen.until('1 change waits in the shadow: /changes');
	await screen.send('die');
	await screen.until('The agent exited with code 1.');
	await screen.send('sh echo 2 >two.txt; cat one.txt');
	await screen.until('Ran: 0 1');
	await screen.until('2 changes wait in the shadow: /changes');
	await screen.send('/restart');
	await screen.until('Starting the agent again.');
	await screen.send('sh cat two.txt');
	await screen.until('Ran: 0 2');
	expect(JSON.parse((await run(desk, 'shadow', 'list', '--json')).out)).toMatchObject([{ files: 2 }]);
	await screen.send('/agent sandbox watch');
	await screen.until('2 changes wait in the shadow, where the agent does not work now');
	await screen.send('sh cat two.txt');
	await screen.until('two.txt: No such file');
});

test('accept edits applies at each turn’s end, plan mode nothing; what the user edits is seen meanwhile', async () => {
	const desk = openDesk();
	const screen = await launch({ desk, args: [...AGENT, '--mode', 'acceptEdits'], until: 'Scripted 1.2.3' });
	await screen.send('sh echo 1 >one.txt');
	await screen.until(() => desk.read('one.txt') === '1\n');
	await screen.until('1 file changed +1 · /undo');
	await screen.send('/mode plan');
	await screen.until('plan (enforced)');
	const notes = desk.read('notes.md');
	await screen.send('edit notes.md');
	await screen.until('in the user’s workspace now: "one.txt"');
	await screen.until('1 change waits in the shadow: /changes');
	await screen.send('/changes');
	await screen.until('1 change to review');
	screen.press('a');
	await screen.until('Nothing is applied in plan mode; shift+tab leaves it.');
	screen.press('escape');
	await screen.until('1 change waits in the shadow: /changes');
	await screen.send('/mode acceptEdits');
	await screen.until('» accept edits');
	desk.write('README.md', 'by the user\n');
	await screen.send('sh cat README.md notes.md | tee two.txt');
	await screen.until('Ran: 0 by the user');
	await screen.until(() => desk.read('two.txt') === 'by the user\nedited\n');
	await screen.until('1 change waits in the shadow: /changes');
	expect(desk.read('notes.md')).toBe(notes);
});
