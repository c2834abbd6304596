import { expect, test } from 'vitest';
import { readInitialize } from '../../src/agent/handshake.js';

const LAUNCH = { name: 'node', command: 'node', args: ['agent.mjs'], env: {} };

const titleOf = (agentInfo: object) => {
	const info = readInitialize({ protocolVersion: 1, agentInfo }, LAUNCH);
	return info.ok ? info.value.title : info.failure.code;
};

test.each([
	{ title: 'acp-tui' },
	{ title: 'ACP TUI', name: 'x' },
	{ name: 'acp-tui' },
	{ title: 'аcp‑tui' },
	{ title: 'Permission ─╮' },
	{ title: 'x ▌' },
	{},
])('An agent that calls itself %j is called by its launch: its questions are not ours.', (agentInfo) => {
	expect(titleOf(agentInfo)).toBe('node');
});

test.each([
	[{ title: 'Claude Code', name: 'acp-tui' }, 'Claude Code'],
	[{ name: '@agentclientprotocol/claude-agent-acp' }, '@agentclientprotocol/claude-agent-acp'],
	[{ title: 'Mistral – Vibe', name: 'x' }, 'Mistral – Vibe'],
])('An agent is called what it calls itself: %j.', (agentInfo, title) => expect(titleOf(agentInfo)).toBe(title));
