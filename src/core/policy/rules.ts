import { isWebPort } from '../agent-network.js';
import { fail, type Result, succeed } from '../failure.js';
import type { SandboxOpening } from '../sandbox/command-access.js';
import type { ToolKind } from '../tool-call.js';
import { compileGlob } from './glob.js';
import { hostNameOf, isHostName } from './host-name.js';
import { MAX_RULE_WORDS, type Rule, type RuleMatcher, type RuleOrigin } from './policy-types.js';
import { literalText } from './shell/inspect.js';
import { parseShell } from './shell/shell-parser.js';

const KINDS: Readonly<Record<string, ToolKind>> = {
	Read: 'read',
	Edit: 'edit',
	Delete: 'delete',
	Move: 'move',
	Search: 'search',
	Execute: 'execute',
	Think: 'think',
	Fetch: 'fetch',
	SwitchMode: 'switch_mode',
	Other: 'other',
};
/** The rule that allows everything of a kind. */
export function ruleOfKind(kind: ToolKind): string | undefined {
	return Object.keys(KINDS).find((name) => KINDS[name] === kind);
}

const NAMES = [...Object.keys(KINDS), 'Mcp'].join(', ');
/** Names that other programs use for the same thing. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
	bash: 'Execute',
	shell: 'Execute',
	run: 'Execute',
	terminal: 'Execute',
	write: 'Edit',
	multiedit: 'Edit',
	notebookedit: 'Edit',
	notebookread: 'Read',
	ls: 'Search',
	grep: 'Search',
	glob: 'Search',
	webfetch: 'Fetch',
	switch_mode: 'SwitchMode',
};

type Parsed = RuleMatcher | { readonly type: 'problem'; readonly expected: string };

/**
 * Parses a rule: `Kind`, `Kind(pattern)` or `Mcp(server/tool)`, with `plan:` before it when it
 * holds in plan mode too, and behind it what it opens in a command's sandbox. Fails with code `config`, saying what was expected and what came.
 */
export function parseRule(text: string, decision: Rule['decision'], origin: RuleOrigin): Result<Rule> {
	const trimmed = text.trim();
	const shown = trimmed.length > 120 ? `${trimmed.slice(0, 119)}…` : trimmed;
	const { rule, opens, expected } = splitRule(trimmed);
	const found = /^(plan:)?\s*([A-Za-z_]+)\s*(?:\(([\s\S]*)\))?$/.exec(rule);
	const name = found?.[2];
	if (found === null || name === undefined) {
		return fail('config', `The rule “${shown}” cannot be read: expected Kind, Kind(pattern) or Mcp(server/tool).`, {
			hint: `Kinds are ${NAMES}.`,
		});
	}
	const ours = rewritten(found[1] ?? '', name, found[3]?.trim());
	if (ours !== null) return fail('config', `The rule “${shown}” cannot be used: write ${ours}.`);
	const matcher = parseMatcher(name, found[3]?.trim());
	const wrong = matcher.type === 'problem' ? matcher.expected : (expected ?? openingProblem(opens, matcher, decision));
	if (matcher.type === 'problem' || wrong !== null) {
		return fail('config', `The rule “${shown}” cannot be used: expected ${wrong}.`);
	}
	const inPlan = found[1] !== undefined;
	return succeed({ decision, text: trimmed, origin, inPlan, matcher, ...(opens === null ? {} : { opens }) });
}

/** A rule as other programs write it (`Bash(npm test:*)`), in our form; null where there is none, or it is ours. */
export function inOurForm(text: string): string | null {
	const [, name, pattern] = /^([A-Za-z_][\w-]*)\s*(?:\(([\s\S]*)\))?$/.exec(text) ?? [];
	return name === undefined ? null : rewritten('', name, pattern?.trim());
}

function rewritten(inPlan: string, name: string, pattern: string | undefined): string | null {
	const kind = Object.hasOwn(KINDS, name) || name === 'Mcp' ? null : unknownKind(name);
	const [, server, tool = '*'] = /^mcp__(.+?)(?:__(.+))?$/.exec(name) ?? [];
	const isKnown = kind !== null && (Object.hasOwn(KINDS, kind) || kind === 'Mcp');
	const [to, what] =
		server !== undefined
			? ['Mcp', `${server}/${tool}`]
			: [isKnown ? kind : null, pattern?.replace(/^domain:/, '').replace(/\s*:\s*\*$/, ' *')];
	if (to === null) return null;
	const text = `${inPlan}${what === undefined || what === '*' ? to : `${to}(${what})`}`;
	return parseRule(text, 'allow', 'session').ok ? text : null;
}

/** Rules that nothing runs by, or that refuse, open nothing. */
function openingProblem(opens: SandboxOpening | null, matcher: RuleMatcher, decision: Rule['decision']): string | null {
	const isForCommands = matcher.type === 'command' || (matcher.type === 'kind' && matcher.kind === 'execute');
	return opens === null || (isForCommands && decision === 'allow')
		? null
		: 'an allow rule for commands (Execute): only what such a rule allows runs in a sandbox';
}

function parseMatcher(name: string, pattern: string | undefined): Parsed {
	if (name === 'Mcp') return parseMcp(pattern ?? '*');
	const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
	if (kind === undefined) return problem(`${unknownKind(name)}, not “${name}”`);
	if (pattern === undefined) return { type: 'kind', kind };
	if (pattern === '') return problem(`a pattern between the parentheses, or ${name} alone for everything of the kind`);
	switch (kind) {
		case 'read':
		case 'edit':
		case 'delete':
		case 'move':
		case 'search':
			return parsePath(kind, pattern);
		case 'execute':
			return parseCommand(pattern);
		case 'fetch':
			return parseHost(pattern);
		case 'think':
		case 'switch_mode':
		case 'other':
			return problem(`${name} alone: this kind has no pattern`);
	}
}

function unknownKind(name: string): string {
	const lower = name.toLowerCase();
	const known = Object.hasOwn(OTHER_NAMES, lower) ? OTHER_NAMES[lower] : undefined;
	return known ?? [...Object.keys(KINDS), 'Mcp'].find((kind) => kind.toLowerCase() === lower) ?? `one of ${NAMES}`;
}

function parsePath(kind: ToolKind, pattern: string): Parsed {
	const glob = pattern.replace(/^(?:\.\/)+/, '').replace(/\/$/, '/**');
	if (glob.split('/').includes('..')) return problem('a path inside the workspace, without ..');
	if (glob.startsWith('~')) return problem('a path relative to the workspace, or an absolute one; ~ is not expanded');
	const compiled = compileGlob(glob);
	return typeof compiled === 'string' ? problem(compiled) : { type: 'path', kind, glob };
}

function parseCommand(pattern: string): Parsed {
	const openEnd = /\s\*$/.test(pattern);
	const line = openEnd ? pattern.replace(/\s+\*$/, '') : pattern;
	if (line === '*') return problem('Execute alone for every command, or the words that a command starts with');
	const list = parseShell(line)?.list;
	const commands = list?.[0]?.pipeline.commands;
	const command = commands?.[0];
	const isSingle =
		list?.length === 1 && commands?.length === 1 && list[0]?.end === 'end' && !list[0].pipeline.isNegated;
	if (!isSingle || command?.type !== 'simple' || command.redirections.length + command.assignments.length > 0) {
		return problem('the words of one command, without pipes, lists, redirections or assignments');
	}
	const words: string[] = [];
	for (const word of command.words) {
		const text = literalText(word);
		if (text === null)
			return problem(
				`words that stand for themselves: put “${word.source}” in single quotes (a * stands only at the end)`,
			);
		words.push(text);
	}
	if (words.length > MAX_RULE_WORDS) return problem(`at most ${MAX_RULE_WORDS} words`);
	return { type: 'command', words, openEnd };
}

function parseHost(pattern: string): Parsed {
	const [, bare = pattern, port] = /^((?:[^:]+|.*\])):(\d{1,5})$/s.exec(pattern) ?? [];
	const [, star = '', name = ''] = /^(\*\.)?(.*)$/s.exec(bare) ?? [];
	const isIpv6 = star === '' && /^\[?[0-9a-f:.]*:[0-9a-f:.]*\]?$/i.test(name);
	// Normalised, as each spelling of a host has to match.
	const host = /[/\\@?#%\s]/.test(name) ? null : hostNameOf(isIpv6 ? `[${name.replaceAll(/[[\]]/g, '')}]` : name);
	const isPlain = host !== null && isHostName(host) && (isIpv6 || !name.includes(':'));
	const isPort = port === undefined || (Number(port) > 0 && Number(port) < 65_536);
	if (!isPlain || !isPort) return problem(`a host such as example.com or *.example.com, not “${pattern}”`);
	// With a port of the web it would say less than without.
	return { type: 'host', host: `${star}${host}`, ...(isWebPort(Number(port ?? 443)) ? {} : { port: Number(port) }) };
}

function parseMcp(pattern: string): Parsed {
	const slash = pattern.indexOf('/');
	const server = slash < 0 ? pattern : pattern.slice(0, slash);
	const tool = slash < 0 ? '*' : pattern.slice(slash + 1);
	if (server === '' || tool === '')
		return problem('a server and a tool, as in Mcp(github/create_issue) or Mcp(github/*)');
	return { type: 'mcp', server, tool };
}

function problem(expected: string): Parsed {
	return { type: 'problem', expected };
}

/** A rule's text in two parts: what it matches, and what it opens for the commands that it allows. */
type SplitRule = {
	readonly rule: string;
	readonly opens: SandboxOpening | null;
	/** Form expected of the second part, where that cannot be used. */
	readonly expected?: string;
};

/** Most folders that a rule may name. */
const MOST_FOLDERS = 16;
const OPENING = '“with network”, “with” and folders (/srv/cache, ~/.npm), or “without sandbox”';
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Parts `Execute(npm test *) with network, ~/.npm` and `Execute(docker ps) without sandbox`. */
function splitRule(text: string): SplitRule {
	const [, rule, how, what] =
		/^((?:plan:)?\s*[A-Za-z_]+\s*(?:\([\s\S]*\))?)\s+(with|without)\s+([^()]*)$/.exec(text) ?? [];
	if (rule === undefined || what === undefined) return { rule: text, opens: null };
	if (how === 'without') {
		return what === 'sandbox' ? { rule, opens: 'no-sandbox' } : { rule, opens: null, expected: OPENING };
	}
	const items = what.split(',').map((item) => item.trim());
	const folders = items.filter((item) => item !== 'network').map((item) => item.replace(/(?<=[^/])\/+$/, ''));
	if (folders.length > MOST_FOLDERS) return { rule, opens: null, expected: `at most ${MOST_FOLDERS} folders` };
	if (!folders.every(isFolder)) return { rule, opens: null, expected: OPENING };
	return { rule, opens: { network: items.includes('network'), folders: [...new Set(folders)] } };
}

/** A folder that may be named: absolute or below the home, neither of them itself, and plainly written. */
function isFolder(folder: string): boolean {
	if (!/^(?:~\/|\/)[^/]/.test(folder) || CONTROL.test(folder)) return false;
	return folder.split('/').every((name, at) => (name !== '' || at === 0) && name !== '.' && name !== '..');
}
