import type { AgentNetwork } from '../network/network.js';
import { quoteWords } from '../policy/shell/quote.js';
import type { AgentSandbox } from '../sandbox/sandbox.js';
import { sanitizeLine } from '../text/sanitize.js';

/** Words of the command that goes on with a session, beside its id. */
export type ResumeWords = {
	/** The agent by name; absent: the record knows it. */
	readonly agent?: string;
	/** The agent as a command line: program and arguments. */
	readonly agentCommand?: readonly string[];
	/** What holds the agent; absent: what its config says. */
	readonly sandbox?: AgentSandbox;
	readonly network?: AgentNetwork;
	/** The folder that is gone to before; absent: it does not matter from where. */
	readonly cwd?: string;
};

/**
 * The command that goes on with a session, to be pasted into a shell: an id that an agent gave and a folder's name are
 * anybody's text, so each word is quoted for a POSIX shell, none can be taken for an option, and no control character is
 * left with which a paste could end early.
 */
export function resumeCommandLine(
	id: string,
	{ agent, agentCommand, sandbox, network, cwd }: ResumeWords = {},
): string {
	const command = quoteWords([
		'acp-tui',
		...(id.startsWith('-') ? [`--resume=${id}`] : ['--resume', id]),
		...(agent === undefined ? [] : ['--agent', agent]),
		...(agentCommand === undefined ? [] : ['--agent-command', quoteWords(agentCommand)]),
		...(sandbox === undefined ? [] : ['--sandbox', sandbox]),
		...(network === undefined ? [] : ['--network', network]),
	]);
	return sanitizeLine(cwd === undefined ? command : `${quoteWords(['cd', '--', cwd])} && ${command}`);
}
