import { expect, test } from 'vitest';
import { sessionParams } from '../../src/agent/agent-sessions.js';
import type { SessionParams } from '../../src/core/session-params.js';
import { infoOf } from '../core/session/play.js';

const everything: SessionParams = {
	cwd: '/w',
	additionalDirectories: ['/lib'],
	mcpServers: [
		{ type: 'stdio', name: 'files', command: '/bin/files', args: ['-v'], env: [{ name: 'A', value: 'b' }] },
		{ type: 'http', name: 'web', url: 'https://example.org', headers: [] },
	],
	systemPrompt: 'Be brief.',
};
const mcpServers = [
	{ name: 'files', command: '/bin/files', args: ['-v'], env: [{ name: 'A', value: 'b' }] },
	{ type: 'http', name: 'web', url: 'https://example.org', headers: [] },
];

test('An agent that announces them gets folders and a system prompt, and a stdio server has no type.', () => {
	const info = { ...infoOf(), takesAdditionalDirectories: true, takesSystemPrompt: true };
	expect(sessionParams(everything, info)).toEqual({
		cwd: '/w',
		mcpServers,
		additionalDirectories: ['/lib'],
		systemPrompt: { mode: 'append', content: [{ type: 'text', text: 'Be brief.' }] },
	});
});

test('An agent that does not announce them gets neither, and an empty list of servers is still a list.', () => {
	expect(sessionParams(everything, infoOf())).toEqual({ cwd: '/w', mcpServers });
	expect(sessionParams({ ...everything, mcpServers: [] }, infoOf())).toEqual({ cwd: '/w', mcpServers: [] });
});

test('Claude, under any name, hears that its own classifier answers nothing in plan mode.', () => {
	const info = { ...infoOf(), takesClaudeSettings: true };
	const _meta = { claudeCode: { options: { settings: { useAutoModeDuringPlan: false } } } };
	expect(sessionParams({ ...everything, mcpServers: [] }, info)).toEqual({ cwd: '/w', mcpServers: [], _meta });
});
