import type { Command as Program } from 'commander';
import * as messages from '../../command-line-messages.js';
import { UsageError } from '../../errors.js';
import { oneOf, quote } from '../../quote.js';
import { type Given, type Subcommand, subcommandCall } from '../../subcommand.js';
import { parseDuration, parseSize } from '../../units.js';
import type { AgentPlace } from '../sign-in/sign-in-agent.js';
import type { SessionsListRequest } from './list.js';
import type { SessionsDeleteRequest } from './rename-delete-prune.js';

type ListOptions = { readonly all?: true; readonly json?: true };
type DeleteOptions = { readonly at?: SessionsDeleteRequest['at']; readonly yes?: true };
type PruneOptions = { readonly olderThan?: number; readonly maxSize?: number; readonly dryRun?: true };

const DELETE_PLACES: readonly SessionsDeleteRequest['at'][] = ['here', 'agent', 'both'];
const ID = ['<id>', 'its id, the agent’s, or the beginning of one'] as const;

export const sessionsSubcommand: Subcommand = {
	name: 'sessions',
	takes: ['cwd', 'agent', 'agentCommand'],
	define(program, choose) {
		const list = (name: string) =>
			choose((given) =>
				subcommandCall(name, listRequest(sessions, given), async (...call) =>
					(await import('./list.js')).runSessionsList(...call),
				),
			);
		const sessions = program
			.command('sessions')
			.description('list, search, show, rename, export and delete kept sessions')
			.option('--all', 'those of all folders, not of this one alone')
			.option('--json', 'print JSON')
			.action(() => list('sessions'));
		sessions
			.command('list')
			.description('list sessions, the newest first; with --agent also those of the agent’s own list')
			.action(() => list('sessions list'));
		sessions
			.command('search')
			.description('find sessions by their titles and by what was said')
			.argument('<text...>', 'words that all have to be there; "in quotes" they stand together')
			.action((words: string[]) =>
				choose((given) => {
					const request = { ...listRequest(sessions, given), text: words.join(' ') };
					refuseAgent('search', request);
					return subcommandCall('sessions search', request, async (...call) =>
						(await import('./list.js')).runSessionsSearch(...call),
					);
				}),
			);
		sessions
			.command('show')
			.description('show what is known of a session')
			.argument(...ID)
			.action((id: string) =>
				choose((given) => {
					refuseAgent('show', placeOf(given));
					return subcommandCall('sessions show', { id, isJson: isJson(sessions) }, async (...call) =>
						(await import('./show.js')).runSessionsShow(...call),
					);
				}),
			);
		sessions
			.command('rename')
			.description('give a session a title; an empty one brings the agent’s back')
			.argument(...ID)
			.argument('<title...>', 'the title')
			.action((id: string, words: string[]) =>
				choose((given) => {
					refuseAgent('rename', placeOf(given));
					return subcommandCall('sessions rename', { id, title: words.join(' ') }, async (...call) =>
						(await import('./rename-delete-prune.js')).runSessionsRename(...call),
					);
				}),
			);
		sessions
			.command('export')
			.description('write a session to a file, or to standard output')
			.argument(...ID)
			.argument('[file]', 'a new file: .json for data, anything else is Markdown')
			.action((id: string, file: string | undefined) =>
				choose((given) => {
					refuseAgent('export', placeOf(given));
					const request = { id, file: file ?? null, isJson: isJson(sessions) };
					return subcommandCall('sessions export', request, async (...call) =>
						(await import('./export.js')).runSessionsExport(...call),
					);
				}),
			);
		defineRemovals(sessions, choose);
	},
};

function defineRemovals(sessions: Program, choose: Parameters<Subcommand['define']>[1]): void {
	sessions
		.command('delete')
		.description('delete a session here, in the list of its agent, or both')
		.argument(...ID)
		.option('--at <place>', 'here (unless given), agent or both', parsePlace)
		.option('--yes', 'delete it without asking')
		.action((id: string, { at = 'here', yes }: DeleteOptions) =>
			choose((given) =>
				subcommandCall('sessions delete', { ...placeOf(given), id, at, isAgreed: yes === true }, async (...call) =>
					(await import('./rename-delete-prune.js')).runSessionsDelete(...call),
				),
			),
		);
	sessions
		.command('prune')
		.description('delete old sessions, as the config says or by these limits; never one that runs')
		.option('--older-than <age>', 'those not used for so long: 30d, 12h, 2w', (text) =>
			parseDuration('--older-than', text),
		)
		.option('--max-size <size>', 'the oldest, until the rest takes no more: 1GB, 500MB', (text) =>
			parseSize('--max-size', text),
		)
		.option('--dry-run', 'say what would be deleted, and delete nothing')
		.action(({ olderThan, maxSize, dryRun }: PruneOptions) =>
			choose((given) => {
				refuseAgent('prune', placeOf(given));
				const request = {
					cwd: given.options.cwd ?? null,
					olderThan: olderThan ?? null,
					maxBytes: maxSize ?? null,
					isDryRun: dryRun === true,
					isJson: isJson(sessions),
				};
				return subcommandCall('sessions prune', request, async (...call) =>
					(await import('./rename-delete-prune.js')).runSessionsPrune(...call),
				);
			}),
		);
}

function placeOf({ options }: Given): AgentPlace {
	if (options.agent !== undefined && options.agentCommand !== undefined) throw new UsageError(messages.twoAgents);
	return options;
}

function listRequest(sessions: Program, given: Given): SessionsListRequest {
	const { all } = sessions.opts<ListOptions>();
	return { ...placeOf(given), isAll: all === true, isJson: isJson(sessions) };
}

function isJson(sessions: Program): boolean {
	return sessions.opts<ListOptions>().json === true;
}

function refuseAgent(action: string, { agent, agentCommand }: AgentPlace): void {
	if ((agent ?? agentCommand) === undefined) return;
	throw new UsageError(`"acp-tui sessions ${action}" takes no --agent: it looks at what is kept here`);
}

function parsePlace(text: string): SessionsDeleteRequest['at'] {
	const found = DELETE_PLACES.find((place) => place === text);
	if (found === undefined) throw new UsageError(`--at ${quote(text)}: must be ${oneOf(DELETE_PLACES)}`);
	return found;
}
