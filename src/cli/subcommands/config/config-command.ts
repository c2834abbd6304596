import type { Command as Program } from 'commander';
import { printText } from '../../output.js';
import { styleFor } from '../../style.js';
import { type Subcommand, type SubcommandHost, subcommandCall } from '../../subcommand.js';
import type { ConfigAction } from '../../subcommand-names.js';

type ShownAction = Exclude<ConfigAction, 'get' | 'set' | 'unset'>;

type ConfigRequest = {
	readonly action: ShownAction;
	readonly cwd: string | null;
	readonly isAgreed: boolean;
};

const ABOUT: Readonly<Record<ShownAction, string>> = {
	show: 'show what is in force, and the files that it comes from',
	path: 'show the places of config, state, data and log',
	schema: 'print the JSON Schema for editors',
	trust: 'show what the project’s files would do, ask, and trust them until they change',
	untrust: 'take the trust back',
};

const KEY = 'a key with dots, such as ui.theme';
const PROJECT = ['--project', 'in the project’s config instead of yours'] as const;

export const configSubcommand: Subcommand = {
	name: 'config',
	takes: ['cwd'],
	define(program, choose) {
		const call = (action: ShownAction, isAgreed = false): void =>
			choose(({ options }) => subcommandCall('config', { action, cwd: options.cwd ?? null, isAgreed }, runShown));
		const config = program
			.command('config')
			.description('show, change, locate or trust the configuration')
			.action(() => call('show'));
		for (const action of ['show', 'path', 'schema'] as const) {
			config
				.command(action)
				.description(ABOUT[action])
				.action(() => call(action));
		}
		defineChanges(config, choose);
		config
			.command('trust')
			.description(ABOUT.trust)
			.option('-y, --yes', 'trust them without asking')
			.action(({ yes }: { readonly yes?: true }) => call('trust', yes === true));
		config
			.command('untrust')
			.description(ABOUT.untrust)
			.action(() => call('untrust'));
	},
};

type ProjectOption = { readonly project?: true };

function defineChanges(config: Program, choose: Parameters<Subcommand['define']>[1]): void {
	config
		.command('get')
		.description('print a value that is in force')
		.argument('<key>', KEY)
		.option('--json', 'print it as JSON; null where it is not set')
		.action((key: string, { json }: { readonly json?: true }) =>
			choose(({ options }) =>
				subcommandCall('config get', { key, cwd: options.cwd ?? null, isJson: json === true }, async (...call) =>
					(await import('./run-settings.js')).runGet(...call),
				),
			),
		);
	const change = (action: 'set' | 'unset', key: string, value: string | null, { project }: ProjectOption): void =>
		choose(({ options }) =>
			subcommandCall(
				`config ${action}`,
				{ key, value, cwd: options.cwd ?? null, isProject: project === true },
				async (...call) => (await import('./run-settings.js')).runChange(...call),
			),
		);
	config
		.command('set')
		.description('set a value; comments in the file stay')
		.argument('<key>', KEY)
		.argument('<value>', 'a word, or JSON for lists and objects')
		.option(...PROJECT)
		.action((key: string, value: string, options: ProjectOption) => change('set', key, value, options));
	config
		.command('unset')
		.description('take a value out of the file')
		.argument('<key>', KEY)
		.option(...PROJECT)
		.action((key: string, options: ProjectOption) => change('unset', key, null, options));
}

async function runShown(request: ConfigRequest, { world, stop }: SubcommandHost): Promise<number> {
	const [{ runConfig }, { confirm }, style] = await Promise.all([
		import('./run-config.js'),
		import('../../confirm.js'),
		styleFor(process.stdout, world.env),
	]);
	const agree = async (shown: string, question: string): Promise<boolean | null> => {
		if (request.isAgreed) await printText(shown);
		return request.isAgreed || confirm(`${shown}\n${question}`, stop.signal);
	};
	const text = await runConfig(request, { world, style, agree });
	if (stop.signal.aborted) return Number(stop.signal.reason);
	return printText(text);
}
