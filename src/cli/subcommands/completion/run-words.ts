import { stat } from 'node:fs/promises';
import type { Command, Option, Command as Program } from 'commander';
import { CATALOGUE } from '../../../agent/catalogue.js';
import { clip, sanitizeLine } from '../../../core/text/sanitize.js';
import { readLock } from '../../../services/agents/install/agents-lock-file.js';
import { Shadows } from '../../../services/shadow/shadows.js';
import { listWorktrees } from '../../../services/worktrees/worktrees.js';
import { loadConfig } from '../../config/load-config.js';
import { ROWS, type Settings } from '../../config/settings.js';
import { printText } from '../../output.js';
import type { SubcommandHost } from '../../subcommand.js';
import type { World } from '../../world.js';
import { openSavedSessions } from '../sessions/saved-sessions.js';
import { type Lookup, type Source, sourceOfArgument, sourceOfOption } from './completion-sources.js';

const MOST = 200;
const MOST_ABOUT = 100;
/** Text that no shell takes for more than a word: names of agents, of models and of a repository are not trusted. */
const PLAIN = /^[\p{L}\p{N}_./@+,%:-]+$/u;

/** `literal`: the words up to the cursor, with a dot before each. */
type WordsRequest = { readonly literal: readonly string[] };

/** Prints what may stand at the cursor, a line for each. Nothing is started, and no network is used. */
export const printWords =
	(program: Program) =>
	async ({ literal }: WordsRequest, host: SubcommandHost): Promise<number> => {
		const words = literal.map((word) => word.replace(/^\./, ''));
		const { known, source, typed, lead } = complete(program, words);
		const found = source === null ? [] : await wordsOf(source, host);
		const lines = [...known, ...found]
			.filter(({ word }) => word.startsWith(typed) || word.startsWith(':'))
			.slice(0, MOST)
			.map(({ word, about }) => `${lead}${word}\t${clip(sanitizeLine(about), MOST_ABOUT)}`.trimEnd());
		return printText(lines.map((line) => `${line}\n`).join(''));
	};

async function wordsOf(source: Source, host: SubcommandHost): Promise<readonly Candidate[]> {
	if (source === 'files' || source === 'folders') return [{ word: `:${source}`, about: '' }];
	if (typeof source !== 'string') return source.map((word) => ({ word, about: '' }));
	try {
		return (await LOOKUPS[source](host)).filter(({ word }) => PLAIN.test(word));
	} catch {
		// A broken config says so when a command is run; here it only has no names.
		return [];
	}
}

const LOOKUPS: Readonly<Record<Lookup, (host: SubcommandHost) => Promise<readonly Candidate[]>>> = {
	async agents({ world }) {
		const [settings, lock] = await Promise.all([settingsHere(world), readLock(world.paths.dataDir)]);
		const installed = lock.ok ? Object.keys(lock.value.agents) : [];
		const titles = new Map([
			...[...installed, ...settings.agents.keys()].map((name) => [name, ''] as const),
			...CATALOGUE.map(({ name, title }) => [name, title] as const),
			['demo', 'Demo agent'] as const,
		]);
		return [...titles].map(([word, about]) => ({ word, about }));
	},
	async sessions({ world }) {
		const { index, cwd } = await openSavedSessions(undefined, world);
		const { rows } = await index.list({ cwd });
		return rows.map(({ id, title }) => ({ word: id, about: title ?? '' }));
	},
	async models({ world }) {
		const { agents } = await settingsHere(world);
		return [...agents.values()].flatMap(({ model }) => (model == null ? [] : [{ word: model, about: '' }]));
	},
	async worktrees({ world, stop }) {
		const { env, paths } = world;
		const rows = await listWorktrees(world.cwd, { env, dataDir: paths.dataDir, ownUse: null, signal: stop.signal });
		return rows.ok ? rows.value.map(({ name }) => ({ word: name, about: '' })) : [];
	},
	async shadows({ world: { paths } }) {
		// Looking must not make it.
		if ((await stat(paths.stateDir).catch(() => null)) === null) return [];
		const rows = await new Shadows({ stateDir: paths.stateDir }).listAll();
		return rows.map(({ id, agent }) => ({ word: id, about: agent }));
	},
	async mcpServers({ world }) {
		return [...(await settingsHere(world)).mcpServers.keys()].map((word) => ({ word, about: '' }));
	},
	settings: async () => ROWS.map(({ path, row }) => ({ word: path.join('.'), about: row.about })),
};

async function settingsHere(world: World): Promise<Settings> {
	return (await loadConfig(world.paths, world.cwd)).settings;
}

type Candidate = { readonly word: string; readonly about: string };

/** Words that may stand at the cursor: those known now, and where others come from. */
type Completion = {
	readonly known: readonly Candidate[];
	readonly source: Source | null;
	/** The part of the last word that is completed, and what stands before it in that word. */
	readonly typed: string;
	readonly lead: string;
};

const nothing: Completion = { known: [], source: null, typed: '', lead: '' };

/** Completes the last of the words, which may be empty, in the way that the program reads them. */
export function complete(program: Command, given: readonly string[]): Completion {
	const words = joined(given);
	const typed = words.at(-1) ?? '';
	const before = words.slice(0, -1);
	// Behind `--` the words are a prompt.
	if (before.includes('--')) return nothing;
	const { command, operands, awaited } = walk(program, before);
	if (awaited !== null && (awaited.required || !typed.startsWith('-')))
		return { ...nothing, source: sourceOfOption(awaited.attributeName()), typed };
	const [, lead = '', flag = ''] = /^((--[\w-]+)=)/.exec(typed) ?? [];
	const named = flag === '' ? undefined : optionsOf(command).find(({ long }) => long === flag);
	if (named !== undefined) {
		// Shells that cut words at the sign replace what is behind it alone.
		const isCut = given.at(-1) !== typed;
		const source = sourceOfOption(named.attributeName());
		return { known: [], source, typed: typed.slice(lead.length), lead: isCut ? '' : lead };
	}
	if (typed.startsWith('-')) return { ...nothing, known: flags(command), typed };
	const { registeredArguments } = command;
	const argument = registeredArguments[operands] ?? registeredArguments.filter(({ variadic }) => variadic).at(-1);
	return {
		...nothing,
		known: operands === 0 ? subcommands(command) : [],
		source: argument === undefined ? null : sourceOfArgument(command, argument.name()),
		typed,
	};
}

/** bash gives `--mode=plan` as three words. */
function joined(words: readonly string[]): readonly string[] {
	const whole: string[] = [];
	for (const word of words) {
		const last = whole.at(-1) ?? '';
		if (word === '=' && /^--[\w-]+$/.test(last)) whole[whole.length - 1] = `${last}=`;
		else if (/^--[\w-]+=$/.test(last)) whole[whole.length - 1] = `${last}${word}`;
		else whole.push(word);
	}
	return whole;
}

/** The command that the words name, how many others stand behind it, and the option that waits for its value. */
function walk(program: Command, words: readonly string[]) {
	let command = program;
	let operands = 0;
	let awaited: Option | null = null;
	for (const word of words) {
		const waiting: Option | null = awaited;
		awaited = null;
		if (waiting !== null && (waiting.required || !word.startsWith('-'))) continue;
		if (word.startsWith('-') && word !== '-') {
			const found = optionsOf(command).find(({ short, long }) => word === short || word === long);
			awaited = found !== undefined && (found.required || found.optional) ? found : null;
			continue;
		}
		const below = operands === 0 ? command.commands.find((each) => each.name() === word) : undefined;
		if (below === undefined) operands += 1;
		else command = below;
	}
	return { command, operands, awaited };
}

function optionsOf(command: Command): readonly Option[] {
	const help = command.createHelp();
	const inherited = command.parent === null ? [] : help.visibleGlobalOptions(command);
	return [...help.visibleOptions(command), ...inherited];
}

function flags(command: Command): readonly Candidate[] {
	return optionsOf(command).flatMap(({ long, description }) =>
		long === undefined || long === null
			? []
			: [{ word: long.replace('--agent-version', '--version'), about: description }],
	);
}

function subcommands(command: Command): readonly Candidate[] {
	return command
		.createHelp()
		.visibleCommands(command)
		.map((each) => ({ word: each.name(), about: each.description() }));
}
