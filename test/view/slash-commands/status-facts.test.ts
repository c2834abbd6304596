import { expect, onTestFinished, test, vi } from 'vitest';
import type { McpEntry, McpServer } from '../../../src/core/mcp/server.js';
import type { SessionState } from '../../../src/core/session/state.js';
import { mcpText, statusText } from '../../../src/view/slash-commands/status-facts.js';
import { busy, infoOf, type Play, play, ready, starting } from '../../core/session/play.js';
import { createStage, dispatched, press, text } from '../stage.js';

const server: McpServer = {
	type: 'stdio',
	name: 'files',
	command: '/bin/files',
	args: [],
	env: [{ name: 'A', value: 'secret' }],
};
const files: McpEntry = {
	name: 'files',
	type: 'stdio',
	source: 'config',
	file: '/c',
	target: 'files --root .',
	state: { type: 'ready', server },
};
const entries: readonly McpEntry[] = [
	files,
	{ ...files, name: 'web', type: 'http', source: 'option', target: 'https://x.example' },
	{ ...files, name: 'docs', source: 'project', state: { type: 'waiting' } },
	{
		...files,
		name: 'broken',
		source: 'agent',
		target: 'a\u001b[31mb',
		state: { type: 'left-out', why: 'x was not\nfound' },
	},
	{ ...files, name: 'off', source: 'project', state: { type: 'disabled' } },
];

function session(more: Partial<SessionState>): SessionState {
	const { state } = starting();
	return { ...state, profile: { ...state.profile, mcpServers: entries }, ...more };
}

test('a server that was trusted meanwhile is given at the next start', () => {
	const docs = entries.find(({ name }) => name === 'docs') ?? files;
	const trustedMcp = [{ ...docs, state: files.state }];
	expect(mcpText(session({ agent: infoOf(), sessionId: 's1', trustedMcp }))).toContain(
		'docs    stdio  project       trusted; /restart starts the agent with it',
	);
});

test('what an agent does with all of them is said of each', () => {
	const first = (more: Partial<SessionState>) => mcpText(session(more)).split('\n')[0];
	const ignoring = { ...infoOf(), mcp: { http: false, sse: false, isIgnored: true } };
	expect(first({})).toContain('ready');
	expect(first({ agent: infoOf(), sessionId: 's1', mcpRefusal: 'no' })).toContain('refused by Fake');
	expect(first({ agent: ignoring, sessionId: 's1' })).toContain('not given: Fake does nothing with MCP servers');
});

test('Calls are looked through once, however often their servers are looked at.', () => {
	const calls = Array.from({ length: 300 }, (_, index) => ({
		type: 'tool' as const,
		patch: { id: `c${index}`, title: 'List', name: 'other__list' },
	}));
	const { entries: now } = play(busy(), ...calls).state;
	const look = () => mcpText(session({ agent: infoOf(), sessionId: 's1', entries: now }));
	const first = look();
	const spy = vi.spyOn(RegExp.prototype, 'test');
	onTestFinished(() => spy.mockRestore());
	expect(look()).toBe(first);
	expect(spy.mock.calls.length).toBeLessThan(100);
});

/** A session with these servers. */
function withServers(from: Play): Play {
	const { state } = from;
	return { ...from, state: { ...state, profile: { ...state.profile, mcpServers: entries } } };
}

test('/mcp is a panel: each server with its state, the selected one with how it is reached', () => {
	const stage = createStage(withServers(ready()));
	press(stage, '`/mcp` enter');
	expect(text(stage)).toMatch(/● files +sent to Fake/);
	expect(text(stage)).toContain('stdio · your config · files --root .');
	press(stage, 'down');
	expect(text(stage)).toContain('http · --mcp-config · https://x.example');
	expect(text(stage)).not.toContain('secret');
	press(stage, 'escape');
	expect(stage.ui.panel.kind).toBe('none');
});

test('/mcp without servers says how to add one', () => {
	expect(dispatched(press(createStage(ready()), '`/mcp` enter'))[0]).toMatchObject({ type: 'note' });
});

test('on a low and narrow screen both fit', () => {
	for (const command of ['/mcp', '/status']) {
		const stage = createStage(withServers(ready()), 40, 12);
		press(stage, `\`${command}\` enter`);
		expect(text(stage)).toContain('▸ ');
	}
});

test.each([
	['watch', [], 'watch (/agent) · commands that acp-tui runs have one'],
	['watch', [{ content: [] }], 'watch (/agent) · the agent runs commands itself, without one'],
	['fence', [{ content: [] }], 'fence (/agent) · the agent runs commands itself, in it'],
	['watch', [{ content: [{ type: 'terminal', terminalId: 't1' }] }], 'watch (/agent) · commands run in one'],
] as const)('/status says of the sandbox %s whether commands are in one, with the calls %j', (agent, calls, words) => {
	const start = { type: 'terminal-started', terminalId: 't1', command: 'make', cwd: '/w', ours: true } as const;
	const ran = calls.map(
		(call) => ({ type: 'tool', patch: { id: 'c1', kind: 'execute', status: 'completed', ...call } }) as const,
	);
	const { state } = play(busy(), start, ...ran);
	const held = { isPrompted: true, sandbox: { ...state.sandbox, agent, commands: 'fenced' } } as const;
	expect(statusText({ ...state, ...held }, 0)).toContain(`sandbox    ${words}\n`);
});
