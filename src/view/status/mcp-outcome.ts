import { isTaken, type McpEntry } from '../../core/mcp/server.js';
import type { Entry } from '../../core/session/entries/entry.js';
import type { SessionState } from '../../core/session/state.js';
import { weakMemo } from '../../core/weak-memo.js';
import type { Role } from '../line.js';

const MCP_READY = 'ready';

type Outcome = { readonly words: string; readonly role: Role };

export function whatBecameOf({ name, type, state }: McpEntry, session: SessionState): Outcome {
	const { agent, sessionId, mcpRefusal, entries, trustedMcp = [] } = session;
	const isTrusted = trustedMcp.some((entry) => entry.name === name && entry.state.type !== 'waiting');
	if (state.type === 'waiting')
		return isTrusted
			? { words: 'trusted; /restart starts the agent with it', role: 'muted' }
			: { words: 'waits for trust: /config', role: 'warning' };
	if (state.type === 'disabled') return { words: 'left out: disabled in its file', role: 'muted' };
	if (state.type === 'left-out') return { words: `left out: ${state.why}`, role: 'error' };
	if (agent === null) return { words: MCP_READY, role: 'muted' };
	if (!isTaken(type, agent.mcp)) {
		const why = agent.mcp.isIgnored ? 'does nothing with MCP servers' : `takes no servers of type ${type}`;
		return { words: `not given: ${agent.title} ${why}`, role: 'error' };
	}
	if (mcpRefusal !== undefined) return { words: `refused by ${agent.title}`, role: 'error' };
	if (sessionId === null) return { words: MCP_READY, role: 'muted' };
	const hasUsed = entries.leaves.some((leaf) => isUsed(name, leaf));
	const use = hasUsed ? 'has used it' : 'has not used it yet';
	return { words: `sent to ${agent.title}, which ${use}`, role: hasUsed ? 'success' : 'info' };
}

/** By leaf and server: each look at the panel asks for all of them, and leaves never change. */
const usesByServer = weakMemo((_leaf: readonly Entry[]) => new Map<string, boolean>());

/** A call names the server: some agents take servers and do nothing with them, and say nothing of it. */
function isUsed(server: string, leaf: readonly Entry[]): boolean {
	const uses = usesByServer(leaf);
	const known = uses.get(server) ?? hasCallOf(server, leaf);
	uses.set(server, known);
	return known;
}

function hasCallOf(server: string, leaf: readonly Entry[]): boolean {
	const named = server.replaceAll(/[^\p{L}\d]+/gu, '[^\\p{L}\\d]+');
	const inName = new RegExp(`(?<![\\p{L}\\d])${named}(?:_{1,3}|[./:-])[\\p{L}\\d]`, 'iu');
	// A title is for people: other words may be the server's name by chance.
	const inTitle = new RegExp(`(?<![\\p{L}\\d])${named}(?:__| MCP\\b)`, 'iu');
	return leaf.some(
		(entry) => entry.kind === 'tool' && (inName.test(entry.call.name ?? '') || inTitle.test(entry.call.title)),
	);
}
