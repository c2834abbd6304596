import type { AgentListing } from '../../../core/agents/agent-listing.js';
import { clip, sanitizeLine } from '../../../core/text/sanitize.js';
import { cellWidth } from '../../../core/text/width.js';
import { readLock } from '../../../services/agents/install/agents-lock-file.js';
import { findAgents } from '../../agents/find-agents.js';
import { printText } from '../../output.js';
import { type Style, styleFor } from '../../style.js';
import type { SubcommandHost } from '../../subcommand.js';
import type { World } from '../../world.js';
import { agentsHere } from './find-agent.js';

export type ListRequest = { readonly cwd?: string; readonly json?: true; readonly from?: string };

export async function runAgentsList(request: ListRequest, { world }: SubcommandHost): Promise<number> {
	const style = await styleFor(process.stdout, world.env);
	const columns = process.stdout.columns ?? Number.POSITIVE_INFINITY;
	return printText(await agentListText(request, world, { style, columns }));
}

/** The text of `acp-tui agents`: what is installed, what can be, and the rest. Throws a UsageError like a run. */
export async function agentListText(
	{ cwd, json, from }: ListRequest,
	world: World,
	{ style, columns }: Pick<Look, 'style' | 'columns'>,
): Promise<string> {
	const { workspace, settings, known } = await agentsHere(cwd, world, from);
	const rows = await findAgents(known, { workspace, settings, world });
	if (json) return `${JSON.stringify(rows, null, 2)}\n`;
	const skipped = known.index.skipped.map(({ id, reason }) => style.warning(`${id} was left out: ${reason}`));
	const text = listed(rows, { usual: settings.agent ?? 'demo', home: world.home, style, columns });
	const lock = await readLock(world.paths.dataDir);
	const damaged = lock.ok ? [] : [style.warning(sanitizeLine(lock.failure.message))];
	const date = known.index.date === null ? [] : [style.detail(messages.date(known.index.date))];
	return `${text}\n${[...date, ...skipped, ...damaged].map((line) => `${line}\n`).join('')}`;
}

type Look = {
	readonly usual: string;
	readonly home: string;
	readonly style: Style;
	/** Columns of the terminal; endless where there is none. */
	readonly columns: number;
};

function listed(rows: readonly AgentListing[], look: Look): string {
	const { style, usual } = look;
	const isHere = (row: AgentListing): boolean => row.installed !== null || row.source === 'bundled';
	const here = rows.filter(isHere);
	const others = rows.filter((row) => !isHere(row));
	const parts: readonly (readonly [string, readonly AgentListing[]])[] = [
		['Installed; start one with acp-tui -a ID:', here],
		[messages.installable, others.filter(({ distribution }) => distribution.length > 0)],
		[messages.byHand, others.filter(({ distribution }) => distribution.length === 0)],
	];
	const widths = {
		id: widest(rows.map(({ id }) => id)),
		alias: widest(rows.map(aliasOf)),
		version: widest(rows.map(versionOf)),
	};
	const shown = parts
		.filter(([, part]) => part.length > 0)
		.map(([heading, part]) =>
			[style.heading(heading), ...part.flatMap((row) => linesOf(row, widths, look))].join('\n'),
		);
	const isMarked = rows.some(({ id, aliases }) => id === usual || aliases.includes(usual));
	const legend = isMarked ? [`${style.mark('*')} is started when -a is not given`] : [];
	return `${[...shown, ...legend].join('\n\n')}\n`;
}

type Widths = { readonly id: number; readonly alias: number; readonly version: number };

/** Columns of the name: what is longer is cut. */
const NAME = 18;
/** Columns of the mark, of what is between the others, and of the last. */
const WHAT = 20;

function linesOf(row: AgentListing, widths: Widths, { usual, home, style, columns: most }: Look): readonly string[] {
	const mark = row.id === usual || row.aliases.includes(usual) ? style.mark('*') : ' ';
	const isNarrow = widths.id + widths.alias + NAME + widths.version + WHAT > most;
	const cells = [
		padded(row.id, widths.id),
		...(isNarrow ? [] : [padded(aliasOf(row), widths.alias), padded(clip(sanitizeLine(row.name), NAME), NAME)]),
		padded(versionOf(row), widths.version),
		whatOf(row),
	];
	const last = cells.findLastIndex((cell) => cell.trim() !== '');
	const columns = cells.slice(0, last + 1).map((cell, at) => {
		const text = at === last ? cell.trimEnd() : cell;
		return at === 0 || (at === 2 && !isNarrow) ? text : style.detail(text);
	});
	const below = [
		...(row.installed === null ? [] : [style.detail(sanitizeLine(shortPath(row.installed.path, home)))]),
		...(row.broken === null ? [] : [style.warning(`reported broken: ${row.broken}`)]),
	];
	return [`${mark} ${columns.join('  ')}`, ...below.map((line) => `    ${line}`)];
}

function whatOf({ source, installed, distribution, signedIn }: AgentListing): string {
	if (source === 'bundled') return 'bundled';
	const signed = signedIn === true ? ['signed in'] : [];
	if (installed !== null) return [messages.by[installed.by], ...signed].join(', ');
	return [...distribution.map((kind) => KIND_NAMES[kind]), ...signed].join(', ');
}

/** The shortest of its other names: it is what people type. */
function aliasOf({ aliases }: AgentListing): string {
	return [...aliases].sort((one, other) => one.length - other.length)[0] ?? '';
}

function versionOf({ installed, version }: AgentListing): string {
	return installed === null ? (version ?? '') : (installed.version ?? '');
}

function shortPath(path: string, home: string): string {
	return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

function widest(texts: readonly string[]): number {
	return Math.max(0, ...texts.map(cellWidth));
}

function padded(text: string, width: number): string {
	return text + ' '.repeat(Math.max(0, width - cellWidth(text)));
}

const KIND_NAMES = { binary: 'binary', npx: 'npm', uvx: 'uv' } as const;

const messages = {
	installable: 'Not installed; install one with acp-tui agents install ID:',
	byHand: 'Not installed, and not in the registry; see their documentation:',

	by: { 'acp-tui': 'by acp-tui', path: 'on the PATH', npm: 'by npm' },

	date: (date: string): string => `Registry of ${date}. What an install would do: acp-tui agents show ID`,
};
