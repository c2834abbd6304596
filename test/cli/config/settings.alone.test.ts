import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../services/temporary-folder.js';
import { carryOut } from '../carry-out.js';

let home: string;
let project: string;
beforeEach(async () => {
	home = temporaryFolder();
	project = join(home, 'project');
	await mkdir(project);
});

const run = (...args: string[]) => carryOut(['config', ...args], { home, cwd: project });
const read = (file: string) => readFile(join(home, file), 'utf8');
const write = async (file: string, text: string) => {
	await mkdir(dirname(join(home, file)), { recursive: true });
	await writeFile(join(home, file), text);
};

test('a value is set in a new file of mine, read and taken out again', async () => {
	const file = join(home, 'config', 'config.json');
	expect(await run('get', 'ui.theme')).toEqual({ code: 0, out: 'auto\n', err: '' });
	expect(await run('set', 'ui.theme', 'nord')).toEqual({ code: 0, out: `Set ui.theme in ${file}\n`, err: '' });
	expect(await read('config/config.json')).toBe('{\n  "ui": {\n    "theme": "nord"\n  }\n}\n');
	expect((await stat(file)).mode & 0o777).toBe(0o600);
	expect(await run('get', 'ui.theme', '--json')).toEqual({ code: 0, out: '"nord"\n', err: '' });
	expect((await run('set', 'ui.theme', 'nord')).out).toBe(`ui.theme is so in ${file} already\n`);
	expect(await run('unset', 'ui.theme')).toEqual({ code: 0, out: `Took ui.theme out of ${file}\n`, err: '' });
	expect(await read('config/config.json')).toBe('{\n}\n');
	expect(await run('unset', 'ui.theme')).toMatchObject({ code: 0, out: `ui.theme is not set in ${file}\n` });
});

test('values are words, numbers, or JSON, as the key wants them; comments stay', async () => {
	await write('config/config.yaml', '# mine\nui:\n    mouse: true # clicks\n');
	await run('set', 'ui.mouse', 'false');
	await run('set', 'ui.column', '80');
	await run('set', 'agents.claude.model', '12');
	await run('set', 'permissions.deny', '["Read(.env*)"]');
	await run('set', 'keys.help', '[]');
	await run('set', 'sessions.days', 'false');
	expect(await read('config/config.yaml')).toBe(
		'# mine\nui:\n    mouse: false # clicks\n    column: 80\nagents:\n    claude:\n        model: "12"\n' +
			'permissions:\n    deny:\n        - Read(.env*)\nkeys:\n    help: []\nsessions:\n    days: false\n',
	);
	expect(JSON.parse((await run('get', 'permissions', '--json')).out).deny).toEqual(['Read(.env*)']);
	expect((await run('get', 'agents.claude.planModel')).err).toBe('acp-tui: agents.claude.planModel is not set\n');
	expect((await run('get', 'agents.claude.planModel', '--json')).out).toBe('null\n');
});

test.each([
	[['set', 'ui.diff', 'sideways'], 'ui.diff must be auto, unified or split'],
	[['set', 'ui.mouse', 'yes'], 'ui.mouse must be true or false'],
	[['set', 'ui.column', '5000'], 'ui.column must be at most 1000'],
	[['set', 'permissions.allow', 'Read'], `permissions.allow must be a list, written as JSON: '["…"]'`],
	[['set', 'permissions.allow', '["Frob"]'], 'permissions.allow[0] "Frob": '],
	[['set', 'ui.theme', 'drak'], 'unknown ui.theme "drak" ("acp-tui themes" lists them)'],
	[['set', 'ui.theme', 'nosuch'], 'unknown ui.theme "nosuch" ("acp-tui themes" lists them)'],
	[['set', 'ui', '{"theme":"nosuch"}'], 'unknown ui.theme "nosuch"'],
	[['set', 'agent', 'nobody'], 'no such agent'],
	[['set', 'keys.leave', 'ctrl+banana'], 'keys.leave: "ctrl+banana" is not the name of a key'],
	[['set', 'ui.thmee', 'dark'], 'unknown key "ui.thmee"; did you mean ui.theme?'],
	[['set', 'theme', 'dark'], 'unknown key "theme"; did you mean ui.theme?'],
	[['get', 'ui.theme.x'], 'unknown key "ui.theme.x"'],
	[['unset', 'ui..theme'], 'unknown key "ui..theme"'],
	[['set', 'mode', 'bypassPermissions'], '--allow-bypass'],
])('%j is refused with what is wrong, and nothing is written', async (args, words) => {
	await write('config/config.json', '{"mode":"plan"}');
	const { code, err, out } = await run(...args);
	expect({ code, out }).toEqual({ code: 2, out: '' });
	expect(err).toContain(words);
	expect(await read('config/config.json')).toBe('{"mode":"plan"}');
	expect(await readdir(join(home, 'config'))).toEqual(['config.json']);
});

test('a theme that is gone keeps no other setting from being changed', async () => {
	await write('config/config.json', '{"ui":{"theme":"gone"}}');
	expect(await run('set', 'ui.diff', 'split')).toMatchObject({ code: 0, err: expect.stringContaining('any more') });
	expect(await run('set', 'ui.theme', 'nord')).toMatchObject({ code: 0, err: '' });
});

test('a file with mistakes is not written over, and the first of several is the one', async () => {
	await write('config/config.json', '{"mode":"plam"}');
	expect(await run('set', 'ui.theme', 'nord')).toMatchObject({ code: 2, out: '' });
	await write('config/config.json', '{"mode":"plan"}');
	await write('config/config.yaml', 'mode: default\n');
	const { err } = await run('set', 'ui.theme', 'nord');
	expect(err).toContain('config.yaml is ignored: config.json is used');
	expect(await read('config/config.yaml')).toBe('mode: default\n');
});

test('what I set in a project counts at once where its file was mine or trusted, else it waits', async () => {
	const made = await run('set', 'agent', 'codex', '--project');
	expect(made).toEqual({ code: 0, out: `Set agent in ${join(project, '.acp-tuirc.json')}\n`, err: '' });
	expect((await run('get', 'agent')).out).toBe('codex\n');
	await run('set', 'mode', 'acceptEdits', '--project');
	expect((await run('get', 'mode')).out).toBe('acceptEdits\n');
	await write('project/.acp-tuirc.json', '{"agent": "gemini"}');
	expect((await run('set', 'mode', 'acceptEdits', '--project')).err).toContain('It waits until you trust the file');
	expect((await run('get', 'mode')).out).toBe('default\n');
	const { err } = await run('set', 'ui.theme', 'dark');
	expect(err).toBe('');
	await run('set', 'ui.theme', 'light', '--project');
	expect((await run('set', 'ui.theme', 'nord')).err).toContain('.acp-tuirc.json wins: it has a value for ui.theme');
});

test('package.json keeps all else, and a link out of the project is not followed', async () => {
	await write('project/package.json', '{\n\t"name": "x",\n\t"acp-tui": { "mode": "plan" },\n\t"private": true\n}\n');
	await run('set', 'ui.theme', 'nord', '--project');
	expect(await read('project/package.json')).toBe(
		'{\n\t"name": "x",\n\t"acp-tui": { "mode": "plan", "ui": { "theme": "nord" } },\n\t"private": true\n}\n',
	);
	await write('elsewhere.json', '{}');
	await symlink(join(home, 'elsewhere.json'), join(project, '.acp-tuirc.json'));
	expect((await run('set', 'ui.theme', 'nord', '--project')).err).toContain('a link that leads out of its folder');
	expect(await read('elsewhere.json')).toBe('{}');
});

test('secrets are reported, masked where they are read, and never written into a project', async () => {
	await write('config/config.json', '{}');
	await run('set', 'agents.mine', '{"command":"x"}');
	const set = await run('set', 'agents.mine.env.API_KEY', 'hunter2-hunter2');
	expect(set).toMatchObject({
		code: 0,
		err: expect.stringContaining('The value of agents.mine.env.API_KEY is written'),
	});
	expect(set.out + set.err).not.toContain('hunter2');
	expect((await run('get', 'agents.mine.env', '--json')).out).toBe('{\n  "API_KEY": "…"\n}\n');
	const refused = await run('set', 'agents.mine.env.API_KEY', 'hunter2-hunter2', '--project');
	expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('looks like a secret') });
	expect(await readdir(project)).toEqual([]);
});

test('the help of config has examples that are understood', async () => {
	const { out } = await run('--help');
	const examples = [...out.matchAll(/^ {2}acp-tui config (.*)$/gm)].map(([, words = '']) =>
		// What an example is for stands behind it, apart.
		(/^(?:\S| (?! ))*/.exec(words)?.[0].match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", '')),
	);
	expect(examples.length).toBeGreaterThan(3);
	// There is nothing to trust here.
	const others = examples.filter(([word]) => word !== 'trust');
	for (const words of others) expect(await run(...words)).toMatchObject({ code: 0, err: '' });
});
