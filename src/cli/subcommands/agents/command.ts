import { wordOf } from '../../option-values.js';
import { printText } from '../../print-text.js';
import { styleFor } from '../../style.js';
import { type Given, type Subcommand, type SubcommandHost, subcommandCall } from '../subcommand.js';
import { defineInstallCommands } from './install-commands.js';

type ListRequest = { readonly cwd: string | null; readonly isJson: boolean; readonly from: string | null };
type ListOptions = { readonly json?: true; readonly from?: string };

const FROM = ['--from <index>', 'another index: a file, a folder with registry.json, or an address'] as const;
const JSON_OUT = ['--json', 'print JSON'] as const;

export const agentsSubcommand: Subcommand = {
	name: 'agents',
	takes: ['cwd'],
	define(program, choose) {
		const agents = program
			.command('agents')
			.description('list, show and install agents')
			.option(...JSON_OUT)
			.option(...FROM, wordOf('--from'))
			.action(() => choose(list));
		const list = (given: Given) =>
			subcommandCall('agents', listRequest(agents.opts<ListOptions>(), given.options.cwd), runList);
		agents
			.command('list')
			.description('list every agent, and which are on this machine')
			.action(() => choose(list));
		agents
			.command('show')
			.description('show what installing an agent would do; no network')
			.argument('<id>', 'an id or another name of the list')
			.action((id: string) =>
				choose((given) =>
					subcommandCall('agents show', { ...listRequest(agents.opts<ListOptions>(), given.options.cwd), id }, runShow),
				),
			);
		defineInstallCommands(agents, choose);
	},
};

function listRequest({ json, from }: ListOptions, cwd: string | undefined): ListRequest {
	return { cwd: cwd ?? null, isJson: json === true, from: from ?? null };
}

async function runList(request: ListRequest, { world }: SubcommandHost): Promise<number> {
	const [{ agentListText }, style] = await Promise.all([import('./list.js'), styleFor(process.stdout, world.env)]);
	const columns = process.stdout.columns ?? Number.POSITIVE_INFINITY;
	return printText(await agentListText(request, world, { style, columns }));
}

async function runShow(request: ListRequest & { readonly id: string }, { world }: SubcommandHost): Promise<number> {
	const [{ agentPlanText }, style] = await Promise.all([import('./show.js'), styleFor(process.stdout, world.env)]);
	return printText(await agentPlanText(request, world, style));
}
