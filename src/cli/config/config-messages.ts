import { relative } from 'node:path';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { allOf, oneOf, quote, suggestion } from '../quote-value.js';
import { CONFIG_KEY, folderOf, isPackageFile, PROJECT_FILE } from './config-places.js';

// Messages about config files, in errors, notices and `acp-tui config`. Meanings of keys are in config-keys.ts.

const MOST_NAMES = 25;
const MOST_PROBLEMS = 20;
const MOST_SERVER_NAMES = 8;

/** Lists what is wrong in config files, a line for each; one alone is the sentence itself. */
export function problemList(problems: readonly string[]): string {
	const [first = 'not a valid configuration'] = problems;
	if (problems.length < 2) return first;
	const shown = byFile(problems.slice(0, MOST_PROBLEMS)).map((line) => `\n  ${line}`);
	const more = problems.length > MOST_PROBLEMS ? `\n  and ${problems.length - MOST_PROBLEMS} more` : '';
	return `the configuration has ${problems.length} errors:${shown.join('')}${more}`;
}

/** Each file once, with what is wrong in it in the order of its lines; a list of keys that was given is not given again. */
function byFile(problems: readonly string[]): readonly string[] {
	const files = new Map<string, { readonly line: number; readonly words: string }[]>();
	for (const problem of problems) {
		const [, file = '', line = '0', words = problem] = /^(.*?)(?::(\d+)(?::\d+)?)?: (.*)$/s.exec(problem) ?? [];
		files.set(file, [...(files.get(file) ?? []), { line: Number(line), words }]);
	}
	const listed = new Set<string>();
	return [...files].flatMap(([file, found]) => [
		`${file}:`,
		...found
			.sort((one, other) => one.line - other.line)
			.map(({ line, words }) => `  ${line === 0 ? '' : `line ${line}: `}${withoutList(words, listed)}`),
	]);
}

function withoutList(words: string, listed: Set<string>): string {
	const at = words.indexOf(KNOWN_HERE);
	if (at === -1) return words;
	const list = words.slice(at);
	if (!listed.has(list)) {
		listed.add(list);
		return words;
	}
	return words.slice(0, at);
}

const KNOWN_HERE = '; known here: ';

export const tooDeep = 'it is nested too deeply';

export const unreadable = (place: string, reason: string): string => `${place} cannot be read: ${reason}`;
export const unwritable = (file: string, reason: string): string => `${file} cannot be written: ${reason}`;

export const secretInProject = (keys: readonly string[]): string =>
	`${allOf(keys)} ${keys.length === 1 ? 'looks like a secret' : 'look like secrets'}, and a project’s file is shared; set it in your own config instead`;
export const changeWaits = 'It waits until you trust the file: acp-tui config trust';
export const asJson = (type: string | undefined): string =>
	type === 'array' ? `, written as JSON: '["…"]'` : type === 'object' ? `, written as JSON: '{"…": …}'` : '';

export const jsonExpected = {
	value: 'expected a value (text needs double quotes)',
	name: 'expected a name in double quotes',
	colon: 'expected a colon',
	'comma or end': 'expected a comma or the closing bracket',
	nothing: 'expected the end of the file',
	'no comment': 'a comment begins with // or /* in .json files, with # in .yaml files; package.json has none',
};

const types: Readonly<Record<string, string>> = {
	string: 'a string',
	number: 'a number',
	boolean: 'true or false',
	array: 'a list',
	object: 'an object',
	record: 'an object',
};

export const theFile = 'the file';
export const mustBe = (key: string, what: string): string => `${key} must be ${what}`;
export const mustBeOneOf = (key: string, choices: readonly string[]): string => mustBe(key, oneOf(choices));
export const mustBeOfType = (key: string, type: string, isMissing: boolean): string =>
	isMissing ? `${key} is missing; it must be ${types[type] ?? type}` : mustBe(key, types[type] ?? type);
export const mustNotBeEmpty = (key: string): string => `${key} must not be empty`;
export const mustBeAtLeast = (key: string, least: unknown, isIncluded: boolean): string =>
	mustBe(key, `${isIncluded ? 'at least' : 'more than'} ${least}`);
export const mustBeAtMost = (key: string, most: unknown): string => mustBe(key, `at most ${most}`);
export const keyList = 'a string or a list of strings';
export const color = 'a colour: "#rrggbb", a number from 0 to 15, or "default"';
export const bypassOnCommandLine =
	'; bypassPermissions is set on the command line only: --mode bypassPermissions --allow-bypass';

/** `elsewhere`: keys of this name at other places. */
export const unknownKey = (
	path: string,
	key: string,
	known: readonly string[],
	elsewhere: readonly string[] = [],
): string => {
	const above = path.endsWith(key) ? path.slice(0, -key.length) : '';
	const meant = elsewhere.length === 0 ? suggestion(key, known, above) : `; did you mean ${oneOf(elsewhere)}?`;
	return `unknown key ${quote(path)}${meant || `${KNOWN_HERE}${listed(known)}`}`;
};

function listed(names: readonly string[]): string {
	if (names.length <= MOST_NAMES) return names.join(', ');
	const more = names.length - MOST_NAMES;
	return `${names.slice(0, MOST_NAMES).join(', ')} and ${more} more ("acp-tui config schema" lists them)`;
}

export const themeNameTaken = (name: string): string => `themes.${name}: a built-in theme has this name`;

export const themeGone = (place: string, name: string): string =>
	`${place}: there is no theme ${quote(name)} any more; "auto" is used until you choose another with /theme`;

export const ignoredFile = (file: string, used: string): string => {
	const folder = folderOf(used);
	return `${placeIn(folder, file)} is ignored: ${placeIn(folder, used)} is used (${sanitizeLine(folder)})`;
};

export const misplacedFile = (file: string, cwd: string): string =>
	`${sanitizeLine(relative(cwd, file))} is not read: a project’s config is ${PROJECT_FILE}`;

function placeIn(folder: string, file: string): string {
	const place = relative(folder, file);
	return isPackageFile(file) ? `${quote(CONFIG_KEY)} in ${place}` : place;
}

/** Of a project's config that waits: `effects` follow "cannot". */
export const notTrustedYet = (file: string, effects: readonly string[], cwd: string): string =>
	`${sanitizeLine(relative(cwd, file))} is not trusted yet, so it cannot ${allOf(effects)}. Review it in /config, or with "acp-tui config trust".`;

/** Effect of a project's servers, as words that follow "would". */
export const giveServers = (names: readonly string[]): string | null =>
	names.length === 0 ? null : `use the MCP ${names.length === 1 ? 'server' : 'servers'} ${nameList(names)}`;

/** Effect of a project's lock of agents, as words that follow "would" and "cannot". */
export const pinAgents = (ids: readonly string[]): string =>
	`decide the ${ids.length === 1 ? 'version' : 'versions'} of ${ids.map((id) => quote(id)).join(', ')}`;

export const noMcpServers = (file: string): string => `${file}: mcpServers must be an object`;

function nameList(names: readonly string[]): string {
	const shown = names.slice(0, MOST_SERVER_NAMES).map(quote);
	const more = names.length - shown.length;
	return allOf(more > 0 ? [...shown, `${more} more`] : shown);
}

export const serversNotTrustedYet = (file: string, names: readonly string[], cwd: string): string =>
	`${sanitizeLine(relative(cwd, file))} is not trusted yet, so its MCP ${names.length === 1 ? 'server' : 'servers'} ${nameList(names)} ${names.length === 1 ? 'is' : 'are'} left out. Review it in /config, or with "acp-tui config trust".`;

/** A server that is left out; `why` is words behind a colon. */
export const serverLeftOut = (name: string, why: string): string =>
	`The MCP server ${quote(name)} is left out: ${sanitizeLine(why)}.`;

export const places = {
	serversOf: (file: string, names: readonly string[], isWaiting: boolean): string =>
		`${sanitizeLine(file)} (${names.length === 0 ? 'no servers' : `${isWaiting ? 'waiting for your trust' : 'trusted'}: ${nameList(names)}`})`,
	noProjectConfig: 'none (.acp-tuirc, .config/acp-tuirc, or "acp-tui" in package.json)',
};

export const trust = {
	nothingToTrust: (file: string): string => `Nothing in ${file} needs your trust.`,
	already: (file: string): string => `Already trusted: ${file}`,
	would: (file: string, effects: readonly string[]): string => `${file} would ${allOf(effects)}`,
	/** Of a config, which may start programs and allow things; of a list of MCP servers; of a command; of a lock of agents. */
	warnings: {
		config: 'Programs it starts run as you, and you are not asked about what it allows.',
		servers: 'Programs it starts run as you.',
		commands: 'What it runs is asked about as an agent’s commands are; what it allows holds for its turn.',
		lock: 'It starts nothing: an install takes these versions, and refuses other content under the same version.',
	},
	question: 'Trust this file until it changes? (y/N) ',
	noTerminal: 'there is no terminal to ask in: use --yes to trust it',
	declined: 'Not trusted. Nothing changed.',
	done: (file: string): string => `Trusted until it changes: ${file}`,
	takenBack: (file: string, wasTrusted: boolean): string =>
		`${wasTrusted ? 'No longer trusted' : 'Was not trusted'}: ${file}`,
	noProjectConfig:
		'no project config found here (.acp-tuirc, .config/acp-tuirc, "acp-tui" in package.json, .mcp.json or agents.lock.json)',
};
