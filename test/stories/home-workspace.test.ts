import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Desk, openDesk, root } from '../drive/desk.js';
import { run } from '../drive/run.js';
import { launch } from '../drive/screen.js';

const OWN_TOOLS = `${process.execPath} ${join(root, 'test', 'agents', 'own-tools.mjs')}`;

/** What nobody may read in the home folder, and what the program keeps there. */
const SECRETS = ['.ssh/id', '.claude/.credentials.json', '.config/gh/hosts.yml', '.bash_history'] as const;

/** A desk whose workspace is the home folder, with keys in it and an agent that has a folder of its own there. */
function homeDesk(): Desk {
	const desk = openDesk();
	const home: Desk = { ...desk, workspace: desk.home };
	for (const name of [...SECRETS, '.scripted/own.txt', 'a.txt']) {
		mkdirSync(join(desk.home, name, '..'), { recursive: true });
		writeFileSync(join(desk.home, name), name === 'a.txt' ? 'a\n' : `secret of ${name}\n`);
	}
	const [command = '', ...args] = OWN_TOOLS.split(' ');
	desk.config({ agents: { scripted: { command, args, writable: ['~/.scripted/'] } } });
	return home;
}

const readAll = (desk: Desk): string => `cd ${desk.home}; cat ${SECRETS.join(' ')} config/config.json state/*`;
const text = (desk: Desk, name: string): string => readFileSync(join(desk.home, name), 'utf8');

describe.runIf(process.platform === 'linux')('the home folder as the workspace', () => {
	test('can be changed by a fenced agent, not in plan mode; its own folder can in both', async () => {
		const desk = homeDesk();
		const screen = await launch({ desk, args: ['--agent', 'scripted', '--sandbox', 'fence'], until: 'Scripted' });
		await screen.send('sh echo 1 >one.txt; echo own >>.scripted/own.txt; cat one.txt');
		await screen.until('Ran: 0 1');
		await screen.send('/mode plan');
		await screen.until('plan (enforced)');
		await screen.send('sh echo 2 >two.txt; echo again >>.scripted/own.txt; echo ended');
		await screen.until('Ran: 0 ended');
		await screen.until('cannot create two.txt: Read-only');
		expect(existsSync(join(desk.home, 'two.txt'))).toBe(false);
		expect(text(desk, '.scripted/own.txt')).toMatch(/own\nagain\n$/);
		await screen.send('/mode default');
		await screen.until('○ default');
		await screen.send('sh echo 3 >three.txt; cat three.txt');
		await screen.until('Ran: 0 3');
	});

	test.each(['fence', 'shadow'])(
		'shows an agent in a %s no keys and nothing of ours, wherever it moves folders',
		async (kind) => {
			const desk = { ...homeDesk() };
			const env = kind === 'shadow' ? { ...desk.env, ACP_TUI_STATE_DIR: join(desk.home, '..', 'state') } : desk.env;
			const args = ['--agent', 'scripted', '--sandbox', kind, '--mode', 'acceptEdits'];
			const line = `${readAll(desk)}; mv .config moved; cat moved/gh/hosts.yml; cat a.txt; echo 1 >one.txt`;
			for (const more of [line, `${readAll(desk)}; cat moved/gh/hosts.yml; cat a.txt`]) {
				const { out } = await run({ ...desk, env }, '-p', `sh ${more}`, ...args);
				expect(out).toMatch(/^a$|Ran: \d+ a$/m);
				expect(out).not.toMatch(/secret|"agents"/);
			}
			expect(text(desk, 'one.txt')).toBe('1\n');
			expect(text(desk, '.config/gh/hosts.yml')).toContain('secret');
		},
	);

	test('is no place where an agent could make settings of ours that are not there', async () => {
		const desk = homeDesk();
		const configDir = join(desk.home, 'none', 'config');
		const env = { ...desk.env, ACP_TUI_CONFIG_DIR: configDir };
		const args = ['--agent-command', OWN_TOOLS, '--sandbox', 'fence', '--mode', 'acceptEdits'];
		const line = `mkdir -p ${configDir}; echo {} >${configDir}/config.json; mv none other; echo done`;
		const { out } = await run({ ...desk, env }, '-p', `sh ${line}`, ...args);
		expect(out).toContain('done');
		expect(existsSync(join(configDir, 'config.json'))).toBe(false);
		expect(existsSync(configDir)).toBe(true);
	});

	test('cannot keep its own shadow, which is said with what helps', async () => {
		const desk = homeDesk();
		const { code, err } = await run(desk, '-p', 'sh true', '--agent', 'scripted', '--sandbox', 'shadow');
		expect(code).toBe(2);
		expect(err).toContain(`A shadow of ${desk.home} cannot be kept inside of it, in ${desk.home}/state/shadow/`);
		expect(err).toContain('Set ACP_TUI_STATE_DIR to a folder outside of the workspace, or use --sandbox fence.');
	});

	test('is read by commands that only read, and changed by those that were allowed, without its keys', async () => {
		const desk = homeDesk();
		const args = ['--agent', 'scripted', '--sandbox', 'off', '--output-format', 'json'];
		const read = await run(desk, '-p', `client run cat ${SECRETS.join(' ')} a.txt`, ...args);
		expect(JSON.parse(read.out)).toMatchObject({
			result: expect.stringMatching(/\ba$/m),
			sandbox: { commands: 'fenced' },
		});
		expect(read.out).not.toMatch(/secret|\\"agents/);
		const line = `${readAll(desk)}; mv .config moved; cat moved/gh/hosts.yml; echo 1 >one.txt; cat a.txt`;
		for (const more of [line, 'cat moved/gh/hosts.yml; cat a.txt']) {
			const ran = await run(desk, '-p', `client run ${more}`, ...args, '--allow', 'Execute');
			expect(JSON.parse(ran.out)).toMatchObject({ sandbox: { commands: 'fenced' } });
			expect(ran.out).toMatch(/\\na|: a/);
			expect(ran.out).not.toMatch(/secret|\\"agents/);
		}
		expect(text(desk, 'one.txt')).toBe('1\n');
	});
});
