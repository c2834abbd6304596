import { USAGE_GROUPINGS, type UsageGrouping } from '../../../core/usage/group-turns.js';
import { UsageError } from '../../usage-error.js';
import { type Subcommand, type SubcommandHost, subcommandCall } from '../subcommand.js';
import { badGrouping } from './messages.js';
import type { UsageRequest } from './request.js';

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
					subcommandCall('usage', { since: since ?? null, by: by ?? 'agent', isJson: json === true }, runUsage),
				),
			);
	},
};

function parseGrouping(text: string): UsageGrouping {
	const found = USAGE_GROUPINGS.find((grouping) => grouping === text);
	if (found === undefined) throw new UsageError(badGrouping(text, USAGE_GROUPINGS));
	return found;
}

async function runUsage(request: UsageRequest, host: SubcommandHost): Promise<number> {
	return (await import('./usage.js')).runUsage(request, host);
}
