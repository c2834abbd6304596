import type { AgentNetwork } from '../../core/network/network.js';
import type { CommandAccess } from '../../core/sandbox/command-access.js';
import type { CommandHold } from '../../core/sandbox/session-sandbox.js';
import type { ToolKind } from '../../core/tool-call.js';

/** What a request does to its paths, for the headline. */
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

export const WRITE = 'Write';
export const SOMETHING = 'something';
export const USE_TOOL = 'Use a tool';
export const RUN_COMMAND = 'Run a command';
export const RUN_DESCRIBED = 'Run a command, as the agent describes it';
export const runAndEdit = (files: string): string => `Run a command and edit ${files}`;
export const toolThatWrites = (files: string): string => `Use a tool that writes ${files}`;
export const mcpToolOf = (name: string | null): string => `Use the MCP tool ${name ?? 'below'}`;
/** A connection of the agent's sandbox. */
export const connectTo = (host: string): string => `Connect to ${host}`;
export const fetchFrom = (host: string | null): string => `Fetch from ${host ?? 'the network'}`;
export const filesOrFolders = (count: number): string =>
	count === 1 ? '1 file or folder' : `${count} files or folders`;

/** Without its sandbox, or with network and still in it. */
export const RUN_AGAIN = 'Run this command again';
export const RUN_AGAIN_WITHOUT = 'Run this command again without its sandbox';
type HoldWords = { readonly name: string; readonly words: string };

/** What will hold a command; null: it runs here, without a sandbox. */
export function holdWords(hold: CommandHold): HoldWords | null {
	const { runner, agent } = hold;
	if (runner === 'agent') return { name: 'The agent runs this itself', words: ownWords(hold) };
	const words = wordsHere(hold);
	if (words !== null) return { name: runner === 'here' ? 'Runs sandboxed' : 'If acp-tui runs this', words };
	return runner === 'either' && agent === 'fence'
		? { name: 'If the agent runs this itself', words: ownWords(hold) }
		: null;
}

/** What an edit in a shadow comes to. */
export const WAITS: HoldWords = { name: 'In the shadow', words: 'your file changes once it is applied' };

/** What holds a command that the agent runs. */
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
export const OUTSIDE_ONE = ', outside the workspace';
export const outsideSeveral = (count: number): string => `, ${count} outside the workspace`;
export const WHOLE_WORKSPACE = 'the whole workspace';

export const briefPath = (verb: string, path: string, isOutside: boolean): string =>
	`${verb} ${isOutside ? 'outside the workspace: ' : ''}${path}`;
export const briefPaths = (verb: string, count: number, outside: number): string =>
	`${verb} ${count} paths${outside === 0 ? '' : `, ${outside} outside`}`;

export const OTHER_SESSION = 'other session';
export const RUN_BY = 'run by';
export const INPUT = 'input';
export const VARIABLE = 'variable';
export const variables = (count: number): string => `${count} variables`;
export const ofOutput = (all: readonly { readonly name: string }[]): string =>
	`for output only: ${all.map(({ name }) => name).join(', ')}`;
export const valueNotShown = (name: string): string => `${name} (value not shown by the agent)`;
export const LINK_OUT = 'link out of the workspace';
export const MCP_TOOL = 'MCP tool';
export const ADDRESS = 'address';
export const HOST = 'host';
export const CAREFUL = 'careful';
export const SAYS = 'says';
export const openFor = (agent: string, host: string): string => `${agent}: open ${host}`;

// Beside the name of what a command changed.
export const NO_TEXT = 'no text, or too large to show';
export const TEXT_NOT_SHOWN = 'its text is not shown';
export const moreNames = (count: number): string => `… and ${count} more`;
