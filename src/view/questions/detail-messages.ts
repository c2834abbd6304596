import type { AgentNetwork } from '../../core/agent-network.js';
import type { CommandAccess } from '../../core/sandbox/command-access.js';
import type { CommandHold } from '../../core/sandbox/session-sandbox.js';
import type { ToolKind } from '../../core/tool-call.js';

/** Verbs for what a request does to its paths, for the headline. */
export const VERBS: Readonly<Partial<Record<ToolKind, string>>> = {
	edit: 'Edit',
	delete: 'Delete',
	move: 'Move',
	read: 'Read',
};

/** The same for requests without paths. */
export const WORDS: Readonly<Partial<Record<ToolKind, string>>> = {
	search: 'Search',
	think: 'Think',
	execute: 'Run something',
	switch_mode: 'Change the agent’s mode',
};

export const fetchFrom = (host: string | null): string => `Fetch from ${host ?? 'the network'}`;

type HoldWords = { readonly name: string; readonly words: string };

/** Names what will hold a command; null: it runs here, without a sandbox. */
export function holdWords(hold: CommandHold): HoldWords | null {
	const { runner, agent } = hold;
	if (runner === 'agent') return { name: 'The agent runs this itself', words: ownWords(hold) };
	const words = wordsHere(hold);
	if (words !== null) return { name: runner === 'here' ? 'Runs sandboxed' : 'If acp-tui runs this', words };
	return runner === 'either' && agent === 'fence'
		? { name: 'If the agent runs this itself', words: ownWords(hold) }
		: null;
}

/** Result of an edit in a shadow. */
export const WAITS: HoldWords = { name: 'In the shadow', words: 'your file changes once it is applied' };

/** Names what holds a command that the agent runs. */
function ownWords({ agent, isReadOnly }: CommandHold): string {
	if (agent === 'shadow') return 'in its shadow, your files change when you apply its changes';
	if (agent !== 'fence') return 'without a sandbox';
	return isReadOnly
		? 'in its fence, changes no files of yours'
		: 'in its fence, may change the workspace and no other files of yours';
}

/** Null for a command without a sandbox. */
function wordsHere({ access, isSandboxed, agent, network }: CommandHold): string | null {
	// Whatever a rule opens, it runs in the agent's own sandbox there.
	if (agent === 'shadow') {
		return `may change the shadow and a private /tmp, not the workspace itself, ${SHADOW_NETWORK[network]}`;
	}
	return isSandboxed && access !== null ? accessWords(access) : null;
}

const SHADOW_NETWORK: Readonly<Record<AgentNetwork, string>> = {
	open: 'has the network',
	ask: 'asks for other hosts than the agent’s own',
	off: 'reaches the agent’s own hosts alone',
};

function accessWords(access: CommandAccess): string {
	if (access.files === 'read') return 'changes nothing, no network';
	if (access.files === 'layer') return 'changes a copy of the workspace, no network';
	const places = ['the workspace', 'a private /tmp', ...access.folders];
	const last = places.pop();
	return `may change ${places.join(', ')} and ${last}, ${access.network ? 'has the network' : 'no network'}`;
}

export const OUTSIDE = 'outside the workspace';

export const INPUT = 'input';
export const VARIABLE = 'variable';
export const ADDRESS = 'address';
export const HOST = 'host';
