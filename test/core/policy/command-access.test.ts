import { expect, test } from 'vitest';
import { accessOf } from '../../../src/core/policy/command-access.js';
import type { Mode } from '../../../src/core/policy/policy-types.js';
import { parseRule } from '../../../src/core/policy/rules.js';
import type { CommandAccess } from '../../../src/core/sandbox/command-access.js';
import { lines } from '../lines.js';
import { rule, run } from './requests.js';

const CHANGES: CommandAccess = { files: 'write', network: false, folders: [] };

test.each<[command: string, rules: readonly string[], mode: Mode, access: CommandAccess | null]>([
	['ls src', [], 'default', { files: 'read' }],
	['ls src', [], 'bypassPermissions', { files: 'read' }],
	['ls src', ['Execute(ls *)'], 'default', { files: 'read' }],
	['npm test', [], 'default', CHANGES],
	['npm test', [], 'bypassPermissions', CHANGES],
	['npm test', ['Execute(npm test)'], 'default', CHANGES],
	['npm test', ['Execute(npm test *) with network'], 'default', { ...CHANGES, network: true }],
	['npm test', ['Execute(npm run *) with network'], 'default', CHANGES],
	['npm test', ['Execute with ~/.npm'], 'acceptEdits', { ...CHANGES, folders: ['~/.npm'] }],
	[
		'npm test',
		['Execute(npm *) with network, /srv/a', 'Execute(npm test) with /srv/a, ~/.npm'],
		'default',
		{ files: 'write', network: true, folders: ['/srv/a', '~/.npm'] },
	],
	['docker ps', ['Execute(docker *) without sandbox', 'Execute with network'], 'default', null],
	// An allow rule holds for one plain command.
	['npm test && curl x', ['Execute(npm test *) with network'], 'default', CHANGES],
	// In plan mode a rule has to say that it holds there.
	['make lint', ['Execute(make lint) without sandbox'], 'plan', CHANGES],
	['make lint', ['plan:Execute(make lint) with network'], 'plan', { ...CHANGES, network: true }],
])('%s, by %j in %s', (command, texts, mode, access) => {
	expect(accessOf(run(command), { mode, rules: texts.map((text) => rule(text)) })).toEqual(access);
});

test.each([
	['Execute(npm test) with network', { network: true, folders: [] }],
	['Execute(npm test) with ~/.npm/, network', { network: true, folders: ['~/.npm'] }],
	['Execute without sandbox', 'no-sandbox'],
	['plan:Execute(make) with /srv/cache', { network: false, folders: ['/srv/cache'] }],
])('%s opens', (text, opens) => {
	expect(rule(text)).toMatchObject({ text, opens });
});

test.each([
	...lines`
		Execute(a) with ¦ Execute(a) with everything ¦ Execute(a) without network ¦ Execute(a) with /
		Execute(a) with ~ ¦ Execute(a) with ~/ ¦ Execute(a) with cache ¦ Execute(a) with /srv/../etc
		Execute(a) with //srv ¦ Execute(a) with network, ¦ Edit(a) with network ¦ Read with ~/x
	`,
	`Execute(a) with ${Array.from({ length: 17 }, (_, at) => `/f${at}`).join(', ')}`,
])('%s is refused', (text) => {
	expect(parseRule(text, 'allow', 'user')).toMatchObject({ ok: false, failure: { code: 'config' } });
});

test('only a rule that allows opens something', () => {
	for (const decision of ['ask', 'deny'] as const) {
		expect(parseRule('Execute(a) with network', decision, 'user')).toMatchObject({
			ok: false,
			failure: { message: expect.stringContaining('allow rule') },
		});
	}
});
