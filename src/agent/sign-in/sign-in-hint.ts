import type { AgentLaunch } from '../../core/agent-info.js';
import { quoteWords } from '../../core/policy/shell/quote.js';
import type { AuthMethod } from '../../core/sign-in/auth-method.js';
import { findAgent } from '../catalogue.js';
import { bounded } from '../json.js';

const MOST_METHODS = 6;
const MOST_CHARS = 1200;

/** How to sign in, for the user: with the agent's own program, and what the agent itself offers. */
export function signInHint(methods: readonly AuthMethod[], launch: AgentLaunch): string {
	const words = methods.slice(0, MOST_METHODS).map((method) => describe(method, launch));
	const known = findAgent(launch.name)?.signIn;
	const own = `To sign in, ${known ?? "use the agent's own program"}; then start acp-tui again.`;
	return bounded(words.length === 0 ? own : `${own} The agent offers: ${words.join('; ')}.`, MOST_CHARS);
}

function describe(method: AuthMethod, launch: AgentLaunch): string {
	const { name, description } = method;
	if (method.type === 'terminal')
		return `${name} (run: ${quoteWords([launch.command, ...launch.args, ...method.args])})`;
	return description === undefined || description === name ? name : `${name} (${description})`;
}
