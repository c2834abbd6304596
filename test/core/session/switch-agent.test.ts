import { describe, expect, test } from 'vitest';
import { type AgentProfile, plainProfile, withMcpServers } from '../../../src/core/agents/profile.js';
import type { AppEvent } from '../../../src/core/event.js';
import { wantedSandbox } from '../../../src/core/session/sandbox/wanted-access.js';
import { busy, connected, entries, next, opened, type Play, play, prompt, ready, sent, starting } from './play.js';

const tool = (id: string, title: string): AppEvent => ({ type: 'tool', patch: { id, title, status: 'in_progress' } });
const other = plainProfile({ name: 'other', command: 'other', args: [], env: {} });
const switching: AppEvent = { type: 'switch-agent', profile: other };
const opening = (current: string): AppEvent => ({
	type: 'session-opened',
	sessionId: 's1',
	modes: { current, available: [current, 'plan'].map((id) => ({ id, name: id })) },
	options: [],
});

describe('Switching to another agent', () => {
	test('holds what was queued for the one before until the user says so.', () => {
		const from = next(play(busy(), prompt('queued')), switching);
		expect(from.state).toMatchObject({ queue: [{ text: 'queued' }], isQueuePaused: true });
		const open = next(from, connected, opened);
		expect(sent(open)).toEqual([]);
		expect(sent(next(open, { type: 'queue-resume' }))).toEqual(['queued']);
	});

	test.each([switching, { type: 'restart-agent' } as const])(
		'leaves its cards alone when ids come again ($type).',
		(anew) => {
			const old = play(
				busy(),
				tool('t1', 'Old work'),
				{ type: 'text', role: 'agent', text: 'below', parentId: 't1' },
				{ type: 'terminal-output', terminalId: 'x', data: 'old', toolCallId: 't1' },
			);
			const again = play(next(old, anew), connected, opened, prompt('go'));
			const cards = (from: Play) => entries(from).flatMap((entry) => (entry.kind === 'tool' ? [entry.call] : []));
			const before = cards(again);
			const from = play(
				again,
				{ type: 'text', role: 'agent', text: 'of a later call', parentId: 't1' },
				{ type: 'terminal-output', terminalId: 'x', data: 'new' },
				tool('t1', 'New work'),
			);
			expect(cards(from)[0]).toEqual(before[0]);
			expect(cards(from).map(({ title }) => title)).toEqual(['Old work', 'New work']);
			expect(entries(from).find((entry) => entry.kind === 'message' && entry.text === 'of a later call')).toMatchObject(
				{ depth: 1 },
			);
		},
	);

	test('lets nothing that is known of the one before count for the other.', () => {
		const old = play(
			starting(),
			connected,
			opening('code'),
			{ type: 'set-agent-mode', modeId: 'code' },
			{ type: 'commands', commands: [{ name: 'compact', description: '' }] },
			{ type: 'set-mode', mode: 'plan' },
			{ type: 'rule-added', rule: { decision: 'allow', text: 'Edit(**)', kind: 'edit', origin: 'session' } as never },
		);
		const from = next(
			{ ...old, state: { ...old.state, agentGrants: [{ name: 'always', about: 'edits', since: 0 }] } },
			switching,
		);
		expect(from.state).toMatchObject({
			agent: null,
			agentModes: null,
			configOptions: [],
			commands: [],
			agentGrants: [],
			rules: [],
			asking: { before: {}, now: {}, unasked: [] },
			mode: { mode: 'plan', isBypassAllowed: false, agentBeforePlan: null },
		});
		expect(Object.keys(from.state.mode).sort()).toEqual(['agentBeforePlan', 'isBypassAllowed', 'mode']);
	});
});

test('servers that were trusted are given to the agent that starts next, and not to another one', () => {
	const server = { type: 'http', name: 'loud', url: 'https://x.example/mcp', headers: [] } as const;
	const at = { type: 'http', source: 'project', file: '/w/.mcp.json', target: server.url } as const;
	const mcpServers = [{ name: 'loud', ...at, state: { type: 'ready', server } }] as const;
	const trusted = play(ready(), { type: 'mcp-trusted', mcpServers });
	expect(trusted.state.profile.mcpServers).toEqual([]);
	const restarted = next(trusted, { type: 'restart-agent' });
	expect(restarted.effects).toMatchObject([{ type: 'start-agent', profile: { mcpServers } }]);
	expect(restarted.state).toMatchObject({ profile: { mcpServers }, trustedMcp: undefined });
	const shadowed: AgentProfile = { ...trusted.state.profile, sandbox: 'shadow', hosts: ['own.example'] };
	const given = withMcpServers(shadowed, mcpServers);
	const held = (profile: AgentProfile) => wantedSandbox({ ...restarted.state, profile });
	expect(held(given)).toMatchObject({ network: { mode: 'ask', hosts: ['own.example', server.url] } });
	expect(held(withMcpServers(given, []))).toMatchObject({ network: { mode: 'ask', hosts: ['own.example'] } });
	const other = { ...trusted.state.profile, launch: { ...trusted.state.profile.launch, name: 'other' } };
	const switched = next(trusted, { type: 'switch-agent', profile: other });
	expect(switched.state.profile.mcpServers).toEqual([]);
});
