import type { Command as Program } from 'commander';
import * as messages from '../../command-line-messages.js';
import { UsageError } from '../../errors.js';
import { printText } from '../../output.js';
import { styleFor } from '../../style.js';
import { CONFIG_ACTIONS, type ConfigAction } from '../names.js';
import { type Subcommand, type SubcommandHost, subcommandCall } from '../subcommand.js';

type ConfigRequest = {
	readonly action: ConfigAction;
	readonly cwd: string | null;
	readonly isAgreed: boolean;
};

export const configSubcommand: Subcommand = {
	name: 'config',
	takes: ['cwd'],
	define(program, choose) {
		program
			.command('config')
			.description('show, locate or trust the configuration')
			.argument('[action]', CONFIG_ACTIONS.join(', '))
			.option('-y, --yes', 'with trust: trust it without asking')
			.allowExcessArguments()
			.action((_word: string | undefined, { yes }: { readonly yes?: true }, { args }: Program) =>
				choose(({ options }) => {
					const action = parseAction(args);
					const isAgreed = yes === true;
					if (isAgreed && action !== 'trust') throw new UsageError(messages.actionTakesNoYes(action));
					return subcommandCall('config', { action, cwd: options.cwd ?? null, isAgreed }, run);
				}),
			);
	},
};

function parseAction([word, ...more]: readonly string[]): ConfigAction {
	if (word === undefined) return 'show';
	const found = CONFIG_ACTIONS.find((action) => action === word);
	if (found !== undefined && more.length === 0) return found;
	if (found !== undefined) throw new UsageError(messages.actionTakesNothing(found));
	throw new UsageError(messages.unknownAction(word, CONFIG_ACTIONS));
}

async function run(request: ConfigRequest, { world, stop }: SubcommandHost): Promise<number> {
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
