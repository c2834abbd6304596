import { baseName, type CommandView, type LooseCall } from './command-view.js';
import { type Facts, factsOf, isChangeKind, isInside } from './facts.js';
import { areHarmlessFurtherWords } from './further-words.js';
import { compileGlob, type Glob, matchesGlob } from './glob.js';
import { machineryPart } from './machinery.js';
import { namesProtectedPath } from './protected-path.js';
import { scopeOfOrigin } from './rule-words.js';
import type { ActionRequest, PathFact, Rule, RuleMatcher } from './types.js';

type PathMatcher = Extract<RuleMatcher, { readonly type: 'path' }>;
type CommandMatcher = Extract<RuleMatcher, { readonly type: 'command' }>;

/**
 * True when the rule applies to the request. In doubt an allow rule does not match, and a deny or
 * ask rule does.
 */
export function matchRule(rule: Rule, request: ActionRequest): boolean {
	return matchFacts(rule, factsOf(request));
}

/** The same for a request that was worked out before. */
export function matchFacts(rule: Rule, facts: Facts): boolean {
	return rule.decision === 'allow' ? allows(rule, facts) : forbids(rule.matcher, facts);
}

function allows({ matcher, origin }: Rule, facts: Facts): boolean {
	const { request, kind } = facts;
	switch (matcher.type) {
		case 'kind':
			return matcher.kind === kind && isWithinWalls(facts);
		case 'path':
			return (
				matcher.kind === kind &&
				request.paths.length > 0 &&
				request.paths.every(
					(path) => isInside(path) && matchesGlob(globOf(matcher), path.relative ?? '') && isMeant(matcher, path),
				)
			);
		case 'command':
			return (
				kind === 'execute' && facts.command?.exact.some((words) => matchesExactly(matcher, words, origin)) === true
			);
		case 'host':
			return kind === 'fetch' && matchesHost(matcher.host, request.host);
		case 'mcp':
			return matchesMcp(matcher, request);
	}
}

/** A change of a file that makes programs run later is let through by a pattern that names it, not by a star. */
function isMeant({ kind, glob }: PathMatcher, { relative }: PathFact): boolean {
	const part = isChangeKind(kind) ? machineryPart(relative ?? '') : null;
	return part === null || fold(glob).split('/').includes(part);
}

/** A rule without a pattern opens no door in the wall, and lets no change through that names no path. */
function isWithinWalls({ request, kind, isAllInside }: Facts): boolean {
	if (isChangeKind(kind)) {
		const isPlain = request.paths.every((path) => machineryPart(path.relative ?? '') === null);
		return isAllInside && request.paths.length > 0 && isPlain;
	}
	if (kind === 'read' || kind === 'search') return isAllInside;
	return kind !== 'execute' || request.command?.cwd?.isInside !== false;
}

function forbids(matcher: RuleMatcher, facts: Facts): boolean {
	const { request, kinds } = facts;
	switch (matcher.type) {
		case 'kind':
			return kinds.has(matcher.kind);
		case 'path':
			if (namesProtectedPath(matcher.kind, (path) => matchesWidely(matcher, path), facts)) return true;
			return (
				kinds.has(matcher.kind) &&
				request.paths.some((path) =>
					[path.relative, path.real, path.given].some((text) => text !== null && matchesWidely(matcher, text)),
				)
			);
		case 'command':
			return facts.command !== null && mayCall(matcher, facts.command);
		case 'host':
			return request.host?.split(',').some((host) => matchesHost(matcher.host, host)) === true;
		case 'mcp':
			return matchesMcp(matcher, request);
	}
}

/** A rule that the person wrote means what it says; one that a single key made is kept to what it was about. */
function matchesExactly(matcher: CommandMatcher, words: readonly string[], origin: Rule['origin']): boolean {
	const isLongEnough = matcher.openEnd ? words.length >= matcher.words.length : words.length === matcher.words.length;
	if (!isLongEnough || !matcher.words.every((word, index) => word === words[index])) return false;
	return scopeOfOrigin(origin) === null || areHarmlessFurtherWords(matcher.words, words.slice(matcher.words.length));
}

function mayCall(matcher: CommandMatcher, command: CommandView): boolean {
	if (command.calls.some((call) => mayBe(matcher, call))) return true;
	const first = baseName(matcher.words[0] ?? '');
	return command.opaque.some(
		(text) => containsWord(text, first) || containsWord(text.replaceAll(/["'\\]/g, ''), first),
	);
}

/** A word that only the shell knows may stand for any words, or none. */
function mayBe(matcher: CommandMatcher, call: LooseCall): boolean {
	for (const [index, expected] of matcher.words.entries()) {
		const word = call[index];
		if (word === undefined) return false;
		if (word === null) return true;
		const isSame = index === 0 ? baseName(word) === baseName(expected) : word === expected;
		if (!isSame) return false;
	}
	return matcher.openEnd || call.slice(matcher.words.length).every((word) => word === null);
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
	const name = host
		.toLowerCase()
		.replace(/\.$/, '')
		.replace(/^\[(.*)\]$/, '$1');
	const expected = pattern.replace(/^\[(.*)\]$/, '$1');
	return expected.startsWith('*.') ? name.endsWith(expected.slice(1)) && name !== expected.slice(2) : name === expected;
}

function matchesMcp(matcher: Extract<RuleMatcher, { readonly type: 'mcp' }>, { mcp }: ActionRequest): boolean {
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

/**
 * For deny and ask rules: letters of either case are the same (file systems differ), and what lies
 * below a folder that matches is covered too.
 */
function matchesWidely(matcher: PathMatcher, path: string): boolean {
	const glob = foldedGlobOf(matcher);
	let rest = fold(path);
	for (;;) {
		if (matchesGlob(glob, rest)) return true;
		const slash = rest.lastIndexOf('/');
		if (slash <= 0) return false;
		rest = rest.slice(0, slash);
	}
}

function fold(text: string): string {
	return text.normalize('NFC').toLowerCase();
}

const globs = new WeakMap<PathMatcher, Glob>();
const foldedGlobs = new WeakMap<PathMatcher, Glob>();

function globOf(matcher: PathMatcher): Glob {
	return remembered(globs, matcher, matcher.glob);
}

function foldedGlobOf(matcher: PathMatcher): Glob {
	return remembered(foldedGlobs, matcher, fold(matcher.glob));
}

/** A rule is matched for every request, so its pattern is compiled once. */
function remembered(memory: WeakMap<PathMatcher, Glob>, matcher: PathMatcher, pattern: string): Glob {
	const known = memory.get(matcher);
	if (known !== undefined) return known;
	const compiled = compileGlob(pattern);
	// parseRule lets only patterns through that compile; an empty program matches nothing.
	const glob = typeof compiled === 'string' ? [] : compiled;
	memory.set(matcher, glob);
	return glob;
}
