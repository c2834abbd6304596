import { INTERPRETERS } from '../../../core/policy/interpreters.js';
import { RUNS_REPOSITORY, STARTS_NOTHING } from '../../../core/policy/known-programs.js';
import { isObject } from '../../json.js';
import { ADDRESS_NAMES } from './addresses.js';
import { couldBePath, namesPlaceOfShell } from './input-paths.js';
import { isPath, isWords, type Table } from './shapes.js';
import { isPathName, isPlainlyNamed, leavesOf, plainName } from './walk.js';

/** Values of the known fields: another field that repeats one says nothing new. */
export type Stated = {
	/** No path may stand beside a command or network access, as none would be checked. */
	readonly isAlone: boolean;
	readonly command?: string | undefined;
	readonly folder?: string | undefined;
	/** Patches, whose files are gathered elsewhere. */
	readonly patches: ReadonlySet<string>;
	/** Fields known for this kind, which mean the same inside an agent's own object. */
	readonly known: Table;
};

export type Extras = {
	/** Fields that may do something, by the outermost name. */
	readonly harmful: string[];
	/** Possible files and commands in unknown fields, for rules that deny. */
	readonly paths: string[];
	readonly commands: string[];
};

/** Names that lead to a value, the nearest first. */
type Names = readonly [string, ...string[]];

const MOST_LEVELS = 8;
const MOST_CHARS = 4096;

const PROSE =
	/(?:descriptions?|summary|summaries|reason|reasons|reasoning|rationale|explanation|justification|purpose|intent|intention|goal|title|label|caption|heading|notes?|comments?|remarks?|hints?|thoughts?|thinking|why|blurb|details|headline|warning|warnings|disclaimer|prompt|instructions?|rememberas)$/;
/** Last words of field names that classify a request: its sort, risk, duration or display. */
const SORTING = new Set(
	(
		'kind type variant category class risk severity level impact priority confidence score rating safety safe status state ' +
		'phase step stage importance id ids uuid guid name version model agent agents author persona language lang locale ' +
		'format encoding mime mimetype style theme color icon emoji timestamp time date created updated duration timeout ' +
		'ms seconds tag tags topic turn trace span display visibility effort budget index order count total sensitivity schema ' +
		'mode verdict assessment classification'
	).split(' '),
);
/** Words of field names that may make a tool do more, elsewhere or as somebody else. */
const ACTING =
	/^(?:then|next|also|and|after|afterwards|before|pre|post|on|else|fallback|chain|follow|followup|hooks?|setup|teardown|cleanup|init|finally|run|runs|runas|exec|execute|executable|eval|command|commands|cmd|cmds|cmdline|commandline|script|scripts|program|interpreter|shell|bash|sh|code|snippet|args?|argv|arguments|params|parameters|options|flags|env|envs|environment|variables|stdin|input|inputs|payload|body|data|ops|operations|actions?|call|calls|invoke|invocation|tools?|function|method|server|host|hosts|hostname|machine|remote|container|image|docker|pod|namespace|cluster|vm|instance|device|node|target|targets|region|account|user|username|uid|gid|owner|group|sudo|su|root|admin|elevate|elevated|escalate|escalated|privilege|privileged|privileges|permission|permissions|sandbox|unsandboxed|unsafe|danger|dangerous|dangerously|bypass|skip|force|disable|disabled|network|port|proxy|url|urls|uri|link|output|out|outfile|dest|destination|save|write|append|prepend|backup|copy|move|rename|delete|remove|replace|insert|unlink|rm|drop|erase|destroy|purge|wipe|clear|truncate|overwrite|create|make|mkdir|touch|update|modify|apply|fix|autofix|commit|checkout|install|kill|upload|download|send|publish|push|regex|regexp|all|every|global|fuzzy|with|credentials?|token|password|secret|secrets|key|auth|rawinput|raw)$/;
const WRITTEN =
	/^(?:content|contents|text|texts|string|str|body|data|source|value|lines?|old|new|patch|diff|replacement|edits?|changes?|blob|base64)$/;
const WRAPS = /^(?:tool|raw)?(?:inputs?|args?|arguments|params|parameters|payload|data|options)$/;
const STARTERS =
	/^(?:git|gh|sudo|su|doas|env|xargs|nohup|sh|bash|zsh|fish|ssh|scp|rsync|docker|podman|wget|nc|sed|awk|find|reboot|shutdown)$/;
/** Words that say nothing about a tool beside a classifying word: `toolVersion`. */
const NEUTRAL = /^(?:tools?|calls?|function|data|inputs?|actions?|all)$/;
/** Names that end like a classification but name a file. */
const NAMES_PLACE =
	/\b(?:file|path|dir|directory|folder|mirror|twin|sibling|sink|store|log)s? (?:name|id|index|tag|version|state)$/;
/** A word that may be a file of the workspace: `Makefile`. */
const TOKEN = /^\w[\w.+:-]{0,79}$/;
const SORT = /^\w[\w.+:/-]{0,79}$/;
/** Modes in which a tool writes, or an agent asks less. */
const LOOSE =
	/^(?:auto(?:-\w+)?|rw|[wax][bt+]*|r[bt]*\+[bt]*)$|auto_?(?:run|approve|edit|pilot)|autonom|bypass|yolo|accept|allow|always|trust|unrestrict|danger|never|dont_?ask|skip|unsafe|full|write|append|delete|edit|exec|creat|truncat|replac|updat|rdwr|wronly/i;
/** Names of fields for modes, and for how much an agent may do by itself. */
const NAMES_MODE = /mode(?:_?(?:id|name))?$|autonomy|approval|access/i;

/** Checks a field that no table knows. A path counts as one of the request; what is neither text nor known may act. */
export function readExtra(key: string, value: unknown, stated: Stated, extras: Extras): void {
	if (!isHarmless([key], value, stated, extras, 0)) extras.harmful.push(key);
}

/** True for a field that only describes its object. */
export function isDescriptive(key: string, value: unknown): boolean {
	const extras: Extras = { harmful: [], paths: [], commands: [] };
	readExtra(key, value, { isAlone: true, patches: new Set(), known: new Map() }, extras);
	return extras.harmful.length === 0;
}

function isHarmless(names: Names, value: unknown, stated: Stated, extras: Extras, level: number): boolean {
	const [key] = names;
	if (level > MOST_LEVELS || key === '' || !isPlainlyNamed(key) || key in Object.prototype) return false;
	if (Array.isArray(value)) {
		// Visits all items: rules that deny count their contents.
		return value.map((item) => isHarmless(names, item, stated, extras, level + 1)).every(Boolean);
	}
	if (isObject(value)) {
		return Object.entries(value)
			.map(([inner, item]) => isHarmless([inner, ...names], item, stated, extras, level + 1))
			.every(Boolean);
	}
	if (value === null || value === undefined) return true;
	if (level > 0 && isKnownWithin(names, value, stated)) return true;
	if (typeof value === 'string') return isHarmlessText(names, value, stated, extras);
	if (/sandbox/i.test(names.join(' '))) return false;
	return value === false || !isAct(names);
}

/** True for a field of an agent's own object that is known at the top level, unless it runs something. */
function isKnownWithin(names: Names, value: unknown, { known }: Stated): boolean {
	const [key, ...above] = names;
	return !isActing(key) && !above.some(isActingOver) && known.get(plainName(key))?.(value) === true;
}

function isAct([key, ...above]: Names): boolean {
	return isActing(key) || above.some(isActingOver);
}

/** Wrapper objects around a tool's input do not act. */
function isActingOver(name: string): boolean {
	return isActing(name) && !WRAPS.test(plainName(name));
}

function isHarmlessText(names: Names, value: string, stated: Stated, extras: Extras): boolean {
	const [key] = names;
	const text = value.trim();
	if (text === '' || text === stated.folder || stated.patches.has(text)) return true;
	if (PROSE.test(plainName(key))) return isWords(value);
	const acts = isAct(names);
	const isSort = isSorting(names);
	if ((acts && !isSort) || startsProgram(text)) extras.commands.push(value);
	if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || (ADDRESS_NAMES.test(plainName(key)) && !isPathName(plainName(key)))) {
		return false;
	}
	const isOneWord = !/\s/.test(text);
	const isPlace =
		isPathName(plainName(key)) || couldBePath(text) || (!acts && text !== stated.command && TOKEN.test(text));
	if (isOneWord && (isSort ? text.includes('/') && !hasSlashes(key) : isPlace)) {
		extras.paths.push(text);
		if (names.some(isWritten) || startsProgram(text)) return false;
		// Rules for commands and hosts do not check paths, and a plain word may be anything.
		return !acts && !stated.isAlone && /^\/|^file:/.test(text) && isPath(text) && !namesPlaceOfShell(text);
	}
	// Only after the path check: a text that a request would write is the agent's choice and never counts as said before.
	return (
		text === stated.command ||
		(isSort && SORT.test(text) && !(LOOSE.test(text) && names.some((name) => NAMES_MODE.test(name))))
	);
}

/** True for names of fields whose values have slashes and are no paths: `openai/gpt-4o`, `text/plain`. */
function hasSlashes(key: string): boolean {
	return /(?:model|mime|mimetype|format|id|ids|version|date|time|timestamp)$/.test(plainName(key));
}

function startsProgram(text: string): boolean {
	const first = /^\S+/.exec(text)?.[0] ?? '';
	const isProgram = STARTS_NOTHING.has(first) || RUNS_REPOSITORY.has(first) || STARTERS.test(first);
	return isProgram || INTERPRETERS.test(first) || /[;&|`]|\$\(/.test(text);
}

function isActing(name: string): boolean {
	return ACTING.test(plainName(name)) || wordsOf(name).some((word) => ACTING.test(word));
}

function isWritten(name: string): boolean {
	return WRITTEN.test(plainName(name)) || wordsOf(name).some((word) => WRITTEN.test(word));
}

function isSorting([key, ...above]: Names): boolean {
	const words = wordsOf(key);
	const others = words.slice(0, -1);
	return (
		SORTING.has(words.at(-1) ?? '') &&
		!ACTING.test(plainName(key)) &&
		!NAMES_PLACE.test(words.join(' ')) &&
		others.every((word) => NEUTRAL.test(word) || !ACTING.test(word)) &&
		!above.some(isActingOver)
	);
}

/** `riskLevel`, `risk_level` and `risk-level` are the same two words. */
function wordsOf(name: string): readonly string[] {
	return name
		.normalize('NFKC')
		.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^a-z]+/)
		.filter(Boolean);
}

export function wordsIn(value: unknown): readonly string[] {
	return leavesOf(value).leaves.flatMap((leaf) => {
		const text = typeof leaf.value === 'string' ? leaf.value.trim() : '';
		return text === '' || text.length > MOST_CHARS || /\s/.test(text) ? [] : [text];
	});
}
