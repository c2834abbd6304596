import { expect, test } from 'vitest';
import { plainProfile } from '../../src/core/agents/profile.js';
import type { UnaskedAction } from '../../src/core/asking.js';
import { CHAT } from '../../src/core/policy/own-mode.js';
import type { Mode, Rule } from '../../src/core/policy/policy-types.js';
import { parseRule } from '../../src/core/policy/rules.js';
import { eachEntry } from '../../src/core/session/entries/entry-list.js';
import type { ShadowChange } from '../../src/core/shadow/shadow-change.js';
import type { ToolCallPatch } from '../../src/core/tool-call.js';
import { ask, dispatch, endTurn, type Scene, settleFiles, workingScene, write } from './changes/scene.js';
import { editRequest } from './requests.js';
import { answer, never } from './world.js';

const actions = ({ world }: Scene): UnaskedAction[] =>
	world.events.flatMap((event) => (event.type === 'unasked' ? [event.action] : []));

async function news({ world }: Scene, ...patches: readonly ToolCallPatch[]): Promise<void> {
	for (const patch of patches) world.host.onEvents('s1', [{ type: 'tool', patch }]);
	await settleFiles();
}

const edit = (parts: Partial<ToolCallPatch> = {}): ToolCallPatch => ({
	id: 'c1',
	title: 'Edit a.ts',
	kind: 'edit',
	status: 'completed',
	locations: [{ path: '/w/a.ts' }],
	...parts,
});
const command = (line: unknown, parts: Partial<ToolCallPatch> = {}): ToolCallPatch => ({
	id: 'c2',
	title: String(line),
	kind: 'execute',
	status: 'completed',
	rawInput: { command: line },
	...parts,
});
const deny = (text: string): Rule => {
	const rule = parseRule(text, 'deny', 'command line');
	if (!rule.ok) throw new Error(rule.failure.message);
	return rule.value;
};

test.each<[what: string, mode: Mode, patch: ToolCallPatch, decision: 'ask' | 'deny' | null]>([
	['an edit', 'default', edit(), 'ask'],
	['an edit', 'plan', edit(), 'deny'],
	['an edit inside', 'acceptEdits', edit(), null],
	['an edit of what makes programs run', 'acceptEdits', edit({ locations: [{ path: '/w/.git/hooks/x' }] }), 'ask'],
	['an edit outside', 'acceptEdits', edit({ locations: [{ path: '/etc/passwd' }] }), 'ask'],
	['anything', 'bypassPermissions', edit(), null],
	[
		'a change under another kind',
		'default',
		edit({ kind: 'other', content: [{ type: 'diff', path: '/w/a.ts', oldText: 'a', newText: 'b' }] }),
		'ask',
	],
	['a deletion', 'default', edit({ kind: 'delete' }), 'ask'],
	['a command', 'default', command('make'), 'ask'],
	['a command', 'plan', command('make'), 'deny'],
	['a command as words', 'plan', command(['make', 'all']), 'deny'],
	['a command that only reads', 'default', command('ls -l'), null],
	['a command that nobody can read', 'default', command(undefined), 'ask'],
	[
		'a command in the title alone that only reads',
		'plan',
		{ id: 'c4', title: 'echo many', kind: 'execute', status: 'completed' },
		null,
	],
	[
		'a command in the title alone',
		'default',
		{ id: 'c5', title: 'touch x', kind: 'execute', status: 'completed' },
		'ask',
	],
	['a command that failed, or was refused', 'default', command('make', { status: 'failed' }), null],
	['a command with an exit code', 'default', command('make', { status: 'failed', result: { exitCode: 2 } }), 'ask'],
	['a read', 'default', edit({ kind: 'read' }), null],
	['thinking', 'plan', { id: 'c3', title: 'Think', kind: 'think', status: 'completed' }, null],
])('Unasked: %s in mode %s (%#).', async (_, mode, patch, decision) => {
	const scene = await workingScene({ mode, isBypassAllowed: true });
	await news(scene, { ...patch, status: 'pending' }, patch, patch);
	expect(actions(scene).map((action) => action.decision)).toEqual(decision === null ? [] : [decision]);
});

test.each<[string, (scene: Scene) => Promise<void>]>([
	[
		'the user allowed it',
		async ({ world }) => {
			const asked = world.host.requestPermission(editRequest(), never);
			await answer(world, 'yes');
			await asked;
		},
	],
	[
		'it was allowed under another id',
		async ({ world }) => {
			const request = editRequest('new', { patch: { ...editRequest().patch, id: 'other' } });
			const asked = world.host.requestPermission(request, never);
			await answer(world, 'yes');
			await asked;
		},
	],
	[
		'it wrote through the client',
		async ({ world }) => {
			world.host.onEvents('s1', [{ type: 'tool', patch: edit({ status: 'in_progress' }) }]);
			const written = world.host.writeTextFile({ sessionId: 's1', path: '/w/a.ts', content: 'x' }, never);
			await answer(world, 'allow');
			await written;
		},
	],
])('An edit was asked about: %s.', async (_, happen) => {
	const scene = await workingScene();
	await happen(scene);
	await news(scene, edit());
	await endTurn(scene);
	expect(actions(scene)).toEqual([]);
	expect(scene.world.app.getState().asking.now).toEqual({ edits: 'asks' });
});

test.each<[what: string, patch: ToolCallPatch, isStopped: boolean]>([
	['a command', command('make'), true],
	['a command that only reads', command('ls'), true],
	['an edit', edit(), true],
	['a file that it read', edit({ kind: 'read' }), true],
	['a page', { id: 'c3', title: 'Fetch', kind: 'fetch', status: 'completed' }, true],
	['thinking', { id: 'c3', title: 'Think', kind: 'think', status: 'completed' }, false],
	['an edit that calls itself thinking', edit({ kind: 'think' }), true],
	['a command that calls itself thinking', command('make', { kind: 'think' }), true],
])('Words alone: %s that nobody was asked about ends the turn (%#).', async (_, patch, isStopped) => {
	for (const agent of ['watch', 'fence'] as const) {
		const scene = await workingScene({ mode: 'plan', rules: CHAT.rules });
		await dispatch(scene, { type: 'sandbox-changed', change: { agent } });
		await news(scene, { ...patch, status: 'in_progress' });
		expect(scene.world.app.getState().turn).not.toHaveProperty('cancelledAt');
		await news(scene, patch);
		expect(scene.world.app.getState().turn?.cancelledAt !== undefined).toBe(isStopped);
		const said = JSON.stringify([...eachEntry(scene.world.app.getState().entries)]);
		expect(said.includes('chat allows none')).toBe(isStopped);
	}
});

test('Words alone: what a turn changed that is over stops no other, nor what it was allowed then.', async () => {
	const chat = { mode: 'plan', rules: CHAT.rules } as const;
	for (const options of [chat, { mode: 'acceptEdits', ownModes: [CHAT] } as const]) {
		const scene = await workingScene(options);
		await news(scene, edit({ status: 'in_progress' }));
		write(scene, 'a.ts', 'b');
		await ask(scene, 'next');
		const own = { name: 'chat', version: '1', base: 'plan' } as const;
		if (options !== chat) await dispatch(scene, { type: 'set-mode', mode: 'plan', own });
		await endTurn(scene);
		const state = scene.world.app.getState();
		expect(state.turn).toMatchObject({ prompt: { text: 'next' } });
		expect(state.turn).not.toHaveProperty('cancelledAt');
		const said = JSON.stringify([...eachEntry(state.entries)]);
		expect(said.includes('chat allows none')).toBe(options === chat);
		expect(said).not.toContain('Stopped.');
	}
});

const looked = (kind: ToolCallPatch['kind'], parts: Partial<ToolCallPatch> = {}): ToolCallPatch => ({
	id: 'c3',
	title: 'Look',
	kind: kind ?? 'other',
	status: 'completed',
	...parts,
});
const READS_ENV = looked('read', { locations: [{ path: '/w/.env' }] });

test.each<[rule: string, patch: ToolCallPatch]>([
	['Read(.env)', READS_ENV],
	['Read', READS_ENV],
	['Search(src/**)', looked('search', { locations: [{ path: '/w/src/a.ts' }] })],
	['Fetch(example.org)', looked('fetch', { rawInput: { url: 'https://example.org/a' } })],
	['Mcp(loud/*)', looked('other', { title: 'mcp__loud__shout', name: 'mcp__loud__shout', rawInput: { text: 'a' } })],
])('What %s denies and was done unasked is reported, in every mode.', async (rule, patch) => {
	for (const mode of ['default', 'plan', 'bypassPermissions'] as const) {
		const scene = await workingScene({ mode, isBypassAllowed: true, rules: [deny(rule)] });
		await news(scene, { ...patch, status: 'pending' }, patch);
		expect(actions(scene)).toMatchObject([{ about: 'others', decision: 'deny', rule: expect.stringContaining(rule) }]);
		expect(scene.world.app.getState().asking.now).toEqual({});
	}
});

test('No rule is broken by what another rule is about, by what failed, or by what was refused.', async () => {
	const scene = await workingScene({ rules: [deny('Read(.env)'), deny('Mcp(other/*)')] });
	const { host, app } = scene.world;
	await news(scene, looked('read', { locations: [{ path: '/w/a.ts' }] }));
	await news(scene, { ...READS_ENV, id: 'c4', status: 'failed' });
	await news(scene, { ...READS_ENV, id: 'c5', status: 'in_progress' });
	await host.readTextFile({ sessionId: 's1', path: '/w/.env' }, never);
	await news(scene, { ...READS_ENV, id: 'c5' });
	expect(actions(scene)).toEqual([]);
	expect(app.getState().asking.unaskedCount).toBe(0);
});

test('The rule that was broken is named, in bypass too.', async () => {
	for (const mode of ['default', 'bypassPermissions'] as const) {
		const scene = await workingScene({ mode, isBypassAllowed: true, rules: [deny('Edit(**)')] });
		await news(scene, edit());
		expect(actions(scene)).toMatchObject([{ decision: 'deny', rule: 'command line rule Edit(**)' }]);
	}
});

test('The bundled demo shows calls that it never makes; what it really changes is seen.', async () => {
	const launch = { name: 'demo', command: 'node', args: [], env: {}, isBundled: true } as const;
	const scene = await workingScene({ profile: plainProfile(launch) });
	await news(scene, command('npm run lint'), edit());
	expect(actions(scene)).toEqual([]);
	await news(scene, edit({ id: 'c3', status: 'in_progress' }));
	write(scene, 'a.ts', 'new a\n');
	await endTurn(scene);
	expect(actions(scene)).toMatchObject([{ title: 'Edit a.ts', about: 'edits' }]);
});

test.each<[what: string, mode: Mode, rules: readonly Rule[], isRecorded: boolean]>([
	['in default mode', 'default', [], false],
	['against a deny rule', 'default', [deny('Execute(make *)')], true],
	['in plan mode', 'plan', [], true],
])("What the agent's own settings allow, %s.", async (_, mode, rules, isRecorded) => {
	const saved: unknown[] = [];
	const scene = await workingScene(
		{ mode, rules },
		{
			asking: { load: async () => ({}), save: async (_agent, record) => void saved.push(record) },
			ownSettings: {
				read: async (names, workspace) =>
					names.includes('fake') && workspace === '/w'
						? [{ agent: 'Fake', file: '.fake/settings.json', isProjects: false, allow: ['Bash(make:*)'], mode: null }]
						: [],
			},
		},
	);
	await news(scene, command('make all'));
	const because = "Fake's own settings allow this (.fake/settings.json)";
	if (isRecorded) {
		expect(actions(scene)).toEqual([expect.not.objectContaining({ isInSettings: true })]);
		expect(saved).toEqual([{ commands: 'doesNotAsk' }]);
		return;
	}
	expect(actions(scene)).toMatchObject([{ title: 'make all', because, isInSettings: true }]);
	expect(saved).toEqual([]);
	const details = [...eachEntry(scene.world.app.getState().entries)].map((entry) =>
		entry.kind === 'note' ? (entry.detail ?? '') : '',
	);
	expect(details.filter((detail) => detail.startsWith(because))).toHaveLength(1);
	await news(scene, command('touch x', { id: 'c3' }));
	expect(saved).toEqual([{ commands: 'doesNotAsk' }]);
});

test("What was done unasked is reported where the agent's own settings cannot be read.", async () => {
	const scene = await workingScene({}, { ownSettings: { read: () => Promise.reject(new Error('module is gone')) } });
	await news(scene, command('make all'));
	expect(actions(scene)).toMatchObject([{ title: 'make all' }]);
});

test.each<[what: string, patch: ToolCallPatch, kept?: 'shadow']>([
	['an edit changes nothing yet', edit(), 'shadow'],
	['an edit that a rule denies changes nothing yet', edit({ locations: [{ path: '/w/secret.ts' }] }), 'shadow'],
	['an edit outside of the workspace', edit({ locations: [{ path: '/home/me/.agent/notes' }] })],
	['a command', command('make')],
	['a command that failed', command('make', { status: 'failed', result: { exitCode: 1 } }), 'shadow'],
	['a command that a rule denies', command('rm x')],
])('Unasked in a shadow: %s.', async (_, patch, kept) => {
	const profile = { ...plainProfile({ name: 'fake', command: 'fake', args: [], env: {} }), sandbox: 'shadow' as const };
	const scene = await workingScene({ mode: 'plan', profile, rules: [deny('Edit(secret*)'), deny('Execute(rm *)')] });
	await dispatch(scene, { type: 'sandbox-changed', change: { enforcement: 'enforced' } });
	await news(scene, patch);
	expect(actions(scene).map((action) => action.kept)).toEqual([kept]);
	expect(actions(scene)[0]?.rule).toEqual(patch.title === 'rm x' ? 'command line rule Execute(rm *)' : undefined);
	expect(scene.world.app.getState().asking.now).toEqual({
		[patch.kind === 'edit' ? 'edits' : 'commands']: 'doesNotAsk',
	});
});

const refused = { content: [{ type: 'content', block: { type: 'text', text: "EROFS, open '/w/a.ts'" } }] } as const;

test.each<[what: string, patch: ToolCallPatch, kept: readonly (string | undefined)[]]>([
	['a command that failed', command('make', { status: 'failed', result: { exitCode: 1 } }), ['fence']],
	['an edit that the system refused', edit({ status: 'failed', ...refused }), ['fence']],
	['an edit that failed for a reason of its own', edit({ status: 'failed' }), []],
	['a command that was done', command('make'), [undefined]],
	['a command that a rule denies', command('rm x', { status: 'failed', result: { exitCode: 1 } }), [undefined]],
])('Unasked in a fence in plan mode: %s.', async (_, patch, kept) => {
	const profile = { ...plainProfile({ name: 'fake', command: 'fake', args: [], env: {} }), sandbox: 'fence' as const };
	const scene = await workingScene({ mode: 'plan', profile, rules: [deny('Execute(rm *)')] });
	await dispatch(scene, { type: 'sandbox-changed', change: { enforcement: 'enforced' } });
	await news(scene, patch);
	expect(actions(scene).map((action) => action.kept)).toEqual(kept);
});

test('What the system refused an agent that is only watched is not kept by a sandbox.', async () => {
	const scene = await workingScene({ mode: 'plan' });
	await news(scene, command('make', { status: 'failed', result: { exitCode: 1 } }));
	expect(actions(scene)).toMatchObject([{ decision: 'deny', isInPlan: true }]);
	expect(actions(scene)[0]?.kept).toBeUndefined();
});

test('The bundled demo wrote unasked in a shadow where what it tells of is changed there.', async () => {
	const launch = { name: 'demo', command: 'node', args: [], env: {}, isBundled: true } as const;
	const scene = await workingScene({ profile: { ...plainProfile(launch), sandbox: 'shadow' } });
	await news(scene, edit(), edit({ id: 'c3', title: 'Edit b.ts', locations: [{ path: '/w/b.ts' }] }));
	expect(actions(scene)).toEqual([]);
	const change = { path: 'b.ts', status: 'modified', version: 'v1' } as unknown as ShadowChange;
	await dispatch(scene, { type: 'shadow-seen', changes: [change], isTurnOver: true });
	expect(actions(scene)).toMatchObject([{ title: 'Edit b.ts', kept: 'shadow' }]);
});
