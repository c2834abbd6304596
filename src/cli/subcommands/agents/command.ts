import { printText } from '../../print-text.js';
import { styleFor } from '../../style.js';
import { type Subcommand, type SubcommandHost, subcommandCall } from '../subcommand.js';

/** `acp-tui agents`. */
export const agentsSubcommand: Subcommand = {
	name: 'agents',
	takes: ['cwd'],
	define(program, choose) {
		program
			.command('agents')
			.description('list the known agents and how to install them')
			.action(() => choose(({ options }) => subcommandCall('agents', { cwd: options.cwd ?? null }, runList)));
	},
};

async function runList({ cwd }: { readonly cwd: string | null }, { world }: SubcommandHost): Promise<number> {
	const [{ listAgents }, style] = await Promise.all([import('./list.js'), styleFor(process.stdout, world.env)]);
	return printText(await listAgents(cwd, world, style));
}
