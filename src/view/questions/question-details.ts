import { hostWithPort } from '../../core/agent-network.js';
import type { ActionRequest, PathFact } from '../../core/policy/policy-types.js';
import { foldedVariables } from '../../core/policy/read-only/harmless-variables.js';
import type { Question } from '../../core/session/question.js';
import { counted } from '../../core/text/counted.js';
import { cellWidth } from '../../core/text/width.js';
import { weakLast } from '../../core/weak-memo.js';
import { type LineCounts, resultDetails } from './command-result.js';
import * as messages from './detail-messages.js';
import { fieldDetails, isInputCut } from './input-fields.js';
import {
	addressDetails,
	briefAddress,
	changesOf,
	pathDetails,
	type QuestionChange,
	type QuestionDetail,
	questionDetail,
	shownLine,
	shownLines,
} from './question-detail.js';
import { shownTitle } from './question-title.js';

/**
 * Subject of a question, in the order in which it decides; the words are ours, and every text in it may be drawn.
 * The screen and the linear form show the same.
 */
export type QuestionDetails = {
	/** Summary of what would happen, in our words. */
	readonly headline: string;
	/** The same in fewer words, for a low screen; `hasPath`: with the only path in it. */
	readonly brief: { readonly text: string; readonly hasPath: boolean } | null;
	/** The exact command, line by line; empty when none would run. */
	readonly command: readonly string[];
	/** Further deciding facts: folder, input, address, paths. */
	readonly rows: readonly QuestionDetail[];
	/** Names of what a command changed, above any diff. */
	readonly names: readonly QuestionDetail[];
	/** Counts of lines that were added and removed; null where only the changes below say it. */
	readonly counts: LineCounts | null;
	/** Parts of it that can make programs run: that is opened before it is taken. */
	readonly runs: readonly string[];
	/** The agent's own words, where they say something that is shown nowhere else. */
	readonly title: string | null;
	/** Words before the title; empty where the headline introduces it. */
	readonly titleLabel: string;
	readonly changes: readonly QuestionChange[];
	/** The other fields of the tool's input. */
	readonly fields: readonly QuestionDetail[];
	/** The part that says what would run, which has to be read before it can be allowed. */
	readonly deciding: Deciding;
	/** Part of it came too long to be kept: that cannot be shown. */
	readonly isCut: boolean;
};

/**
 * `none`: nothing would run. `rows`: so many rows behind the command. `all`: all of it, but for a title that only
 * describes. `changes`: what a command did, to its last line. `edits`: the changes that it would make.
 */
type Deciding = 'none' | { readonly rows: number } | 'all' | 'title' | 'changes' | 'edits';

const gathered = weakLast<Question, QuestionDetails>();

export function questionDetails(question: Question, cwd: string): QuestionDetails {
	return gathered(question, [cwd], () => gather(question, cwd));
}

function gather(question: Question, cwd: string): QuestionDetails {
	const { request } = question;
	const paths = pathDetails(request.paths, cwd);
	const hosts = hostsOf(request);
	const changes = changesOf(request);
	const command = request.command === undefined ? [] : shownLines(request.command.text);
	// Questions of acp-tui itself have titles of ours.
	const isOurs = question.kind !== 'permission' && question.kind !== 'exit-plan';
	const isAgain = question.kind === 'permission' && question.failedInSandbox !== undefined;
	const ran = question.kind === 'permission' ? question.result : undefined;
	const result = ran === undefined ? null : resultDetails(ran, request, cwd);
	const isWaiting = question.kind === 'permission' && question.waits === true;
	const sessions = question.subagentId === undefined ? sessionDetails(request) : [];
	const fields = fieldDetails(request);
	const headline =
		result !== null
			? result.headline
			: isAgain
				? question.options.filter(({ kind }) => kind === 'allow_once').length > 1
					? 'Run this command again'
					: 'Run this command again without its sandbox'
				: isOurs
					? shownLine(request.title)
					: headlineOf(request, paths, hosts, changes.length);
	return {
		headline,
		brief:
			question.kind === 'elicitation-url'
				? { text: briefAddress(question), hasPath: false }
				: isOurs || request.command !== undefined
					? null
					: briefOf(request, paths, changes.length),
		command,
		rows: [
			// A sub-agent is named beside why it is asked.
			...sessions,
			...(question.kind === 'elicitation-url' ? addressDetails(question) : []),
			...commandDetails(request),
			...(isWaiting || result !== null ? [] : sandboxDetails(question)),
			...targetDetails(request, headline, hosts),
			// Changed paths are listed by name.
			...(result === null ? labelled(paths, command.length > 0) : paths.filter((path) => path.isOutside)),
			// The file comes first, where there is room for little.
			...(isWaiting ? sandboxDetails(question) : []),
		],
		names: result?.names ?? [],
		counts: result,
		runs: result?.runs ?? [],
		title: question.kind === 'permission' && question.from === 'agent' ? shownTitle(request, paths, fields) : null,
		titleLabel: isDescribedOnly(request) ? '' : 'the agent says: ',
		changes,
		fields,
		deciding: result !== null ? 'changes' : decidingIn(request, fields.length > 0, sessions.length, changes.length > 0),
		isCut: isInputCut(request) || result?.isCut === true,
	};
}

/** Below a command a bare path would read as a part of what stands above it. */
function labelled(paths: readonly QuestionDetail[], isBelowCommand: boolean): readonly QuestionDetail[] {
	return isBelowCommand ? paths.map((path) => (path.name === '' ? { ...path, name: 'path' } : path)) : paths;
}

/** Includes its input, variables, folder and fields that nobody understands: what runs may depend on them. */
function decidingIn(request: ActionRequest, hasFields: boolean, above: number, hasChanges: boolean): Deciding {
	const { command, kind, toolInput } = request;
	if (command === undefined && kind !== 'execute') return hasChanges ? 'edits' : 'none';
	if (isDescribedOnly(request)) return 'title';
	const isUnderstood = toolInput === undefined || (toolInput.notUnderstood.length === 0 && command !== undefined);
	return isUnderstood || !hasFields ? { rows: above + commandDetails(request).length } : 'all';
}

/** Hosts and tools with longer names get a row of their own. */
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
	if (request.port !== undefined) return `Connect to ${hostWithPort(hosts[0] ?? '', request.port)}`;
	if (kind === 'fetch' || (hosts.length > 0 && changes === 0 && paths.length === 0)) {
		const from = hosts.length === 1 ? named(hosts[0] ?? '') : null;
		return messages.fetchFrom(hosts.length > 1 ? `${hosts.length} hosts` : from) + where;
	}
	const isNothing = paths.length === 0 && changes === 0;
	const what = isNothing ? 'something' : kind === 'edit' ? files : any;
	if (kind in messages.VERBS) return `${messages.VERBS[kind]} ${what}${where}`;
	if (isDescribedOnly(request)) return `Run a command, as the agent describes it${where}`;
	return (changes > 0 ? `Use a tool that writes ${files}` : (messages.WORDS[kind] ?? 'Use a tool')) + where;
}

/** Some agents send nothing of a command but their words for it. */
function isDescribedOnly({ kind, command, mcp, title, diffs }: ActionRequest): boolean {
	return kind === 'execute' && command === undefined && mcp === undefined && title.trim() !== '' && diffs.length === 0;
}

/** For a low screen: the path in place of how many there are, or only how many. */
function briefOf(
	{ kind, mcp }: ActionRequest,
	paths: readonly QuestionDetail[],
	changes: number,
): QuestionDetails['brief'] {
	const [path, ...others] = paths;
	const verb = messages.VERBS[kind] ?? (changes > 0 ? 'Write' : undefined);
	if (path === undefined || mcp !== undefined || verb === undefined) return null;
	const outside = paths.filter((one) => one.isOutside).length;
	return others.length === 0
		? { text: `${verb} ${path.isOutside ? 'outside the workspace: ' : ''}${path.lines[0] ?? ''}`, hasPath: true }
		: { text: `${verb} ${paths.length} paths${outside === 0 ? '' : `, ${outside} outside`}`, hasPath: false };
}

function named(text: string): string | null {
	const shown = shownLine(text);
	return shown !== '' && cellWidth(shown) <= MOST_NAME ? shown : null;
}

function sessionDetails({ otherSession }: ActionRequest): QuestionDetail[] {
	return otherSession === undefined ? [] : [questionDetail('other session', otherSession)];
}

function commandDetails({ command, source }: ActionRequest): QuestionDetail[] {
	if (command === undefined) return [];
	const { cwd, shell, stdin, leadsOutside, line } = command;
	const folder = cwd === undefined || cwd.relative === '' ? [] : [folderDetail(cwd)];
	// A terminal's variables are shown before its command, as in a shell; a line has room for them nowhere.
	const names = source === 'terminal' && line === undefined ? [] : command.envNames;
	const all = names.map((name, index) => ({ name, value: command.env?.[index]?.value ?? null }));
	const ofOutput = foldedVariables(command.env);
	const isFolded = ({ name }: { readonly name: string }) => ofOutput.some((one) => one.name === name);
	const variables = [
		...all
			.filter((one) => !isFolded(one))
			.map(({ name, value }) =>
				questionDetail(
					messages.VARIABLE,
					value === null ? `${name} (value not shown by the agent)` : `${name}=${value}`,
				),
			),
		...(ofOutput.length > 0
			? [
					questionDetail(
						`${ofOutput.length} variables`,
						`for output only: ${ofOutput.map(({ name }) => name).join(', ')}`,
					),
				]
			: []),
	];
	return [
		...folder,
		...(shell === undefined ? [] : [questionDetail('run by', shell)]),
		...variables,
		...(stdin === undefined ? [] : [questionDetail(messages.INPUT, stdin)]),
		...(leadsOutside === undefined ? [] : [questionDetail('link out of the workspace', leadsOutside, true)]),
	];
}

/** Names what will hold the command, where something does or nothing will; and that an edit only waits in a shadow. */
function sandboxDetails(question: Question): QuestionDetail[] {
	if (question.kind !== 'permission') return [];
	const held =
		question.waits === true ? messages.WAITS : question.hold === undefined ? null : messages.holdWords(question.hold);
	return held === null ? [] : [{ name: held.name, lines: [shownLine(held.words)], isOutside: false, isWords: true }];
}

function folderDetail(cwd: PathFact): QuestionDetail {
	const where = cwd.isInside ? (cwd.relative ?? cwd.given) : (cwd.real ?? cwd.given);
	return { name: 'in', lines: [shownLine(where)], isOutside: !cwd.isInside };
}

function targetDetails(
	{ mcp, toolInput, port }: ActionRequest,
	headline: string,
	hosts: readonly string[],
): QuestionDetail[] {
	const tool = mcp === undefined ? null : `${mcp.server}/${mcp.tool}`;
	const urls = [...new Set(toolInput?.urls ?? [])];
	const shown = urls.map((url) => url.toLowerCase());
	return [
		...(tool === null || named(tool) !== null ? [] : [questionDetail('MCP tool', tool)]),
		...urls.map((url) => questionDetail(messages.ADDRESS, url)),
		// An address may have another host than it seems at a glance.
		...hosts
			.filter((host) => port === undefined && !isPlainIn(host, shown) && headline !== messages.fetchFrom(host))
			.map((host) => questionDetail(messages.HOST, host)),
	];
}

/** Whether a reader would find the host at the start of one of the addresses. */
function isPlainIn(host: string, urls: readonly string[]): boolean {
	return urls.some((url) => /^[a-z]+:\/\/([^/?#@:\\]+)/.exec(url)?.[1] === host);
}

function hostsOf({ host, toolInput }: ActionRequest): readonly string[] {
	const given = (host ?? '').split(',').map((one) => one.trim());
	const parsed = (toolInput?.urls ?? []).map((url) => (URL.canParse(url) ? new URL(url).hostname : ''));
	return [...new Set([...given, ...parsed].filter((one) => one !== ''))];
}
