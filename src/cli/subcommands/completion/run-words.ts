import { stat } from 'node:fs/promises';
import type { Command as Program } from 'commander';
import { CATALOGUE } from '../../../agent/catalogue.js';
import { clip, sanitizeLine } from '../../../core/text/sanitize.js';
import { readLock } from '../../../services/agents/install/lock-file.js';
import { Shadows } from '../../../services/shadow/shadows.js';
import { listWorktrees } from '../../../services/worktrees/worktrees.js';
import { loadConfig } from '../../config/load.js';
import { ROWS, type Settings } from '../../config/settings.js';
import { printText } from '../../output.js';
import type { SubcommandHost } from '../../subcommand.js';
import type { World } from '../../world.js';
import { openKept } from '../sessions/kept.js';
import { type Candidate, complete } from './complete.js';
import type { Lookup, Source } from './sources.js';

const MOST = 200;
const MOST_ABOUT = 100;
/** Text that no shell takes for more than a word: names of agents, of models and of a repository are not trusted. */
const PLAIN = /^[\p{L}\p{N}_./@+,%:-]+$/u;

type WordsRequest = { readonly words: readonly string[] };

/** Prints what may stand at the cursor, a line for each. Nothing is started, and no network is used. */
export async function runWords({ words }: WordsRequest, host: SubcommandHost, program: Program): Promise<number> {
	const { known, source, typed, lead } = complete(program, words);
	const found = source === null ? [] : await wordsOf(source, host);
	const lines = [...known, ...found]
		.filter(({ word }) => word.startsWith(typed) || word.startsWith(':'))
		.slice(0, MOST)
		.map(({ word, about }) => `${lead}${word}\t${clip(sanitizeLine(about), MOST_ABOUT)}`.trimEnd());
	return printText(lines.map((line) => `${line}\n`).join(''));
}

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
		const { index, cwd } = await openKept(null, world);
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
