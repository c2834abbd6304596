import type { Command as Program } from 'commander';
import { defined } from '../../../core/defined.js';
import * as messages from '../../command-line-messages.js';
import { UsageError } from '../../errors.js';
import { wordOf } from '../../option-values.js';
import { type Given, type Subcommand, subcommandCall } from '../../subcommand.js';
import type { SignInRequest } from './sign-in-agent.js';

const TAKES: Subcommand['takes'] = ['agent', 'agentCommand', 'cwd', 'timeout'];

export const loginSubcommand: Subcommand = {
	name: 'login',
	takes: TAKES,
	define(program, choose) {
		defineFor(program, 'login')
			.description('sign in to an agent')
			.option('--method <id>', 'the way to sign in, where the agent has several', wordOf('--method'))
			.action((agent: string | undefined, { method }: { readonly method?: string }) =>
				choose((given) =>
					subcommandCall('login', requestOf('login', agent, method, given), async (...call) =>
						(await import('./login.js')).login(...call),
					),
				),
			);
	},
};

export const logoutSubcommand: Subcommand = {
	name: 'logout',
	takes: TAKES,
	define(program, choose) {
		defineFor(program, 'logout')
			.description('sign out of an agent, and forget the keys that were given to its sign-in')
			.action((agent: string | undefined) =>
				choose((given) =>
					subcommandCall('logout', requestOf('logout', agent, undefined, given), async (...call) =>
						(await import('./login.js')).logout(...call),
					),
				),
			);
	},
};

function defineFor(program: Program, name: string): Program {
	return program.command(name).argument('[agent]', 'an agent by its name; "acp-tui agents" lists them');
}

function requestOf(
	command: string,
	word: string | undefined,
	method: string | undefined,
	{ options }: Given,
): SignInRequest {
	const named = [word, options.agent, options.agentCommand].filter((name) => name !== undefined);
	if (named.length > 1) throw new UsageError(messages.twoAgents);
	if (named.length === 0) throw new UsageError(messages.needsAgent(command));
	return { ...options, ...defined({ agent: word, method }) };
}
