import type { ToolKind } from '../../../core/tool-call.js';
import { isObject } from '../../json.js';
import { ARGUMENT_NAMES, COMMAND_NAMES, FOLDER_NAMES, isUsualShell, VARIABLE_NAMES } from './command.js';
import {
	isFlag,
	isNumber,
	isPageRange,
	isPath,
	isPattern,
	isText,
	isToken,
	isWords,
	listOf,
	object,
	oneOrMore,
	type Table,
	table,
	unknownFields,
} from './shapes.js';
import { plainName } from './walk.js';

/** So many names are told. */
const MOST_NAMED = 20;

/** For people, and how long a tool may take: any tool has these. */
const COMMON = table(
	[isWords, 'description explanation reason reasoning justification intent'],
	[isNumber, 'timeout timeoutms timeoutseconds'],
	[isToken, 'callid toolcallid turnid'],
);

const FILTERS = table([isFlag, 'respectgitignore respectgeminiignore respectqwenignore']);

const PLACES = table(
	[
		oneOrMore(isPath),
		'filepath path absolutepath abspath paths filepaths absolutepaths filename targetfile notebookpath',
	],
	[oneOrMore(isPath), 'dirpath directory directories dir directorypath targetdirectories targetdirectory'],
);

const READ: Table = new Map([
	...COMMON,
	...PLACES,
	...table(
		[oneOrMore(isPath), 'file files'],
		[
			isNumber,
			'offset limit line startline endline linestart lineend linecount numlines maxlines head tail depth maxdepth',
		],
		[isNumber, 'startlineoneindexed endlineoneindexedinclusive maxbytes'],
		[listOf(isNumber), 'viewrange'],
		[isPageRange, 'pages'],
		[isFlag, 'shouldreadentirefile readentirefile recursive includehidden showhidden linenumbers usedefaultexcludes'],
		[isToken, 'encoding'],
		[oneOrMore(isPattern), 'include exclude ignore'],
		[object(FILTERS), 'filefilteringoptions'],
	),
]);

const SEARCH: Table = new Map([
	...COMMON,
	...PLACES,
	...table(
		[
			isPattern,
			'pattern glob globpattern filepattern includepattern excludepattern regex regexp searchterm searchpattern',
		],
		[oneOrMore(isPattern), 'patterns globs include exclude includes excludes ignore includepatterns excludepatterns'],
		[isWords, 'query'],
		[isNumber, 'a b c context before after beforecontext aftercontext contextlines limit headlimit offset'],
		[isNumber, 'maxresults maxcount totalmaxmatches maxmatchesperfile depth maxdepth'],
		[
			isFlag,
			'i n o casesensitive caseinsensitive ignorecase multiline literal fixedstrings isregex isregexp wholeword',
		],
		[isFlag, 'respectgitignore includehidden hidden recursive namesonly filesonly linenumbers includeignored'],
		[isToken, 'type outputmode filetype sort sortby'],
		[object(FILTERS), 'filefilteringoptions'],
	),
]);

const TODO = table(
	[isWords, 'content text title description activeform task step name'],
	[isToken, 'status priority id state'],
	[isNumber, 'order index'],
	[isFlag, 'done completed'],
);

const TODOS = table([listOf(object(TODO)), 'todos todolist'], [isFlag, 'merge']);

const THINK: Table = new Map([
	...COMMON,
	...TODOS,
	...table(
		[isWords, 'prompt task thought thoughts plan message summary'],
		[isToken, 'subagenttype subagent agent agenttype agentname model resume name'],
		[isNumber, 'thoughtnumber totalthoughts revisesthought branchfromthought'],
		[isFlag, 'nextthoughtneeded isrevision needsmorethoughts runinbackground'],
		[listOf(object(TODO)), 'entries steps'],
	),
]);

/** A command itself, its folder and its variables are looked at as what they are. */
const EXECUTE: Table = new Map([
	...COMMON,
	...table(
		[isFlag, 'runinbackground isbackground background'],
		[isUsualShell, 'shell'],
		[isPath, [...FOLDER_NAMES].join(' ')],
	),
	...[...COMMAND_NAMES, ...ARGUMENT_NAMES, ...VARIABLE_NAMES].map((name) => [name, () => true] as const),
]);

const CHANGE_OF_TEXT = table(
	[
		isText,
		'old new oldstring newstring oldstr newstr oldtext newtext oldsource newsource content contents filetext inserttext',
	],
	[isText, 'replacement codeedit patch patchtext diff unifieddiff before after'],
	[isFlag, 'replaceall allowmultiple'],
	[isNumber, 'insertline line startline endline expectedreplacements additions deletions'],
	[isToken, 'type'],
	[oneOrMore(isPath), 'filepath path absolutepath abspath relativepath movepath filename targetfile'],
);

const EDIT: Table = new Map([
	...COMMON,
	...CHANGE_OF_TEXT,
	...table(
		[isPath, 'notebookpath oldpath newpath file'],
		[isWords, 'instruction instructions'],
		[isToken, 'command cellid celltype editmode'],
		[isFlag, 'createdirectories modifiedbyuser append overwrite'],
		[isText, 'aiproposedcontent'],
		[oneOrMore(object(CHANGE_OF_TEXT)), 'edits edit files'],
		[areChanges, 'changes'],
	),
]);

/** Changes as a list, or by the path that each is about, which was gathered. */
function areChanges(value: unknown): boolean {
	if (Array.isArray(value)) return value.every(object(CHANGE_OF_TEXT));
	return isObject(value) && Object.values(value).every(object(NESTED_CHANGE));
}

const NESTED_CHANGE: Table = new Map([...CHANGE_OF_TEXT, ...table([object(CHANGE_OF_TEXT), 'add update delete'])]);

const DELETE: Table = new Map([
	...COMMON,
	...PLACES,
	...table([oneOrMore(isPath), 'file files'], [isFlag, 'recursive']),
]);

const MOVE: Table = new Map([
	...COMMON,
	...PLACES,
	...table([isPath, 'oldpath newpath sourcepath destinationpath source destination'], [isFlag, 'overwrite recursive']),
]);

/** What is always asked about has no table: nothing is let through because of what it says. */
const TABLES: Readonly<Partial<Record<ToolKind, Table>>> = {
	read: READ,
	search: SEARCH,
	think: THINK,
	edit: EDIT,
	delete: DELETE,
	move: MOVE,
};
const ALWAYS_ASKED: ReadonlySet<ToolKind | undefined> = new Set(['fetch', 'switch_mode', 'other']);

/** A request as far as it matters for being understood. */
export type Said = {
	readonly kind: ToolKind | undefined;
	readonly rawInput: unknown;
	readonly hasCommand: boolean;
	/** It names a place: a location, or a path in its input. */
	readonly namesPath: boolean;
};

/**
 * The fields that keep a request from being understood: every field that is not known to be harmless for a
 * request of this kind, or that says another thing than a second one. Empty when all of it is understood, and
 * for kinds that are always asked about.
 */
export function notUnderstoodOf({ kind, rawInput, hasCommand, namesPath }: Said): readonly string[] {
	if (!hasCommand && ALWAYS_ASKED.has(kind)) return [];
	const isSilent = rawInput === undefined || (isObject(rawInput) && Object.keys(rawInput).length === 0);
	if (isSilent) return kind === 'search' && !namesPath ? ['what it searches'] : [];
	if (!isObject(rawInput)) return ['an input that is no object'];
	const keys = Object.keys(rawInput);
	const known = hasCommand ? EXECUTE : kind === undefined ? undefined : TABLES[kind];
	const reasons = known === undefined ? [...keys] : [...unknownFields(known, rawInput)];
	// Where several fields say what runs, with what and where, nobody knows which of them holds.
	if (hasCommand) for (const group of RIVALS) reasons.push(...rivalsIn(keys, group));
	// Without a place it may be a search of the network.
	const isQuery = kind === 'search' && !hasCommand && keys.some((key) => plainName(key) === 'query');
	if (isQuery && !namesPath) reasons.push('query');
	return [...new Set(reasons)].slice(0, MOST_NAMED);
}

const RIVALS: readonly ReadonlySet<string>[] = [COMMAND_NAMES, ARGUMENT_NAMES, FOLDER_NAMES, VARIABLE_NAMES];

function rivalsIn(keys: readonly string[], group: ReadonlySet<string>): readonly string[] {
	const rivals = keys.filter((key) => group.has(plainName(key)));
	return rivals.length > 1 ? rivals : [];
}

/** True for an input that is a list of things to do and nothing else. */
export function isTodoList(rawInput: unknown): boolean {
	return (
		isObject(rawInput) &&
		Object.entries(rawInput).some(([key, value]) => plainName(key).startsWith('todo') && Array.isArray(value)) &&
		unknownFields(TODOS, rawInput).length === 0
	);
}
