import { expect, test } from 'vitest';
import { allowedBySettings, type OwnSettings } from '../../../src/core/agents/own-settings.js';
import type { ActionRequest } from '../../../src/core/policy/policy-types.js';
import { inside, request, run } from '../policy/requests.js';

const edit = (path: string): ActionRequest => request('edit', { paths: [inside(path)] });
const settings = (allow: readonly string[], parts: Partial<OwnSettings> = {}): OwnSettings => ({
	agent: 'Claude',
	file: '.claude/settings.local.json',
	isProjects: false,
	allow,
	mode: null,
	...parts,
});
const shared = { file: '.claude/settings.json', isProjects: true };
const OWN = "Claude's own settings allow this (.claude/settings.local.json)";
const PROJECTS = "The project's settings for Claude allow this (.claude/settings.json)";

test.each<[string, ActionRequest, readonly OwnSettings[], string | null]>([
	['a command by its beginning', run('npx vitest run a'), [settings(['Bash(npx vitest *)'])], OWN],
	['the older form', run('npx vitest run a'), [settings(['Bash(npx vitest:*)'])], OWN],
	['every command', run('make all'), [settings(['Bash'])], OWN],
	['another command', run('rm -rf x'), [settings(['Bash(npx vitest *)'])], null],
	['a line of which one part is allowed', run('npx vitest && rm -rf x'), [settings(['Bash(npx vitest *)'])], null],
	['edits', edit('src/a.ts'), [settings(['Edit(src/**)'])], OWN],
	['edits elsewhere', edit('lib/a.ts'), [settings(['Edit(src/**)'])], null],
	['an accepting mode', edit('src/a.ts'), [settings([], { mode: 'acceptEdits' })], OWN],
	['an accepting mode and a command', run('make'), [settings([], { mode: 'acceptEdits' })], null],
	['a mode that skips questions', run('make'), [settings([], { mode: 'bypassPermissions' })], OWN],
	['the mode that asks', run('make'), [settings([], { mode: 'default' })], null],
	['nothing that can be read', run('make'), [settings(['', '(', 'Bash(', 'Nonsense(make)'])], null],
	['the project', run('make'), [settings(['Bash(make)'], shared)], PROJECTS],
	['the user before the project', run('make'), [settings(['Bash'], shared), settings(['Bash'])], OWN],
	[
		'both together',
		run('make && npm test'),
		[settings(['Bash(make)']), settings(['Bash(npm test)'], shared)],
		"The project's settings for Claude allow this (.claude/settings.local.json, .claude/settings.json)",
	],
	['no settings', run('make'), [], null],
])("Agents' own settings that allow: %s.", (_, request, all, expected) => {
	expect(allowedBySettings(request, all)).toBe(expected);
});
