import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import { parseRule } from '../../../src/core/policy/rules.js';
import type { Mode } from '../../../src/core/policy/types.js';
import type { SessionSandbox } from '../../../src/core/sandbox/session-sandbox.js';
import type { ToolCallPatch } from '../../../src/core/tool-call.js';
import { busy, endTurn, entries, type Play, play, prompt, ready } from './play.js';

type Parts = { mode?: Mode; sandbox?: Partial<SessionSandbox>; folders?: readonly string[]; deny?: string };

function held({ mode = 'default', sandbox = {}, folders = [], deny }: Parts = {}): Play {
	const enforcement = mode === 'plan' ? 'enforced' : 'none';
	const from = play(ready(mode), { type: 'sandbox-changed', change: { agent: 'fence', enforcement, ...sandbox } });
	const parsed = deny === undefined ? null : parseRule(deny, 'deny', 'session');
	const rules = parsed?.ok === true ? [parsed.value] : [];
	return busy('go', { ...from, state: { ...from.state, rules, additionalDirectories: folders } });
}

const failed = (text: string, patch: Partial<ToolCallPatch> = {}): AppEvent => ({
	type: 'tool',
	patch: {
		id: 'c1',
		kind: 'edit',
		status: 'failed',
		content: [{ type: 'content', block: { type: 'text', text } }],
		...patch,
	},
});
const said = (from: Play): string[] =>
	entries(from).flatMap((entry) => (entry.kind === 'note' ? [`${entry.title} · ${entry.hint ?? ''}`] : []));

const IN_PLAN =
	'The sandbox kept the agent from writing: in plan mode the workspace is read-only for it. · shift+tab leaves plan mode';
const OUTSIDE =
	'The sandbox kept the agent from writing outside the workspace. · /add-dir DIR opens a folder to it, agents.fake.writable in your config names what it may write';

describe('What the system refused a fenced agent is told', () => {
	test.each<[string, Parts, string, Partial<ToolCallPatch>, string]>([
		['a write in plan mode', { mode: 'plan' }, "EROFS: read-only file system, open '/w/a.ts'", {}, IN_PLAN],
		['by a relative name', { mode: 'plan' }, 'a.ts: Read-only file system', { kind: 'execute' }, IN_PLAN],
		['by bash', { mode: 'plan' }, '/bin/bash: line 1: made.txt: Read-only file system', {}, IN_PLAN],
		['by sh', { mode: 'plan' }, '/bin/sh: 1: cannot create made.txt: Read-only file system', {}, IN_PLAN],
		['by a program', { mode: 'plan' }, "/usr/bin/touch: cannot touch 'a': Read-only file system", {}, IN_PLAN],
		['by a script of the workspace', { mode: 'plan' }, '/w/x.sh: line 3: /etc/x: Read-only file system', {}, OUTSIDE],
		['a whole path first', { mode: 'plan' }, '/etc/x: Read-only file system', {}, OUTSIDE],
		['in plan mode outside', { mode: 'plan' }, "EROFS: …, open '/home/me/x'", {}, OUTSIDE],
		['a write outside', {}, 'touch: cannot touch ‘/home/me/x’: Read-only file system', {}, OUTSIDE],
		['in the raw output alone', {}, '', { rawOutput: { error: { message: "EROFS, open '/x/y'" } } }, OUTSIDE],
		[
			'of a shadow, in a folder that it cannot change',
			{ sandbox: { agent: 'shadow' }, folders: ['/lib'] },
			"EROFS: read-only file system, open '/lib/x'",
			{},
			'The sandbox kept the agent from writing outside the workspace. · agents.fake.writable in your config names what it may write',
		],
		[
			'what a rule keeps from being changed',
			{ deny: 'Edit(secret/**)' },
			"EROFS: read-only file system, open '/w/secret/a'",
			{},
			'The sandbox kept the agent from writing what a rule denies: Edit(secret/**) · /permissions shows the rules',
		],
		[
			'what a rule keeps from being read',
			{ deny: 'Read(.env*)' },
			'cat: .env: Permission denied',
			{ kind: 'read' },
			'The sandbox kept the agent from reading what a rule denies: Read(.env*) · /permissions shows the rules',
		],
	])('%s', (_, parts, text, patch, words) => {
		expect(said(play(held(parts), failed(text, patch)))).toEqual([words]);
	});

	test('once in a turn, and once more in the next', () => {
		const words = "EROFS: read-only file system, open '/home/me/x'";
		const twice = play(held(), failed(words), failed(words, { id: 'c2' }), failed(words));
		expect(said(twice)).toEqual([OUTSIDE]);
		expect(said(play(endTurn(twice), prompt('again'), failed(words, { id: 'c3' })))).toEqual([OUTSIDE, OUTSIDE]);
	});
});

describe('Nothing is said', () => {
	const words = "EROFS: read-only file system, open '/home/me/x'";
	test.each<[string, Parts, string, Partial<ToolCallPatch>]>([
		['of an agent that nothing holds', { sandbox: { agent: 'watch' } }, words, {}],
		['of a call that did not fail', {}, words, { status: 'completed' }],
		['of one that only reads about it', {}, 'a.ts:1: EROFS', { kind: 'search' }],
		['of another failure', { mode: 'plan' }, 'cat: a.ts: Permission denied', {}],
		['of a disk that is read-only itself', {}, "EROFS: read-only file system, open '/w/a.ts'", {}],
		['of a rule for the program that speaks', { deny: 'Read(//bin/cat)' }, '/bin/cat: a.ts: Permission denied', {}],
		['of what a test waited for', { mode: 'plan' }, '✕ says EROFS when it cannot write', { kind: 'execute' }],
	])('%s', (_, parts, text, patch) => {
		expect(said(play(held(parts), failed(text, patch)))).toEqual([]);
	});

	test('of a refusal above very many others', () => {
		const above = (count: number): string[] => {
			const text = `.env: Permission denied\n${'b: Permission denied\n'.repeat(count)}`;
			return said(play(held({ deny: 'Read(.env*)' }), failed(text)));
		};
		expect(above(20)).toHaveLength(1);
		expect(above(50)).toEqual([]);
	});

	test('of a command that this program runs', () => {
		const created = play(
			held(),
			{ type: 'terminal-started', terminalId: 't1', command: 'touch x', cwd: '/w', ours: true },
			failed(words, { kind: 'execute', content: [{ type: 'terminal', terminalId: 't1' }], rawOutput: words }),
		);
		expect(said(created)).toEqual([]);
	});
});
