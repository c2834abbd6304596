import type { Command as Program } from 'commander';
import { parseDuration, parseSize } from '../../units.js';
import { UsageError } from '../../usage-error.js';
import { type Given, type Subcommand, type SubcommandHost, subcommandCall } from '../subcommand.js';
import {
	DELETE_PLACES,
	type SessionsDeleteRequest,
	type SessionsExportRequest,
	type SessionsListRequest,
	type SessionsPlace,
	type SessionsPruneRequest,
	type SessionsRenameRequest,
	type SessionsSearchRequest,
	type SessionsShowRequest,
} from './request.js';
import * as messages from './usage-messages.js';

type ListOptions = { readonly all?: true; readonly json?: true };
type DeleteOptions = { readonly at?: SessionsDeleteRequest['at']; readonly yes?: true };
type PruneOptions = { readonly olderThan?: number; readonly maxSize?: number; readonly dryRun?: true };

const ID = ['<id>', 'its id, the agent’s, or the beginning of one'] as const;

export const sessionsSubcommand: Subcommand = {
	name: 'sessions',
	takes: ['cwd', 'agent', 'agentCommand'],
	define(program, choose) {
		const sessions = program
			.command('sessions')
			.description('list, search, show, rename, export and delete kept sessions')
			.option('--all', 'those of all folders, not of this one alone')
			.option('--json', 'print JSON')
			.action(() => choose((given) => subcommandCall('sessions', listRequest(sessions, given), runList)));
		sessions
			.command('list')
			.description('list sessions, the newest first; with --agent also those of the agent’s own list')
			.action(() => choose((given) => subcommandCall('sessions list', listRequest(sessions, given), runList)));
		sessions
			.command('search')
			.description('find sessions by their titles and by what was said')
			.argument('<text...>', 'words that all have to be there; "in quotes" they stand together')
			.action((words: string[]) =>
				choose((given) => {
					const request = { ...listRequest(sessions, given), text: words.join(' ') };
					refuseAgent('search', request);
					return subcommandCall('sessions search', request, runSearch);
				}),
			);
		sessions
			.command('show')
			.description('show what is known of a session')
			.argument(...ID)
			.action((id: string) =>
				choose((given) => {
					refuseAgent('show', placeOf(given));
					return subcommandCall('sessions show', { id, isJson: isJson(sessions) }, runShow);
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
					return subcommandCall('sessions rename', { id, title: words.join(' ') }, runRename);
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
					return subcommandCall('sessions export', request, runExport);
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
				subcommandCall('sessions delete', { ...placeOf(given), id, at, isAgreed: yes === true }, runDelete),
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
				return subcommandCall('sessions prune', request, runPrune);
			}),
		);
}

function placeOf({ options }: Given): SessionsPlace {
	const { cwd = null, agent = null, agentCommand = null } = options;
	if (agent !== null && agentCommand !== null) throw new UsageError(messages.TWO_AGENTS);
	return { cwd, agent, agentCommand };
}

function listRequest(sessions: Program, given: Given): SessionsListRequest {
	const { all } = sessions.opts<ListOptions>();
	return { ...placeOf(given), isAll: all === true, isJson: isJson(sessions) };
}

function isJson(sessions: Program): boolean {
	return sessions.opts<ListOptions>().json === true;
}

function refuseAgent(action: string, { agent, agentCommand }: SessionsPlace): void {
	if ((agent ?? agentCommand) !== null) throw new UsageError(messages.takesNoAgent(action));
}

function parsePlace(text: string): SessionsDeleteRequest['at'] {
	const found = DELETE_PLACES.find((place) => place === text);
	if (found === undefined) throw new UsageError(messages.badPlace(text, DELETE_PLACES));
	return found;
}

async function runList(request: SessionsListRequest, host: SubcommandHost): Promise<number> {
	return (await import('./list.js')).runSessionsList(request, host);
}

async function runSearch(request: SessionsSearchRequest, host: SubcommandHost): Promise<number> {
	return (await import('./list.js')).runSessionsSearch(request, host);
}

async function runShow(request: SessionsShowRequest, host: SubcommandHost): Promise<number> {
	return (await import('./show.js')).runSessionsShow(request, host);
}

async function runRename(request: SessionsRenameRequest, host: SubcommandHost): Promise<number> {
	return (await import('./rename.js')).runSessionsRename(request, host);
}

async function runExport(request: SessionsExportRequest, host: SubcommandHost): Promise<number> {
	return (await import('./export.js')).runSessionsExport(request, host);
}

async function runDelete(request: SessionsDeleteRequest, host: SubcommandHost): Promise<number> {
	return (await import('./delete.js')).runSessionsDelete(request, host);
}

async function runPrune(request: SessionsPruneRequest, host: SubcommandHost): Promise<number> {
	return (await import('./prune.js')).runSessionsPrune(request, host);
}
