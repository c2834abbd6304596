import type { ActionRequest, PathFact } from '../../core/policy/types.js';
import type { Question } from '../../core/session/question.js';
import { counted } from '../../core/text/counted.js';
import { cellWidth } from '../../core/text/width.js';
import type { ToolKind } from '../../core/tool-call.js';
import { type QuestionDetail, questionDetail, shownLine, shownLines } from './detail.js';
import { changesOf, type QuestionChange } from './file-changes.js';
import { fieldFacts, isInputCut } from './input-fields.js';
import { titleFact } from './title.js';

/**
 * What a question is about, in the order in which it decides; the words are ours, and every text in it may be drawn.
 * The screen and the linear form show the same.
 */
export type QuestionDetails = {
	/** What would happen, in our words. */
	readonly headline: string;
	/** The same in fewer words, for a low screen; `hasPath`: with the only path in it. */
	readonly brief: { readonly text: string; readonly hasPath: boolean } | null;
	/** The exact command, line by line; empty when none would run. */
	readonly command: readonly string[];
	/** What else decides: where, with what, which address, which paths. */
	readonly rows: readonly QuestionDetail[];
	/** The agent's own words, where they say something that stands nowhere else. */
	readonly title: string | null;
	readonly changes: readonly QuestionChange[];
	/** The other fields of the tool's input. */
	readonly fields: readonly QuestionDetail[];
	/** Part of it came too long to be kept: that cannot be shown. */
	readonly isCut: boolean;
};

const cache = new WeakMap<Question, QuestionDetails>();

/** Gathers the facts of a question once. */
export function questionDetails(question: Question, cwd: string): QuestionDetails {
	const known = cache.get(question);
	if (known !== undefined) return known;
	const facts = gather(question, cwd);
	cache.set(question, facts);
	return facts;
}

function gather(question: Question, cwd: string): QuestionDetails {
	const { request } = question;
	const paths = pathFacts(request.paths, cwd);
	const hosts = hostsOf(request);
	const changes = changesOf(request);
	const command = request.command === undefined ? [] : shownLines(request.command.text);
	// What the client asks of its own is titled in our words.
	const isOurs = question.kind !== 'permission' && question.kind !== 'exit-plan';
	const headline = isOurs ? shownLine(request.title) : headlineOf(request, paths, hosts, changes.length);
	return {
		headline,
		brief: isOurs || request.command !== undefined ? null : briefOf(request, paths, changes.length),
		command,
		rows: [...commandFacts(request), ...targetFacts(request, headline, hosts), ...paths],
		title: question.kind === 'permission' && question.from === 'agent' ? titleFact(request, paths) : null,
		changes,
		fields: fieldFacts(request),
		isCut: isInputCut(request),
	};
}

/** Hosts and tools with longer names stand in a row of their own. */
const MOST_NAME = 40;

function headlineOf(
	request: ActionRequest,
	paths: readonly QuestionDetail[],
	hosts: readonly string[],
	changes: number,
): string {
	const outside = paths.filter((path) => path.isOutside).length;
	const where =
		outside === 0 ? '' : paths.length === 1 ? ', outside the workspace' : `, ${outside} outside the workspace`;
	const files = counted(Math.max(1, paths.length), 'file');
	const any = paths.length === 1 ? '1 file or folder' : `${paths.length} files or folders`;
	const { command, mcp, kind } = request;
	if (command !== undefined) return changes > 0 ? `Run a command and edit ${files}` : 'Run a command';
	if (mcp !== undefined) return `Use the MCP tool ${named(`${mcp.server}/${mcp.tool}`) ?? 'below'}${where}`;
	if (kind === 'fetch' || (hosts.length > 0 && changes === 0 && paths.length === 0)) {
		const from = hosts.length === 1 ? named(hosts[0] ?? '') : null;
		return `Fetch from ${hosts.length > 1 ? `${hosts.length} hosts` : (from ?? 'the network')}${where}`;
	}
	const isNothing = paths.length === 0 && changes === 0;
	const what = isNothing ? 'something' : kind === 'edit' ? files : any;
	if (kind in VERBS) return `${VERBS[kind]} ${what}${where}`;
	return changes > 0 ? `Use a tool that writes ${files}${where}` : `${WORDS[kind] ?? 'Use a tool'}${where}`;
}

/** For a low screen: the path in place of how many there are, or only how many. */
function briefOf(
	{ kind, mcp }: ActionRequest,
	paths: readonly QuestionDetail[],
	changes: number,
): QuestionDetails['brief'] {
	const [path, ...others] = paths;
	const verb = VERBS[kind] ?? (changes > 0 ? 'Write' : undefined);
	if (path === undefined || mcp !== undefined || verb === undefined) return null;
	const outside = paths.filter((one) => one.isOutside).length;
	return others.length === 0
		? { text: `${verb} ${path.isOutside ? 'outside the workspace: ' : ''}${path.lines[0] ?? ''}`, hasPath: true }
		: { text: `${verb} ${paths.length} paths${outside === 0 ? '' : `, ${outside} outside`}`, hasPath: false };
}

const VERBS: Readonly<Partial<Record<ToolKind, string>>> = {
	edit: 'Edit',
	delete: 'Delete',
	move: 'Move',
	read: 'Read',
};

const WORDS: Readonly<Partial<Record<ToolKind, string>>> = {
	search: 'Search',
	think: 'Think',
	execute: 'Run something',
	switch_mode: 'Change the agent’s mode',
};

function named(text: string): string | null {
	const shown = shownLine(text);
	return shown !== '' && cellWidth(shown) <= MOST_NAME ? shown : null;
}

function commandFacts({ command, source }: ActionRequest): QuestionDetail[] {
	if (command === undefined) return [];
	const { cwd, shell, stdin, leadsOutside } = command;
	const folder = cwd === undefined || cwd.relative === '' ? [] : [folderFact(cwd)];
	// A terminal's variables stand before its command, as a shell would have them.
	const names = source === 'terminal' ? [] : command.envNames;
	const variables = names.map((name, index) => {
		const value = command.env?.[index]?.value ?? null;
		return questionDetail('variable', value === null ? `${name} (value not shown by the agent)` : `${name}=${value}`);
	});
	return [
		...folder,
		...(shell === undefined ? [] : [questionDetail('run by', shell)]),
		...variables,
		...(stdin === undefined ? [] : [questionDetail('input', stdin)]),
		...(leadsOutside === undefined ? [] : [questionDetail('link out of the workspace', leadsOutside, true)]),
	];
}

function folderFact(cwd: PathFact): QuestionDetail {
	const where = cwd.isInside ? (cwd.relative ?? cwd.given) : (cwd.real ?? cwd.given);
	return { name: 'in', lines: [shownLine(where)], isOutside: !cwd.isInside };
}

function targetFacts({ mcp, toolInput }: ActionRequest, headline: string, hosts: readonly string[]): QuestionDetail[] {
	const tool = mcp === undefined ? null : `${mcp.server}/${mcp.tool}`;
	const urls = [...new Set(toolInput?.urls ?? [])];
	const shown = urls.map((url) => url.toLowerCase());
	return [
		...(tool === null || named(tool) !== null ? [] : [questionDetail('MCP tool', tool)]),
		...urls.map((url) => questionDetail('address', url)),
		// What an address is read as may be another host than a glance at it says.
		...hosts
			.filter((host) => !isPlainIn(host, shown) && headline !== `Fetch from ${host}`)
			.map((host) => questionDetail('host', host)),
	];
}

/** Whether the host stands in one of the addresses as their first word, as a reader would find it. */
function isPlainIn(host: string, urls: readonly string[]): boolean {
	return urls.some((url) => /^[a-z]+:\/\/([^/?#@:\\]+)/.exec(url)?.[1] === host);
}

function hostsOf({ host, toolInput }: ActionRequest): readonly string[] {
	const given = (host ?? '').split(',').map((one) => one.trim());
	const parsed = (toolInput?.urls ?? []).map((url) => (URL.canParse(url) ? new URL(url).hostname : ''));
	return [...new Set([...given, ...parsed].filter((one) => one !== ''))];
}

/** True for the rows that are paths. */
export function isPath({ name }: QuestionDetail): boolean {
	return name === '' || name === OUTSIDE;
}

const OUTSIDE = 'outside the workspace';

/** Every path once, on its own; what is outside comes first. */
function pathFacts(paths: readonly PathFact[], cwd: string): QuestionDetail[] {
	const shown = new Map<string, QuestionDetail>();
	for (const path of paths) {
		const fact = pathFact(path, cwd);
		const key = `${fact.isOutside}${fact.lines[0]}`;
		if (!shown.has(key)) shown.set(key, fact);
	}
	const all = [...shown.values()];
	return [...all.filter((path) => path.isOutside), ...all.filter((path) => !path.isOutside)];
}

function pathFact({ given, real, relative, isInside }: PathFact, cwd: string): QuestionDetail {
	const written = shownLine(withinOf(given, cwd));
	const meant = isInside ? (relative ?? real) : real;
	const target = meant === null ? null : meant === '' ? '. (the whole workspace)' : shownLine(meant);
	// A link is shown with where it leads.
	const text =
		target === null || target === written ? written : isSame(given, meant, cwd) ? target : `${written} → ${target}`;
	return { name: isInside ? '' : OUTSIDE, lines: [text], isOutside: !isInside };
}

/** The path as it is written from the workspace on. */
function withinOf(path: string, cwd: string): string {
	const local = path.startsWith('file://') ? path.slice('file://'.length) : path;
	return local.startsWith(`${cwd}/`) ? local.slice(cwd.length + 1) : local;
}

/** Whether a path, read without links, is the one that it was found to be. */
function isSame(given: string, meant: string | null, cwd: string): boolean {
	const parts: string[] = [];
	for (const part of withinOf(given, cwd).split('/')) {
		if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
		else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part);
	}
	return parts.join('/') === meant || `${cwd}/${parts.join('/')}` === meant;
}
