import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { openDesk } from '../drive/desk.js';
import { run } from '../drive/run.js';

const AGENT = ['--agent-command', `${process.execPath} ${resolve('test/agents/own-tools.mjs')}`, '--sandbox', 'shadow'];

test('in accept edits an agent of own tools changes the workspace at the turn’s end; git’s settings wait', async () => {
	const desk = openDesk();
	const line = 'sh echo new >made.txt; echo more >>notes.md; git config core.editor evil; cat made.txt';
	const { code, out, err } = await run(desk, '-p', line, ...AGENT, '--mode', 'acceptEdits', '--output-format', 'json');
	expect({ code, ...JSON.parse(out) }).toMatchObject({
		code: 0,
		result: 'Ran: 0 new',
		sandbox: { agent: 'shadow' },
		changes: [{ path: 'made.txt' }, { path: 'notes.md' }],
	});
	expect(desk.read('made.txt')).toBe('new\n');
	expect(execFileSync('git', ['config', '--list'], { cwd: desk.workspace, encoding: 'utf8' })).not.toContain('evil');
	const id = /1 change waits in the shadow: acp-tui shadow apply (\w+)/.exec(err)?.[1] ?? '';
	expect(JSON.parse((await run(desk, 'shadow', 'list', '--json')).out)).toMatchObject([{ id, files: 1 }]);
});

test.each(['default', 'plan'])('in %s mode nothing is changed, and what waits is named', async (mode) => {
	const desk = openDesk();
	const before = desk.read('notes.md');
	const { out, err } = await run(desk, '-p', 'sh echo x >notes.md; rm -rf src; cat notes.md', ...AGENT, '--mode', mode);
	expect(out).toContain('Ran: 0 x');
	expect(desk.read('notes.md')).toBe(before);
	expect(err).toContain('in the shadow: acp-tui shadow apply');
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
