import { USAGE_GROUPINGS, type UsageGrouping } from '../../../core/usage/group-turns.js';
import { UsageError } from '../../errors.js';
import { type Subcommand, subcommandCall } from '../../subcommand.js';

type Options = { readonly since?: string; readonly by?: UsageGrouping; readonly json?: true };

export const usageSubcommand: Subcommand = {
	name: 'usage',
	takes: [],
	define(program, choose) {
		program
			.command('usage')
			.description('show tokens, cost, tool calls and times of past prompts')
			.option('--since <time>', 'count from then on: 24h, 7d, 2w or a date')
			.option('--by <what>', 'put together by agent, project or model; by agent unless given', parseGrouping)
			.option('--json', 'print JSON')
			.action(({ since, by, json }: Options) =>
				choose(() =>
					subcommandCall('usage', { since: since ?? null, by: by ?? 'agent', isJson: json === true }, async (...call) =>
						(await import('./run-usage.js')).runUsage(...call),
					),
				),
			);
	},
};

function parseGrouping(text: string): UsageGrouping {
	const found = USAGE_GROUPINGS.find((grouping) => grouping === text);
	if (found !== undefined) return found;
	throw new UsageError(`--by takes ${USAGE_GROUPINGS.join(', ')}; "${text}" is none of them.`);
}
