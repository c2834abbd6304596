// Says which MCP servers it was given in session/new. MCP_CAPABILITIES (JSON) is what it announces; with
// MCP_REFUSES it opens no session that has any: `params` (-32602) or `internal` (-32603).
import { INITIALIZED, say, send, serve } from './wire.mjs';

const { MCP_CAPABILITIES, MCP_REFUSES } = process.env;
const opened = [];

serve({
	initialize: () => ({
		...INITIALIZED,
		agentCapabilities: MCP_CAPABILITIES === undefined ? {} : { mcpCapabilities: JSON.parse(MCP_CAPABILITIES) },
	}),
	'session/new': (params, id) => {
		opened.push(params.mcpServers);
		if (MCP_REFUSES !== undefined && (params.mcpServers.length > 0 || MCP_REFUSES === 'always')) {
			const code = MCP_REFUSES === 'internal' ? -32603 : -32602;
			send({ id, error: { code, message: 'no servers here' } });
			return;
		}
		return { sessionId: 's1' };
	},
	'session/prompt': ({ sessionId }) => {
		say(sessionId, JSON.stringify(opened));
		return { stopReason: 'end_turn' };
	},
});
