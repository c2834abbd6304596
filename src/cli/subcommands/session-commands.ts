import { USAGE_GROUPINGS, type UsageGrouping } from '../../core/usage/group-turns.js';
import { UsageError } from '../errors.js';
import { oneOf, quote } from '../quote-value.js';
import { AS_JSON, type Subcommand } from '../subcommand.js';
import { parseDuration, parseSize } from '../units.js';

const DELETE_PLACES = ['here', 'agent', 'both'] as const;

function parsePlace(text: string): (typeof DELETE_PLACES)[number] {
	const found = DELETE_PLACES.find((place) => place === text);
	if (found === undefined) throw new UsageError(`--at ${quote(text)}: must be ${oneOf(DELETE_PLACES)}`);
	return found;
}

function parseGrouping(text: string): UsageGrouping {
	const found = USAGE_GROUPINGS.find((grouping) => grouping === text);
	if (found !== undefined) return found;
	throw new UsageError(`--by takes ${USAGE_GROUPINGS.join(', ')}; "${text}" is none of them.`);
}

const SESSION = ['<id>', 'its id, the agent’s, or the beginning of one'] as const;

const listSessions = async () => (await import('./sessions/list-sessions.js')).runSessionsList;

export const sessions: Subcommand = {
	name: 'sessions',
	about: 'list, search, show, rename, export and delete kept sessions',
	takes: ['cwd', 'agent', 'agentCommand'],
	options: [['--all', 'those of all folders, not of this one alone'], AS_JSON],
	load: listSessions,
	actions: {
		list: {
			about: 'list sessions, the newest first; with --agent also those of the agent’s own list',
			load: listSessions,
		},
		search: {
			about: 'find sessions by their titles and by what was said',
			arguments: [['<text...>', 'words that all have to be there; "in quotes" they stand together']],
			load: async () => (await import('./sessions/list-sessions.js')).runSessionsSearch,
		},
		show: {
			about: 'show what is known of a session',
			arguments: [SESSION],
			load: async () => (await import('./sessions/show-session.js')).runSessionsShow,
		},
		rename: {
			about: 'give a session a title; an empty one brings the agent’s back',
			arguments: [SESSION, ['<title...>', 'the title']],
			load: async () => (await import('./sessions/rename-delete-prune.js')).runSessionsRename,
		},
		export: {
			about: 'write a session to a file, or to standard output',
			arguments: [SESSION, ['[file]', 'a new file: .json for data, anything else is Markdown']],
			load: async () => (await import('./sessions/export-session.js')).runSessionsExport,
		},
		delete: {
			about: 'delete a session here, in the list of its agent, or both',
			arguments: [SESSION],
			options: [
				['--at <place>', 'here (unless given), agent or both', parsePlace],
				['--yes', 'delete it without asking'],
			],
			load: async () => (await import('./sessions/rename-delete-prune.js')).runSessionsDelete,
		},
		prune: {
			about: 'delete old sessions, as the config says or by these limits; never one that runs',
			options: [
				['--older-than <age>', 'those not used for so long: 30d, 12h, 2w', parseDuration('--older-than')],
				['--max-size <size>', 'the oldest, until the rest takes no more: 1GB, 500MB', parseSize('--max-size')],
				['--dry-run', 'say what would be deleted, and delete nothing'],
			],
			load: async () => (await import('./sessions/rename-delete-prune.js')).runSessionsPrune,
		},
	},
};

const WORKTREE = [['<name>', 'a worktree of the list']] as const;

const listWorktrees = async () => (await import('./worktrees/run-worktrees.js')).runWorktreesList;

export const worktrees: Subcommand = {
	name: 'worktrees',
	about: 'list the git worktrees that --worktree made; merge or remove them',
	takes: ['cwd'],
	options: [AS_JSON],
	load: listWorktrees,
	actions: {
		list: { about: 'list the worktrees of this repository', load: listWorktrees },
		merge: {
			about: 'merge one into the branch that it began from, and remove it',
			arguments: WORKTREE,
			load: async () => (await import('./worktrees/run-worktrees.js')).runWorktreesMerge,
		},
		patch: {
			about: 'copy its changes into the work tree that it was made from, uncommitted',
			arguments: WORKTREE,
			load: async () => (await import('./worktrees/run-worktrees.js')).runWorktreesPatch,
		},
		remove: {
			about: 'remove one with its branch; shows first what would be lost',
			arguments: WORKTREE,
			options: [['--yes', 'also with changes that are nowhere else']],
			load: async () => (await import('./worktrees/run-worktrees.js')).runWorktreesRemove,
		},
	},
};

const SHADOW = ['<id>', 'a shadow of the list'] as const;
const CHOSEN_PATHS = ['[path...]', 'only these files and folders'] as const;
const WITHOUT_QUESTION = ['--yes', 'without a question'] as const;

const listShadows = async () => (await import('./shadow/run-shadow.js')).runShadowList;

export const shadow: Subcommand = {
	name: 'shadow',
	about: 'show, apply or discard changes that agents made in a shadow of a workspace (--sandbox shadow)',
	takes: [],
	options: [AS_JSON],
	load: listShadows,
	actions: {
		list: { about: 'list the shadows that hold changes', options: [AS_JSON], load: listShadows },
		show: {
			about: 'show what differs between one and its workspace',
			arguments: [SHADOW],
			options: [AS_JSON],
			load: async () => (await import('./shadow/run-shadow.js')).runShadowShow,
		},
		apply: {
			about: 'bring its changes into the workspace',
			arguments: [SHADOW, CHOSEN_PATHS],
			options: [
				WITHOUT_QUESTION,
				['--conflicts', 'also files that changed on both sides; those of the workspace stay beside them as NAME.orig'],
			],
			load: async () => (await import('./shadow/run-shadow.js')).runShadowApply,
		},
		discard: {
			about: 'drop its changes',
			arguments: [SHADOW, CHOSEN_PATHS],
			options: [WITHOUT_QUESTION],
			load: async () => (await import('./shadow/run-shadow.js')).runShadowDiscard,
		},
	},
};

export const review: Subcommand = {
	name: 'review',
	about: 'review changes: of the working tree, a branch, or what an agent did',
	takes: [],
	arguments: [['[range]', 'HEAD (default), a branch or commit, A..B, A...B, turn or session']],
	options: [['--json', 'print files, marks and notes as JSON']],
	load: async () => (await import('./review/run-review.js')).runReview,
};

export const usage: Subcommand = {
	name: 'usage',
	about: 'show tokens, cost, tool calls and times of past prompts',
	takes: [],
	options: [
		['--since <time>', 'count from then on: 24h, 7d, 2w or a date'],
		['--by <what>', 'put together by agent, project or model; by agent unless given', parseGrouping],
		AS_JSON,
	],
	load: async () => (await import('./usage/run-usage.js')).runUsage,
};
