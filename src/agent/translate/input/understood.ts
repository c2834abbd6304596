import { quoteWords } from '../../../core/policy/shell/quote-word.js';
import type { ToolKind } from '../../../core/tool-call.js';
import { isObject, type JsonObject, objectOf } from '../../json.js';
import { questionFieldsIn } from '../translate-questions.js';
import { type Extras, readExtra, type Stated, wordsIn } from './extra-fields.js';
import {
	ARGUMENT_NAMES,
	COMMAND_NAMES,
	type Command,
	FOLDER_NAMES,
	isUsualShell,
	joinedLine,
	sameForm,
	sayTheSame,
	VARIABLE_NAMES,
} from './input-command.js';
import { isPatchText } from './input-texts.js';
import { searchedText } from './searched-text.js';
import {
	isFlag,
	isNothing,
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
	type Shape,
	type Table,
	table,
	unknownFields,
} from './shapes.js';
import { plainName } from './walk.js';

const MOST_NAMED = 20;

const COMMON = table(
	[isWords, 'description explanation reason reasoning justification intent'],
	[isNumber, 'timeout timeoutms timeoutseconds'],
	[isToken, 'callid toolcallid turnid'],
);

const FILTERS = table([isFlag, 'respectgitignore respectgeminiignore respectqwenignore']);

const PLACES = table(
	[oneOrMore(isPath), 'filepath path absolutepath abspath paths'],
	[oneOrMore(isPath), 'filepaths absolutepaths filename targetfile notebookpath'],
	[oneOrMore(isPath), 'dirpath directory directories dir directorypath targetdirectories targetdirectory'],
);

const READ: Table = new Map([
	...COMMON,
	...PLACES,
	...table(
		[oneOrMore(isPath), 'file files'],
		[oneOrMore(isPattern), 'pattern patterns glob globs globpattern filepattern'],
		[isNumber, 'offset limit line startline endline linestart lineend'],
		[isNumber, 'linecount numlines maxlines head tail depth maxdepth'],
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
		[isPattern, 'pattern glob globpattern filepattern includepattern'],
		[isPattern, 'excludepattern'],
		[oneOrMore(isPattern), 'patterns globs include exclude includes excludes ignore includepatterns excludepatterns'],
		[isWords, 'query regex regexp searchterm searchpattern'],
		[isNumber, 'a b c context before after beforecontext aftercontext contextlines limit headlimit offset'],
		[isNumber, 'maxresults maxcount totalmaxmatches maxmatchesperfile depth maxdepth'],
		[isFlag, 'i n o casesensitive caseinsensitive ignorecase'],
		[isFlag, 'multiline literal fixedstrings isregex isregexp wholeword'],
		[isFlag, 'respectgitignore includehidden hidden recursive namesonly filesonly linenumbers includeignored'],
		[isToken, 'type outputmode filetype sort sortby'],
		[object(FILTERS), 'filefilteringoptions'],
	),
]);

/** Table for tools whose pattern is searched in lines of files. */
const SEARCH_IN_FILES: Table = new Map([...SEARCH, ...table([isWords, 'pattern'])]);

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

/** Command, folder and variables are checked separately. */
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
	[isText, 'old new oldstring newstring oldstr newstr oldtext'],
	[isText, 'newtext oldsource newsource content contents filetext inserttext'],
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

/** A list of changes, or changes by path, which is gathered. */
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

const isQuestion: Shape = (value) => isWords(value) && !(typeof value === 'string' && value.includes('://'));

/** Hosts are gathered from the addresses and checked; only GET and HEAD are understood. */
const FETCH: Table = new Map([
	...COMMON,
	...table(
		[oneOrMore(isText), 'url urls uri uris href link domain domains alloweddomains blockeddomains'],
		[isQuestion, 'prompt question query queries searchterm objective'],
		[(value) => isNothing(value) || /^(?:get|head)$/i.test(String(value)), 'method httpmethod'],
		[isToken, 'format outputformat extractmode'],
		[isNumber, 'maxlength maxchars maxbytes maxtokens maxcontentlength maxcontenttokens maxresults'],
		[isNumber, 'numresults limit count startindex start offset page'],
		[isFlag, 'raw markdown onlymaincontent usecache'],
	),
]);

/** Kinds that are always asked about have no table: nothing in them is allowed by its content. */
const TABLES: Readonly<Partial<Record<ToolKind, Table>>> = {
	read: READ,
	search: SEARCH,
	think: THINK,
	edit: EDIT,
	delete: DELETE,
	move: MOVE,
	fetch: FETCH,
};
const ALWAYS_ASKED: ReadonlySet<ToolKind | undefined> = new Set(['switch_mode', 'other']);

export type Said = {
	readonly kind: ToolKind | undefined;
	readonly toolNames: readonly string[];
	readonly rawInput: unknown;
	readonly command: Command | undefined;
	readonly namesPath: boolean;
	readonly texts: readonly string[];
};

export type Understanding = Pick<Extras, 'paths' | 'commands'> & {
	readonly reasons: readonly string[];
	/** Words of unknown fields, each possibly a file, for rules that deny. */
	readonly words: readonly string[];
};

/** Reasons are unknown fields and contradictions; there are none for kinds that are always asked about. */
export function understand(said: Said): Understanding {
	const { kind, rawInput, command, namesPath } = said;
	const hasCommand = command !== undefined;
	const reasons: string[] = [];
	const extras: Extras = { harmful: reasons, paths: [], commands: [] };
	if (!hasCommand && ALWAYS_ASKED.has(kind)) return { ...extras, words: [], reasons: [] };
	const isSilent = rawInput === undefined || (isObject(rawInput) && Object.keys(rawInput).length === 0);
	if (isSilent) return { ...extras, words: [], reasons: kind === 'search' && !namesPath ? ['what it searches'] : [] };
	if (!isObject(rawInput)) return { ...extras, words: [], reasons: ['an input that is not an object'] };
	const keys = Object.keys(rawInput);
	const isInFiles = searchedText(kind, rawInput, said.toolNames).has('pattern');
	const known = hasCommand ? EXECUTE : isInFiles ? SEARCH_IN_FILES : kind === undefined ? undefined : TABLES[kind];
	const asking = questionFieldsIn(rawInput);
	const unknown = (known === undefined ? keys : unknownFields(known, rawInput)).filter((key) => !asking.has(key));
	reasons.push(...asking);
	if (known !== undefined && isComplete(said)) {
		const stated = statedBy(said, known);
		for (const key of unknown) {
			// A known name with an unknown value says something unknown.
			if (typeof rawInput[key] === 'string' && known.has(plainName(key))) reasons.push(key);
			else readExtra(key, rawInput[key], stated, extras);
		}
	} else {
		reasons.push(...unknown);
	}
	const words = unknown.flatMap((key) => wordsIn(rawInput[key]));
	// With several fields for command, arguments or folder, nobody knows which one holds.
	if (hasCommand) for (const group of RIVALS) reasons.push(...rivalsIn(rawInput, group));
	const joined = joinedLine(command, rawInput);
	if (joined !== null) extras.commands.push(joined);
	if (joined !== null) reasons.push('arguments that a shell takes apart');
	// Without a place it may search the network, where its tool is not known to search files.
	const isQuery = kind === 'search' && !hasCommand && keys.some((key) => plainName(key) === 'query');
	if (isQuery && !namesPath && !searchedText(kind, {}, said.toolNames).has('pattern')) reasons.push('query');
	const { paths, commands } = extras;
	return { paths, commands, reasons: [...new Set(reasons)].slice(0, MOST_NAMED), words: [...new Set(words)] };
}

function isComplete({ kind, rawInput, command, namesPath, texts }: Said): boolean {
	if (command !== undefined || kind === 'think' || kind === 'fetch') return true;
	if (kind === 'edit') return namesPath && texts.length > 0;
	if (kind === 'search')
		return namesPath || Object.keys(objectOf(rawInput)).some((key) => NAMES_PATTERN.test(plainName(key)));
	return namesPath;
}

const NAMES_PATTERN = /^(?:pattern|glob|globpattern|regex|regexp|patterns|globs)$/;

function statedBy({ command, kind, texts }: Said, known: Table): Stated {
	return {
		isAlone: command !== undefined || kind === 'fetch',
		command: command === undefined ? undefined : (command.line ?? quoteWords(command.argv ?? [])).trim(),
		folder: command?.cwd,
		patches: new Set(texts.filter(isPatchText).map((text) => text.trim())),
		known,
	};
}

const RIVALS: readonly ReadonlySet<string>[] = [COMMAND_NAMES, ARGUMENT_NAMES, FOLDER_NAMES, VARIABLE_NAMES];

/** Fields that say the same in different forms are no rivals. */
function rivalsIn(input: JsonObject, group: ReadonlySet<string>): readonly string[] {
	const rivals = Object.keys(input).filter((key) => group.has(plainName(key)) && input[key] !== null);
	const readings = new Set(rivals.map((key) => sameForm(input[key])));
	const lines = rivals.map((key) => input[key]);
	return readings.size < 2 || (group === COMMAND_NAMES && sayTheSame(lines)) ? [] : rivals;
}

export function isTodoList(rawInput: unknown): boolean {
	return (
		isObject(rawInput) &&
		Object.entries(rawInput).some(([key, value]) => plainName(key).startsWith('todo') && Array.isArray(value)) &&
		unknownFields(TODOS, rawInput).length === 0
	);
}
