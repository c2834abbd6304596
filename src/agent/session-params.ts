import type { AgentInfo } from '../core/agent-info.js';
import type { McpServer } from '../core/mcp/server.js';
import type { SessionParams } from '../core/session-params.js';

/**
 * Wire parameters of `session/new`, `session/load`, `session/resume` and `session/fork`. Every list is sent whole each
 * time: agents keep none (ACP «Session Setup»). What an agent did not announce is left out.
 */
export function sessionParams(params: SessionParams, info: AgentInfo): Readonly<Record<string, unknown>> {
	const { cwd, additionalDirectories, mcpServers, systemPrompt } = params;
	return {
		cwd,
		// Required even if empty.
		mcpServers: mcpServers.map(toWireServer),
		...(info.takesAdditionalDirectories && additionalDirectories.length > 0 ? { additionalDirectories } : {}),
		...(info.takesSystemPrompt && systemPrompt !== null
			? { systemPrompt: { mode: 'append', content: [{ type: 'text', text: systemPrompt }] } }
			: {}),
		...(info.takesClaudeSettings === true ? { _meta: { claudeCode: { options: { settings: CLAUDE_SETTINGS } } } } : {}),
	};
}

/** Otherwise a classifier of its own answers, in its plan mode, what it would ask. */
const CLAUDE_SETTINGS = { useAutoModeDuringPlan: false };

/** A server of type stdio has no `type` in version 1 of the protocol. */
function toWireServer(server: McpServer): Readonly<Record<string, unknown>> {
	if (server.type !== 'stdio') return server;
	const { type: _, ...stdio } = server;
	return stdio;
}
