import { isWebPort } from '../agent-network.js';
import { type ActionDetails, detailsOf, isChangeKind, isInside } from './action-details.js';
import { autoRunPartOf } from './auto-run-files.js';
import type { CommandPart } from './command-parts.js';
import { baseName, type CommandView, type LooseCall } from './command-view.js';
import { harmfulFurtherWord } from './further-words-table.js';
import { isHostName, plainHost } from './host-name.js';
import { namedTouch } from './named-paths.js';
import { matchesPath, matchesWidely, mayEndAlike, mayHold, type PathMatcher } from './path-match.js';
import { plainName } from './plain-name.js';
import type { ActionRequest, McpTool, PathFact, Rule, RuleMatcher } from './policy-types.js';
import { type Protection, touchOf } from './protected-path.js';
import { reachOf } from './reached-hosts.js';
import { scopeOfOrigin } from './rule-description.js';
import { mayStartAnything, mentions } from './started-programs.js';

type McpMatcher = Extract<RuleMatcher, { readonly type: 'mcp' }>;
type CommandMatcher = Extract<RuleMatcher, { readonly type: 'command' }>;

/** Whether the rule applies to the request. In doubt an allow rule does not match, a deny or ask rule does. */
export function matchRule(rule: Rule, request: ActionRequest): boolean {
	return matchDetails(rule, detailsOf(request));
}

/** The same for a request that was worked out before. */
export function matchDetails(rule: Rule, action: ActionDetails): boolean {
	return rule.decision === 'allow' ? allows(rule, action) : forbids(rule.matcher, action);
}

/** True for an allow rule that would match, were the file not one that makes programs run later. */
export function isStoppedByAutoRun({ matcher }: Rule, { request, kind, isAllInside }: ActionDetails): boolean {
	if ((matcher.type !== 'kind' && matcher.type !== 'path') || matcher.kind !== kind || !isChangeKind(kind))
		return false;
	if (!isAllInside || request.paths.every((path) => autoRunPartOf(path) === null)) return false;
	return matcher.type === 'kind' || request.paths.every((path) => isNamed(matcher, path));
}

function allows({ matcher, origin }: Rule, action: ActionDetails): boolean {
	const { request, kind } = action;
	switch (matcher.type) {
		case 'kind':
			return matcher.kind === kind && isWithinBoundary(action) && isWebPort(request.port);
		case 'path':
			return (
				matcher.kind === kind &&
				request.paths.length > 0 &&
				request.paths.every((path) => isInside(path) && isNamed(matcher, path) && isMeant(matcher, path))
			);
		case 'command':
			return kind === 'execute' && isWholly(action, (part) => isNamedBy({ matcher, origin }, part));
		case 'host':
			return (
				kind === 'fetch' &&
				request.paths.length === 0 &&
				matchesHost(matcher.host, request.host) &&
				(matcher.port === undefined ? isWebPort(request.port) : matcher.port === request.port)
			);
		case 'mcp':
			return matchesMcp(matcher, request.mcp);
		case 'all':
			return false;
	}
}

/** A file of the workspace by its path from there or, as one of an additional directory, by the whole path. */
function isNamed(matcher: PathMatcher, { relative, real }: PathFact): boolean {
	const name = matcher.glob.startsWith('/') ? real : relative;
	return name !== null && matchesPath(matcher, name);
}

/** A change of a file that makes programs run later is allowed by a pattern that names it, not by a star. */
function isMeant({ kind, glob }: PathMatcher, path: PathFact): boolean {
	const part = isChangeKind(kind) ? autoRunPartOf(path) : null;
	if (part === null) return true;
	const names = plainName(glob).split('/');
	const wanted = plainName(part).split('/');
	return names.some((_, at) => wanted.every((name, index) => names[at + index] === name));
}

/** A rule without a pattern opens nothing outside the workspace, and allows no change that names no path. */
function isWithinBoundary({ request, kind, isAllInside }: ActionDetails): boolean {
	if (isChangeKind(kind)) {
		const isPlain = request.paths.every((path) => autoRunPartOf(path) === null);
		return isAllInside && request.paths.length > 0 && isPlain;
	}
	if (kind === 'read' || kind === 'search') return isAllInside;
	return kind !== 'execute' || request.command?.cwd?.isInside !== false;
}

function forbids(matcher: RuleMatcher, action: ActionDetails): boolean {
	const { request, kinds } = action;
	switch (matcher.type) {
		case 'all':
			return true;
		case 'kind':
			return kinds.has(matcher.kind);
		case 'path':
			return [touchOf(protectionOf(matcher), action, false), namedTouch(protectionOf(matcher), action)].includes('yes');
		case 'command':
			return action.command !== null && mayCall(matcher, action.command);
		case 'host':
			if (matcher.port !== undefined && request.port !== undefined && matcher.port !== request.port) return false;
			return (
				[...(request.host?.split(',') ?? []), ...(request.possibleHosts ?? [])].some((host) =>
					matchesHost(matcher.host, host),
				) || reaches(matcher.host, action) === 'yes'
			);
		case 'mcp':
			return [request.mcp, ...(request.possibleMcp ?? [])].some(
				(tool) => tool !== undefined && mayBeTool(matcher, tool),
			);
	}
}

/** The same tool whatever the case of its names and blanks around them: only the agent knows what it makes of them. */
function mayBeTool({ server, tool }: McpMatcher, possible: McpTool): boolean {
	return (
		matchesStars(server.toLowerCase(), possible.server.trim().toLowerCase()) &&
		matchesStars(tool.toLowerCase(), possible.tool.trim().toLowerCase())
	);
}

/** Every command of a line is named, or only reads; what it writes by redirections is for rules on files. */
function isWholly({ parts, request }: ActionDetails, isCovered: (part: CommandPart) => boolean): boolean {
	if (parts === null || parts.some(({ outputs }) => outputs.length > 0) || !parts.some(isCovered)) return false;
	return parts.every((part) => isCovered(part) || onlyReads(part, request));
}

/** Part of a line that only reads, by its text and by what was found on the machine. */
export function onlyReads({ doubt }: CommandPart, { command }: ActionRequest): boolean {
	return doubt === null && command?.leadsOutside === undefined && command?.doubt === undefined;
}

export function isNamedBy({ matcher, origin }: Pick<Rule, 'matcher' | 'origin'>, { forms }: CommandPart): boolean {
	return matcher.type === 'command' && forms.some((words) => matchesExactly(matcher, words, origin));
}

/** A written rule is taken literally; one made by a key covers only what it was made for. */
function matchesExactly(matcher: CommandMatcher, words: readonly string[], origin: Rule['origin']): boolean {
	return beginsWith(matcher, words) && wordKeptOut(matcher, words, origin) === null;
}

function beginsWith({ words: expected, openEnd }: CommandMatcher, words: readonly string[]): boolean {
	const isLongEnough = openEnd ? words.length >= expected.length : words.length === expected.length;
	return isLongEnough && expected.every((word, index) => word === words[index]);
}

function wordKeptOut(matcher: CommandMatcher, words: readonly string[], origin: Rule['origin']): string | null {
	return scopeOfOrigin(origin) === null ? null : harmfulFurtherWord(matcher.words, words.slice(matcher.words.length));
}

/** The word for which an answer of the user's does not cover a command that it names; null where no such word is the reason. */
export function wordNotCovered({ matcher, origin }: Rule, { forms }: CommandPart): string | null {
	if (matcher.type !== 'command') return null;
	const named = forms.find((words) => beginsWith(matcher, words));
	return named === undefined ? null : wordKeptOut(matcher, named, origin);
}

/**
 * True when a deny or ask rule does not match for certain, and yet cannot be known not to: which programs a
 * command starts or which files it touches is the shell's or a program's to say. Such a request is asked about.
 * `isNamed`: an allow rule names its program.
 */
export function mayForbid({ matcher }: Rule, action: ActionDetails, isNamed = false): boolean {
	const { command, request, kinds } = action;
	switch (matcher.type) {
		case 'path':
			return [touchOf(protectionOf(matcher), action, isNamed), namedTouch(protectionOf(matcher), action)].includes(
				'maybe',
			);
		case 'command':
			// A pager reads, and runs what is typed into it; a variable may hold a program that the rule is about.
			if (command === null) return false;
			if (action.isReadOnlyCommand && command.opaque.length === 0 && !command.heads.some(isPager)) return false;
			return mentions(command, programOf(matcher)) || mayStartAnything(command, isNamed);
		case 'host':
			if (reaches(matcher.host, action) === 'maybe') return true;
			return hasUnknownHost(request, kinds.has('fetch'));
		case 'all':
		case 'kind':
		case 'mcp':
			return false;
	}
}

/** A request that fetches from an unknown host, or from an address that cannot be parsed. */
function hasUnknownHost({ host, possibleHosts = [] }: ActionRequest, isFetching: boolean): boolean {
	const named = host?.split(',') ?? [];
	if (isFetching && named.length + possibleHosts.length === 0) return true;
	return [...named, ...(isFetching ? possibleHosts : [])].some((name) => !isHostName(name));
}

function isPager([program]: LooseCall): boolean {
	return /^(?:less|more|man)$/.test(baseName(program ?? ''));
}

function programOf(matcher: CommandMatcher): string {
	return baseName(matcher.words[0] ?? '').toLowerCase();
}

function mayCall(matcher: CommandMatcher, command: CommandView): boolean {
	if (command.calls.some((call) => mayBe(matcher, call))) return true;
	const first = programOf(matcher);
	const isNamed = command.opaque
		.map((text) => text.toLowerCase())
		.some((text) => containsWord(text, first) || containsWord(text.replaceAll(/["'\\]/g, ''), first));
	return isNamed || (matcher.words.length === 1 && mayStartAnything(command, false) && mentions(command, first));
}

/** A word that only the shell knows may stand for any words, or none. Options may stand between the words of a rule. */
function mayBe(matcher: CommandMatcher, call: LooseCall): boolean {
	let at = 0;
	for (const [index, expected] of matcher.words.entries()) {
		if (index > 0 && !expected.startsWith('-')) at = behindOptions(call, at, expected);
		const word = call[at];
		if (word === undefined) return false;
		if (word === null) return true;
		const isSame = index === 0 ? baseName(word).toLowerCase() === baseName(expected).toLowerCase() : word === expected;
		if (!isSame) return false;
		at += 1;
	}
	return matcher.openEnd || call.slice(at).every((word) => word === null);
}

/** Where a word is behind options, each with or without a value; where it does not, the place itself. */
function behindOptions(call: LooseCall, start: number, expected: string): number {
	let at = start;
	while (call[at]?.startsWith('-') === true) {
		at += 1;
		const value = call[at];
		if (value !== expected && call[at + 1] !== undefined && value !== null && value?.startsWith('-') === false) at += 1;
	}
	return at;
}

function containsWord(text: string, word: string): boolean {
	for (let at = text.indexOf(word); word !== '' && at >= 0; at = text.indexOf(word, at + 1)) {
		const isWordCharacter = (character: string) => /\w/.test(character);
		if (!isWordCharacter(text.charAt(at - 1)) && !isWordCharacter(text.charAt(at + word.length))) return true;
	}
	return false;
}

/** `*.example.com` stands for the hosts below example.com, not for itself. */
function matchesHost(pattern: string, host: string | undefined): boolean {
	if (host === undefined) return false;
	const name = plainHost(host);
	const expected = plainHost(pattern);
	return expected.startsWith('*.') ? name.endsWith(expected.slice(1)) && name !== expected.slice(2) : name === expected;
}

/** Commands that only read files reach no host. */
function reaches(pattern: string, { command, isReadOnlyCommand }: ActionDetails): 'yes' | 'maybe' | 'no' {
	return command === null || isReadOnlyCommand ? 'no' : reachOf(command, (name) => matchesHost(pattern, name));
}

function matchesMcp(matcher: McpMatcher, mcp: McpTool | undefined): boolean {
	return mcp !== undefined && matchesStars(matcher.server, mcp.server) && matchesStars(matcher.tool, mcp.tool);
}

/** Only `*` is special in the names of servers and tools. Greedy pieces keep it linear in each piece. */
function matchesStars(pattern: string, text: string): boolean {
	const [first = '', ...pieces] = pattern.split('*');
	const last = pieces.pop();
	if (last === undefined) return text === first;
	if (!text.startsWith(first)) return false;
	let at = first.length;
	for (const piece of pieces) {
		const found = text.indexOf(piece, at);
		if (found < 0) return false;
		at = found + piece.length;
	}
	return text.length >= at + last.length && text.endsWith(last);
}

function protectionOf(matcher: PathMatcher): Protection {
	return {
		kind: matcher.kind,
		isAbsolute: matcher.glob.startsWith('/'),
		hasLetters: /[\p{L}\d]/u.test(matcher.glob),
		isProtected: (path) => matchesWidely(matcher, path),
		mayHold: (folder) => mayHold(matcher, folder),
		mayEndAlike: (pattern) => mayEndAlike(matcher, pattern),
	};
}
