import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { prepareRun } from '../../src/cli/prepare-run.js';
import type { World } from '../../src/cli/world.js';
import { temporaryFolder } from '../services/temporary-folder.js';
import { NO_OPTIONS, worldIn } from './world.js';

function worldOf(): World {
	const base = temporaryFolder();
	for (const name of ['config', 'state', 'work']) mkdirSync(join(base, name));
	return worldIn(base, {}, join(base, 'work'));
}

test('what was remembered holds after a restart, whatever link leads to the workspace, and nowhere else', async () => {
	const world = worldOf();
	const first = await prepareRun(NO_OPTIONS, world);
	expect(first.rules).toEqual([]);
	const words = 'w';
	await first.ruleStore.add({ decision: 'allow', text: 'Edit(a)', scope: 'project', at: 1, words });
	await first.ruleStore.add({ decision: 'allow', text: 'Execute(npm test)', scope: 'everywhere', at: 2, words });
	symlinkSync(world.cwd, `${world.cwd}-link`);
	mkdirSync(`${world.cwd}-other`);
	const rulesIn = async (cwd: string) =>
		(await prepareRun({ ...NO_OPTIONS, cwd }, world)).rules.map(({ text, origin }) => [text, origin]);
	const everywhere = ['Execute(npm test)', 'remembered everywhere'];
	expect(await rulesIn(`${world.cwd}-link`)).toEqual([['Edit(a)', 'remembered for this project'], everywhere]);
	expect(await rulesIn(`${world.cwd}-other`)).toEqual([everywhere]);
});

test('a repository cannot bring remembered rules', async () => {
	const world = worldOf();
	const text = JSON.stringify({ version: 1, everywhere: [{ decision: 'allow', text: 'Execute' }] });
	for (const name of ['rules.json', '.acp-tui/rules.json', 'state/rules.json']) {
		mkdirSync(join(world.cwd, name, '..'), { recursive: true });
		writeFileSync(join(world.cwd, name), text);
	}
	expect((await prepareRun(NO_OPTIONS, world)).rules).toEqual([]);
});

test('what is wrong in the store is reported and does not hold; the start goes on', async () => {
	const world = worldOf();
	writeFileSync(world.paths.rulesFile, '{"version":1,"everywhere":[{"decision":"allow","text":"Bash(x)"},5]}');
	const { rules, notices } = await prepareRun(NO_OPTIONS, world);
	expect(rules).toEqual([]);
	expect(notices).toEqual([expect.stringContaining('is not a rule'), expect.stringContaining('"Bash(x)" is ignored')]);
	writeFileSync(world.paths.rulesFile, '{');
	expect((await prepareRun(NO_OPTIONS, world)).notices).toEqual([expect.stringContaining('is damaged')]);
});

test('folders that rules open and that are not there are reported, with the rule and where it stands', async () => {
	const world = worldOf();
	mkdirSync(join(world.home, 'there'));
	const allow = [
		'Execute(npm test *) with network, /nope/at-all, ~/there',
		'Execute(make) with /nope/at-all, ~/not-there',
		`Execute(ls) with ${world.home}`,
		`Execute(tree) with ${world.cwd}`,
		'Execute(docker ps) without sandbox',
	];
	expect((await prepareRun({ ...NO_OPTIONS, allow }, world)).notices).toEqual([
		'The rule "Execute(npm test *) with network, /nope/at-all, ~/there" (command line) opens /nope/at-all, which is not there: its commands cannot write to it before it is.',
		'The rule "Execute(make) with /nope/at-all, ~/not-there" (command line) opens ~/not-there, which is not there: its commands cannot write to it before it is.',
		`The rule "Execute(ls) with ${world.home}" (command line) does not open ${world.home}: it holds your home folder or the workspace.`,
	]);
});

test.each([
	['config.json', '{\n  "permissions": {\n    "allow": [\n      "Read",\n      "Bash(npm test)"\n    ]\n  }\n}', 5],
	['config.yaml', 'permissions:\n  allow:\n    - Read\n    - Bash(npm test)\n', 4],
])('a rule in %s that cannot be read is an error at start with file, line and key', async (name, text, line) => {
	const world = worldOf();
	const file = join(world.paths.configDir, name);
	writeFileSync(file, text);
	await expect(prepareRun(NO_OPTIONS, world)).rejects.toThrow(
		`${file}:${line}: permissions.allow[1] "Bash(npm test)":`,
	);
	await expect(prepareRun(NO_OPTIONS, world)).rejects.toThrow('Execute');
});
