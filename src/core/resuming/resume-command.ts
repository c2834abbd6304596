import type { AgentNetwork } from '../agent-network.js';
import { quoteWords } from '../policy/shell/quote-word.js';
import type { AgentSandbox } from '../sandbox/sandbox.js';
import { sanitizeLine } from '../text/sanitize.js';

export type ResumeWords = {
	readonly agent?: string;
	readonly agentCommand?: readonly string[];
	readonly sandbox?: AgentSandbox;
	readonly network?: AgentNetwork;
	readonly cwd?: string;
};

/** Command that resumes a session. Id and folder are not trusted: words are quoted and free of controls. */
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
