import type { Command as Program } from 'commander';
import type { DistributionKind } from '../../../core/agents/registry.js';
import { badChoice } from '../../messages.js';
import { wordOf } from '../../option-values.js';
import { UsageError } from '../../usage-error.js';
import { AGENT_VERSION } from '../names.js';
import { type Subcommand, type SubcommandHost, subcommandCall } from '../subcommand.js';
import type { InstallCommand } from './install.js';
import type { InstalledCommand, RemoveCommand } from './rollback-remove.js';
import type { UpdateCommand } from './update.js';

type Choose = Parameters<Subcommand['define']>[1];
type ConsentOptions = {
	readonly yes?: true;
	readonly acceptChanges?: true;
	readonly allowScripts?: true;
	readonly agentVersion?: string;
	readonly kind?: DistributionKind;
};

/** Adds `install`, `update`, `rollback` and `remove` to `acp-tui agents`, whose `--from` they take too. */
export function defineInstallCommands(agents: Program, choose: Choose): void {
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
				const call = { ...agreed(options), id, version, kind, from: from(), cwd };
				return subcommandCall('agents install', call, install);
			}),
		);
	withConsents(agents.command('update'))
		.description('fetch the newest index and show what is different; with an id, update that agent')
		.argument('[id]', 'an installed agent')
		.action((id: string | undefined, options: ConsentOptions) =>
			choose(({ options: { cwd = null } }) =>
				subcommandCall('agents update', { ...agreed(options), id: id ?? null, from: from(), cwd }, update),
			),
		);
	agents
		.command('rollback')
		.description('go back to the version before; no network')
		.argument('<id>', 'an installed agent')
		.action((id: string) =>
			choose(({ options: { cwd = null } }) => subcommandCall('agents rollback', { id, cwd }, rollback)),
		);
	agents
		.command('remove')
		.description('remove an installed agent with all its versions')
		.argument('<id>', 'an installed agent')
		.option('-y, --yes', 'agree without a question')
		.action((id: string, { yes }: { readonly yes?: true }) =>
			choose(({ options: { cwd = null } }) =>
				subcommandCall('agents remove', { id, cwd, isAgreed: yes === true }, remove),
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

async function install(command: InstallCommand, host: SubcommandHost): Promise<number> {
	return (await import('./install.js')).runInstall(command, host);
}

async function update(command: UpdateCommand, host: SubcommandHost): Promise<number> {
	return (await import('./update.js')).runUpdate(command, host);
}

async function rollback(command: InstalledCommand, host: SubcommandHost): Promise<number> {
	return (await import('./rollback-remove.js')).runRollback(command, host);
}

async function remove(command: RemoveCommand, host: SubcommandHost): Promise<number> {
	return (await import('./rollback-remove.js')).runRemove(command, host);
}
