import type { Command as Program } from 'commander';
import type { DistributionKind } from '../../../core/agents/registry.js';
import { badChoice } from '../../command-line-messages.js';
import { UsageError } from '../../errors.js';
import { wordOf } from '../../option-values.js';
import { type Subcommand, subcommandCall } from '../../subcommand.js';
import { AGENT_VERSION } from '../../subcommand-names.js';
import type { ListRequest } from './list.js';

export const agentsSubcommand: Subcommand = {
	name: 'agents',
	takes: ['cwd'],
	define(program, choose) {
		const agents = program
			.command('agents')
			.description('list, show and install agents')
			.option('--json', 'print JSON')
			.option('--from <index>', 'another index: a file, a folder with registry.json, or an address', wordOf('--from'))
			.action(() => list());
		const request = (cwd: string | undefined): ListRequest => {
			const { json, from = null } = agents.opts<{ readonly json?: true; readonly from?: string }>();
			return { cwd: cwd ?? null, isJson: json === true, from };
		};
		const list = (): void =>
			choose(({ options }) =>
				subcommandCall('agents', request(options.cwd), async (...call) =>
					(await import('./list.js')).runAgentsList(...call),
				),
			);
		agents.command('list').description('list every agent, and which are on this machine').action(list);
		agents
			.command('show')
			.description('show what installing an agent would do; no network')
			.argument('<id>', 'an id or another name of the list')
			.action((id: string) =>
				choose(({ options }) =>
					subcommandCall('agents show', { ...request(options.cwd), id }, async (...call) =>
						(await import('./show.js')).runAgentsShow(...call),
					),
				),
			);
		defineInstallCommands(agents, choose);
	},
};

type Choose = Parameters<Subcommand['define']>[1];
type ConsentOptions = {
	readonly yes?: true;
	readonly acceptChanges?: true;
	readonly allowScripts?: true;
	readonly agentVersion?: string;
	readonly kind?: DistributionKind;
};

function defineInstallCommands(agents: Program, choose: Choose): void {
	const from = (): string | null => agents.opts<{ readonly from?: string }>().from ?? null;
	withConsents(agents.command('install'))
		.description('show what would be installed, ask, and install it')
		.argument('<id>', 'an id or another name of the list')
		.option(`${AGENT_VERSION} <version>`, 'another version than the index has', wordOf('--version'))
		.option('--kind <kind>', 'archive, npm or pypi, where there are several', kindOf)
		.configureHelp({ ...agents.configureHelp(), optionTerm: ({ flags }) => flags.replace(AGENT_VERSION, '--version') })
		.action((id: string, options: ConsentOptions) =>
			choose(({ options: { cwd = null } }) => {
				const { agentVersion: version = null, kind = null } = options;
				const request = { ...agreed(options), id, version, kind, from: from(), cwd };
				return subcommandCall('agents install', request, async (...call) =>
					(await import('./install.js')).runInstall(...call),
				);
			}),
		);
	withConsents(agents.command('update'))
		.description('fetch the newest index and show what is different; with an id, update that agent')
		.argument('[id]', 'an installed agent')
		.action((id: string | undefined, options: ConsentOptions) =>
			choose(({ options: { cwd = null } }) =>
				subcommandCall('agents update', { ...agreed(options), id: id ?? null, from: from(), cwd }, async (...call) =>
					(await import('./update.js')).runUpdate(...call),
				),
			),
		);
	agents
		.command('rollback')
		.description('go back to the version before; no network')
		.argument('<id>', 'an installed agent')
		.action((id: string) =>
			choose(({ options: { cwd = null } }) =>
				subcommandCall('agents rollback', { id, cwd }, async (...call) =>
					(await import('./rollback-remove.js')).runRollback(...call),
				),
			),
		);
	agents
		.command('remove')
		.description('remove an installed agent with all its versions')
		.argument('<id>', 'an installed agent')
		.option('-y, --yes', 'agree without a question')
		.action((id: string, { yes }: { readonly yes?: true }) =>
			choose(({ options: { cwd = null } }) =>
				subcommandCall('agents remove', { id, cwd, isAgreed: yes === true }, async (...call) =>
					(await import('./rollback-remove.js')).runRemove(...call),
				),
			),
		);
}

const KINDS: ReadonlyMap<string, DistributionKind> = new Map([
	['archive', 'binary'],
	['binary', 'binary'],
	['npm', 'npx'],
	['npx', 'npx'],
	['pypi', 'uvx'],
	['uvx', 'uvx'],
]);

function kindOf(word: string): DistributionKind {
	const kind = KINDS.get(word.toLowerCase());
	if (kind === undefined) throw new UsageError(badChoice('--kind', word, ['archive', 'npm', 'pypi']));
	return kind;
}

function withConsents(command: Program): Program {
	return command
		.option('-y, --yes', 'agree to the plan without a question')
		.option('--accept-changes', 'agree to a changed publisher, kind of distribution or new install script')
		.option('--allow-scripts', 'run the install scripts of packages');
}

function agreed({ yes, acceptChanges, allowScripts }: ConsentOptions) {
	return {
		isAgreed: yes === true,
		acceptsChanges: acceptChanges === true,
		allowsScripts: allowScripts === true,
	};
}
