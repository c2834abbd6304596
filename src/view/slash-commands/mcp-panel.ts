import { styled } from '../line.js';
import { opens } from '../panel/engine.js';
import type { PanelKind } from '../panel/panel.js';
import { MCP_TITLE } from '../pickers/pickers-messages.js';
import { whatBecameOf } from '../status/mcp-outcome.js';
import { MCP_SOURCES } from './slash-commands-messages.js';
import { mcpText } from './status-facts.js';

/** MCP servers with their state; of the selected one its source and address. */
const mcpPanel: PanelKind = {
	name: 'mcp',
	spokenOnce: ({ session }) => [MCP_TITLE, ...mcpText(session).split('\n')],
	panel({ session }) {
		const { mcpServers } = session.profile;
		if (mcpServers.length === 0) return null;
		const rows = mcpServers.map((entry) => {
			const { words, role } = whatBecameOf(entry, session);
			return {
				id: `${entry.source} ${entry.name}`,
				label: entry.name,
				signs: [styled('● ', { color: role })],
				detail: words,
				more: `${entry.type} · ${MCP_SOURCES[entry.source]} · ${entry.target}`,
			};
		});
		return { title: MCP_TITLE, keyWords: 'acp-tui mcp adds and tests them', rows };
	},
};

export const open = opens(mcpPanel);
