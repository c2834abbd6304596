import { describe, expect, test } from 'vitest';
import type { AppEvent } from '../../../src/core/event.js';
import type { Failure } from '../../../src/core/failure.js';
import type { Mode } from '../../../src/core/policy/policy-types.js';
import { parseRule } from '../../../src/core/policy/rules.js';
import type { SessionSandbox } from '../../../src/core/sandbox/session-sandbox.js';
import { blockedOutside } from '../../../src/core/session/sandbox/blocked-by-sandbox.js';
import type { ToolCallPatch } from '../../../src/core/tool-call.js';
import { busy, endTurn, entries, type Play, play, ready } from './play.js';

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
const outside = (path: string, folder: string): string =>
	`The sandbox keeps fake from writing ${path} · /writable ${folder} opens it and restarts the agent; for each start: --writable DIR, or agents.fake.writable in your config`;

describe('What the system refused a fenced agent is reported', () => {
	test.each<[string, Parts, string, Partial<ToolCallPatch>, string]>([
		['a write in plan mode', { mode: 'plan' }, "EROFS: read-only file system, open '/w/a.ts'", {}, IN_PLAN],
		['by a relative name', { mode: 'plan' }, 'a.ts: Read-only file system', { kind: 'execute' }, IN_PLAN],
		['by bash', { mode: 'plan' }, '/bin/bash: line 1: made.txt: Read-only file system', {}, IN_PLAN],
		['by sh', { mode: 'plan' }, '/bin/sh: 1: cannot create made.txt: Read-only file system', {}, IN_PLAN],
		['by a program', { mode: 'plan' }, "/usr/bin/touch: cannot touch 'a': Read-only file system", {}, IN_PLAN],
		[
			'by a script of the workspace',
			{ mode: 'plan' },
			'/w/x.sh: line 3: /etc/x: Read-only file system',
			{},
			outside('/etc/x', '/etc'),
		],
		['a whole path first', { mode: 'plan' }, '/etc/x: Read-only file system', {}, outside('/etc/x', '/etc')],
		['in plan mode outside', { mode: 'plan' }, "EROFS: …, open '/home/me/x'", {}, outside('/home/me/x', '/home/me')],
		[
			'a write outside',
			{},
			'touch: cannot touch ‘/home/me/x’: Read-only file system',
			{},
			outside('/home/me/x', '/home/me'),
		],
		[
			'in the raw output alone',
			{},
			'',
			{ rawOutput: { error: { message: "EROFS, open '/x/y'" } } },
			outside('/x/y', '/x'),
		],
		[
			'of a shadow, in a folder that it cannot change',
			{ sandbox: { agent: 'shadow' }, folders: ['/lib'] },
			"EROFS: read-only file system, open '/lib/x'",
			{},
			outside('/lib/x', '/lib'),
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
});

describe('A failure of a fenced agent says what its sandbox has to do with it', () => {
	const fenced = (isCommandLine = false): Play => {
		const { state, ...rest } = held();
		const launch = { ...state.profile.launch, ...(isCommandLine ? { isCommandLine: true as const } : {}) };
		return { ...rest, state: { ...state, profile: { ...state.profile, launch, sandbox: 'fence' } } };
	};
	const failure = (message: string, detail?: string): Failure => ({
		code: 'protocol',
		message,
		...(detail === undefined ? {} : { detail }),
	});
	const hintOf = (from: Play, failed: Failure): string | undefined => {
		const ended = play(from, { type: 'turn-failed', turnId: from.state.turn?.id ?? '', failure: failed });
		return entries(ended).flatMap((entry) => (entry.kind === 'turn-end' ? [entry.failure?.hint] : []))[0];
	};

	test.each<[string, Failure, string]>([
		['in its message', failure("Internal error: EROFS: read-only file system, mkdir '/opt/any/data'"), '/opt/any'],
		[
			'on its standard error',
			failure('It failed.', "Error: EACCES: permission denied, open '/srv/any/log'"),
			'/srv/any',
		],
	])('that a path cannot be written, %s', (_, failed, folder) => {
		expect(hintOf(fenced(), failed)).toMatch(
			new RegExp(
				`^The sandbox keeps fake from writing ${folder}/.*/writable ${folder} .*--writable DIR, or agents.fake.writable`,
			),
		);
		// An agent of a command line stands in no config.
		expect(hintOf(fenced(true), failed)).not.toContain('in your config');
		expect(hintOf(held(), failed)).toBeUndefined();
	});

	test.each([
		'sh: 1: exec: /tmp/x/tool: not found',
		'/home/me/bin/starter: 2: /tmp/x/tool: not found',
		'/usr/bin/env: ‘/tmp/x/tool’: No such file or directory',
		'Error: spawn /tmp/x/tool ENOENT',
		'bash: line 1: /tmp/x/tool: Permission denied',
		"Error: Cannot find module '/tmp/x/tool'",
		"python3: can't open file '/tmp/x/tool': [Errno 2] No such file or directory",
	])('that a program is not there: %s', (detail) => {
		expect(hintOf(fenced(), failure('It failed.', detail))).toMatch(/^\/tmp\/x\/tool is not visible in the sandbox\./);
	});

	test('and has the folder looked up, once', () => {
		const detail = "EROFS: read-only file system, open '/opt/any/log'";
		const from = fenced();
		const exit = { code: 1, signal: null, stderrTail: [detail], junkLines: 0, expected: false };
		const failed = { ...failure('It failed.', detail) };
		for (const step of [
			play(from, { type: 'turn-failed', turnId: from.state.turn?.id ?? '', failure: failed }),
			play(from, { type: 'agent-exited', exit }),
			play(endTurn(from), { type: 'agent-exited', exit }),
			play(endTurn(from), { type: 'agent-failed', failure: failed }),
		]) {
			const looked = step.effects.filter(({ type }) => type === 'look-up-folder');
			expect(looked).toEqual([{ type: 'look-up-folder', path: '/opt/any/log' }]);
		}
	});

	test.each(['TypeError: fetch failed: getaddrinfo ENOTFOUND api.example', 'curl: (6) Could not resolve host: x'])(
		'that it did not go by the proxy of its network: %s',
		(detail) => {
			const { state, ...rest } = fenced();
			const asks = { ...rest, state: { ...state, profile: { ...state.profile, network: 'ask' as const } } };
			expect(hintOf(asks, failure('It failed.', detail))).toContain('--network open');
			expect(hintOf(fenced(), failure('It failed.', detail))).toBeUndefined();
		},
	);

	test('nothing of what lies in the workspace', () => {
		expect(hintOf(fenced(), failure("EACCES: permission denied, open '/w/a.ts'"))).toBeUndefined();
	});
});

test('A run whose transcript nobody sees hears what opens a path outside, and nothing of what is inside.', () => {
	const refusal = (text: string, parts: Parts = {}) => blockedOutside(play(held(parts), failed(text)).state, 'c1');
	expect(refusal("EROFS: read-only file system, open '/srv/x.txt'")).toMatchObject({
		title: 'The sandbox keeps fake from writing /srv/x.txt',
		hint: expect.stringContaining('--writable /srv opens it'),
	});
	expect(refusal("EROFS: read-only file system, open 'a.ts'", { mode: 'plan' })).toBeNull();
	expect(refusal("EROFS: read-only file system, open '/srv/x.txt'", { sandbox: { agent: 'watch' } })).toBeNull();
});
