import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readInitialize } from '../../src/agent/handshake.js';
import { isObject, type JsonObject, objectOf } from '../../src/agent/json.js';
import { toConfigOptions, toModes } from '../../src/agent/translate/modes-options.js';
import { createTranslator, type Translator } from '../../src/agent/translate/translator.js';
import type { AgentEvent } from '../../src/core/agent-event.js';
import type { PermissionRequest } from '../../src/core/permission-request.js';

/** What a trace becomes when it is translated from its first message to its last. */
type Replay = {
	readonly events: readonly AgentEvent[];
	readonly permissions: readonly PermissionRequest[];
	/** The ids of tool calls that the trace names, and those that the events name. */
	readonly sentIds: ReadonlySet<string>;
	readonly reportedIds: ReadonlySet<string>;
	readonly problems: readonly string[];
};

const LAUNCH = { name: 'agent', command: 'agent', args: [], env: {} };

function replay(path: string): Replay {
	const events: AgentEvent[] = [];
	const permissions: PermissionRequest[] = [];
	const sentIds = new Set<string>();
	const problems: string[] = [];
	const asked = new Map<unknown, string>();
	const translators = new Map<string, Translator>();
	const translatorOf = (id: unknown): Translator => {
		const known = translators.get(String(id)) ?? createTranslator();
		translators.set(String(id), known);
		return known;
	};

	function takeResult(method: string | undefined, result: JsonObject): void {
		if (method === 'initialize') {
			const info = readInitialize(result, LAUNCH);
			if (!info.ok) problems.push(info.failure.message);
		}
		if (!method?.startsWith('session/')) return;
		const modes = toModes(result['modes']);
		if (modes === null && isObject(result['modes'])) problems.push(`modes of ${method}`);
		const options = toConfigOptions(result['configOptions'], problems);
		if (method === 'session/new') translatorOf(result['sessionId']).opened(modes, options);
	}

	for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
		const { dir, msg } = JSON.parse(line) as { dir: string; msg?: unknown };
		const message = objectOf(msg);
		const params = objectOf(message['params']);
		if (dir === 'c2a' && 'id' in message) asked.set(message['id'], String(message['method']));
		if (dir !== 'a2c') continue;
		const id = objectOf(params['update'])['toolCallId'] ?? objectOf(params['toolCall'])['toolCallId'];
		if (typeof id === 'string' && message['method'] !== 'elicitation/create') sentIds.add(id);
		if (message['method'] === 'session/update')
			events.push(...translatorOf(params['sessionId']).update(params['update']));
		else if (message['method'] === 'session/request_permission') {
			const asking = translatorOf(params['sessionId']).permission(params);
			events.push(...asking.events);
			if (asking.request.ok) permissions.push(asking.request.value);
			else problems.push(asking.request.failure.message);
		} else if (isObject(message['result'])) takeResult(asked.get(message['id']), message['result']);
	}
	const reportedIds = new Set(permissions.map(({ patch }) => patch.id));
	for (const event of events) {
		if (event.type === 'tool') reportedIds.add(event.patch.id);
		else if ('toolCallId' in event && event.toolCallId !== undefined) reportedIds.add(event.toolCallId);
	}
	return { events, permissions, sentIds, reportedIds: reportedIds, problems };
}

const fixtures = fileURLToPath(new URL('../fixtures/traces', import.meta.url));
// A folder of whole traces, for whoever has one.
const { ACP_TRACES: further } = env;

describe.each(further === undefined ? [fixtures] : [fixtures, further])('traces in %s', (folder) => {
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));

	test('There are traces to replay.', () => expect(files.length).toBeGreaterThan(100));

	test.each(files)('%s: all that was sent is understood, and every tool call is reported', (file) => {
		const { events, sentIds, reportedIds, problems } = replay(join(folder, file));
		expect(problems).toEqual([]);
		expect(events.filter((event) => event.type === 'unknown')).toEqual([]);
		const hasUnknownPart = (event: AgentEvent) =>
			event.type === 'tool' &&
			event.patch.content?.some(
				(item) => item.type === 'unknown' || (item.type === 'content' && item.block.type === 'unknown'),
			);
		expect(events.filter(hasUnknownPart)).toEqual([]);
		expect([...sentIds].filter((id) => !reportedIds.has(id))).toEqual([]);
	});
});

test.each([
	['claude/exitplan.jsonl', 'rawInput and content'],
	['claude-0.49/exitplan.jsonl', 'rawInput and content'],
	['codex/exitplan.jsonl', 'rawInput'],
])('%s: the plan to approve is found in %s', (file) => {
	const asked = replay(join(fixtures, file)).permissions.filter(({ isExitPlan }) => isExitPlan);
	expect(asked).toHaveLength(1);
	expect(asked[0]?.plan).toMatch(/^# Fake plan\n/);
});

test('gemini/exitplan.jsonl: the plan to approve is named by its file.', () => {
	const asked = replay(join(fixtures, 'gemini/exitplan.jsonl')).permissions.filter(({ isExitPlan }) => isExitPlan);
	expect(asked).toHaveLength(1);
	expect(asked[0]?.planPath).toMatch(/^\/home\/dev\/.*\/plans\/fake-plan\.md$/);
});

test.each(['claude', 'codex', 'gemini'])(
	'%s/enterplan.jsonl: entering plan mode is no plan to approve unless the plan came too',
	(agent) => {
		const asked = replay(join(fixtures, agent, 'enterplan.jsonl')).permissions;
		const isPlan = asked.map(({ plan, planPath }) => plan !== undefined || planPath !== undefined);
		expect(asked.map(({ isExitPlan }) => isExitPlan)).toEqual(isPlan);
	},
);

test.each([
	['claude/edit-allow.jsonl', ['/home/dev/shop/hello.txt'], undefined],
	['codex/edit-allow.jsonl', ['/home/dev/shop/hello.txt'], undefined],
	['gemini/edit-allow.jsonl', ['/home/dev/shop/hello.txt'], undefined],
	['claude/bash-fail.jsonl', [], { line: 'echo out; echo err >&2; exit 3' }],
	['codex/bash-allow.jsonl', [], { line: 'echo hi from bash; touch bash-was-here.txt; ls -1', cwd: '/home/dev/shop' }],
	// Its command stands in the title alone, which is never judged.
	['gemini/bash-allow.jsonl', [], undefined],
])('%s: the request names these paths and this command', (file, paths, command) => {
	const request = replay(join(fixtures, file)).permissions[0];
	expect(request?.paths).toEqual(paths);
	expect(request?.command).toEqual(command);
});

test('codex/edit-allow.jsonl: the diff that came before the request is part of it.', () => {
	const request = replay(join(fixtures, 'codex/edit-allow.jsonl')).permissions[0];
	expect(request?.patch.content?.map((item) => item.type)).toEqual(['diff']);
});

test('The mode that Gemini writes as text is a mode and no text.', () => {
	const { events } = replay(join(fixtures, 'gemini/exitplan.jsonl'));
	expect(events.filter((event) => event.type === 'text' && event.text.includes('MODE_UPDATE'))).toEqual([]);
	expect(events).toContainEqual({ type: 'agent-mode', modeId: 'plan' });
});

test('Output of a terminal that nobody created arrives with its tool call and its exit.', () => {
	const { events } = replay(join(fixtures, 'codex/bash-allow.jsonl'));
	const types = events.filter((event) => event.type.startsWith('terminal-')).map((event) => event.type);
	expect(types).toEqual(['terminal-started', 'terminal-output', 'terminal-exited']);
});

test('Calls of a sub agent name the call that they belong to.', () => {
	const { events } = replay(join(fixtures, 'claude/task.jsonl'));
	const parents = events.flatMap((event) => (event.type === 'tool' ? (event.patch.parentId ?? []) : []));
	expect(parents.length).toBeGreaterThan(0);
});

test('A command list that is sent twice is reported once.', () => {
	const { events } = replay(join(fixtures, 'claude/hello.jsonl'));
	expect(events.filter((event) => event.type === 'commands')).toHaveLength(1);
});
