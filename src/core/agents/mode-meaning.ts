export type NamedMode = { readonly id: string; readonly name: string; readonly description?: string | undefined };

/** Meaning of an agent's mode. In `edits` edits run unasked, in `much` more than that, in `all` everything. */
export type ModeMeaning = 'plan' | 'reads' | 'asks' | 'edits' | 'much' | 'all' | 'unknown';

export function meaningOf(mode: NamedMode): ModeMeaning {
	const key = keyOf(mode.id);
	const name = keyOf(mode.name);
	const words = plainWords(mode.description ?? '');
	const said = looseByWords(words);
	if (said === 'all') return said;
	// The loosest meaning wins, whatever else the mode calls itself.
	const loose = loosest([looseByKey(key), looseByKey(name)]) ?? said;
	if (loose !== null) return loose;
	const isDenied = NOT_ONLY.test(words);
	if (PLAN_KEYS.test(key) || PLAN_KEYS.test(name)) return isDenied ? 'unknown' : 'plan';
	if (READ_ONLY_KEYS.test(key) || READ_ONLY_KEYS.test(name)) {
		return ASKS.test(words) ? 'asks' : isDenied ? 'unknown' : 'plan';
	}
	if (OFF_KEYS.test(key) || OFF_KEYS.test(name)) return 'asks';
	if (isDenied) return ASKS.test(words) ? 'asks' : 'unknown';
	if (ONLY_READS_UNASKED.test(words)) return 'asks';
	if (READS.test(words)) return PLANS.test(`${words} ${plainWords(mode.name)}`) ? 'plan' : 'reads';
	if (ASKS.test(words) || ASKING_KEYS.test(key) || ASKING_KEYS.test(name)) return 'asks';
	// The name is ambiguous: only without a description does it count as asking.
	return words === '' && MAYBE_ASKING_KEYS.test(key) ? 'asks' : 'unknown';
}

export function isLooseMeaning(meaning: ModeMeaning): meaning is 'edits' | 'much' | 'all' {
	return meaning === 'edits' || meaning === 'much' || meaning === 'all';
}

/** Lower-case letters and digits of an id; of an address the last part. */
export function keyOf(text: string): string {
	const last = text
		.split(/[#/:]/)
		.filter((part) => /[a-z0-9]/i.test(part))
		.at(-1);
	return (last ?? text).toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

const PLAN_KEYS = /^(?:plan(?:s|ning|ner|only|mode|first)?|spec(?:s|mode|ification)?|architect(?:ure)?(?:mode)?)$/;
const READ_ONLY_KEYS = /^(?:read(?:s|ing)?(?:only)?|viewonly)(?:mode|access)?$/;
const ASKING_KEYS =
	/^(?:default|normal|manual(?:ly|mode|approval)?|ask(?:first|always|everytime|beforeedits?|permissions?)|alwaysask|askforapproval|confirm(?:ation)?(?:mode)?|approve|approval|supervised|interactive|suggest|prompt|standard|safe(?:mode)?)$/;
const MAYBE_ASKING_KEYS = /^ask$/;

/** «Auto (Off)» and the like say that nothing is automatic. */
const OFF_KEYS = /^(?:auto\w*|autonomy)off$/;

type Loose = 'edits' | 'much' | 'all';

const LOOSE_KEYS: Readonly<Record<Loose, RegExp>> = {
	all: /yolo|bypass|fullaccess|fullauto|fullyauto|autohigh|allowall|approveall|acceptall|autoapprove$|dangerous|unrestricted|unsafe|nopermission|skippermission|trustall|turbo/,
	edits:
		/^(?:auto)?(?:accept|approve|allow|apply)?edit(?:s|ing)?(?:mode|only)?$|^(?:accept|approve|allow|apply)edits?|^auto(?:accept|approve|allow|apply)?edits?/,
	much: /^auto(?!complete|matictests)|autonom|autopilot|dontask|neverask|noask|unattended|workspacewrite|handsoff/,
};

function looseByKey(key: string): Loose | null {
	if (LOOSE_KEYS.all.test(key)) return 'all';
	// «edit» alone is what many call the mode that changes files, asked or not.
	if (LOOSE_KEYS.edits.test(key) && !/^edit(?:s|ing)?(?:mode)?$/.test(key)) return 'edits';
	return LOOSE_KEYS.much.test(key) && !OFF_KEYS.test(key) ? 'much' : null;
}

function loosest(found: readonly (Loose | null)[]): Loose | null {
	return (['all', 'much', 'edits'] as const).find((loose) => found.includes(loose)) ?? null;
}

/** Description in plain words. «Never edits without asking» says that it asks. */
function plainWords(text: string): string {
	return text
		.toLowerCase()
		.replaceAll('\u2019', "'")
		.replaceAll(NEVER_UNASKED, (match: string, between: string) =>
			IS_ANOTHER_CLAUSE.test(between) || (between.includes(',') && !/\bn?or\b/.test(between))
				? match
				: 'asks before changes',
		);
}

const AUTO = String.raw`\bauto(?:matic(?:ally)?)?[- ]?(?:accept|approv|allow|appl|run|execut|confirm|edit|grant)\w*`;
const UNASKED = String.raw`without (?:\w+ ){0,3}(?:ask|approv|permission|confirm|prompt|interact|review|consent|supervis|interven)\w*`;
const NEVER_UNASKED = new RegExp(
	String.raw`\b(?:never|nothing|not|no|none|cannot|\w+n't)\b([^.;:!?\n\u2013\u2014]{0,60})\b${UNASKED}`,
	'g',
);
/** Words that begin another clause: a «never» before them does not negate what follows. */
const IS_ANOTHER_CLAUSE =
	/\b(?:and|but|then|only|just|so|all|every\w*)\b|^ (?:\w+ )?(?:stop|wait|paus|hesitat|ask|prompt|bother|interrupt|need|requir|block|fail)\w*/;
const ALL = new RegExp(
	[
		String.raw`\b(?:yolo|unrestricted|allow[- ]?all|bypass\w*|skip\w* (?:\w+ ){0,2}(?:permission|approval|confirm|prompt)\w*|full (?:\w+ )?access|never asks?)\b`,
		String.raw`${AUTO}[^.;]{0,20}\b(?:all|any|every\w*)\b(?! (?:file )?edits?)`,
		String.raw`\b(?:all|any|every\w*)\b[^.;]{0,40}\b(?:automatically|${UNASKED})`,
		String.raw`\b(?:no|never|zero) (?:\w+ ){0,2}(?:approvals?|confirmations?|permission prompts?|prompts|permissions?)\b(?! (?:bypass|skip))`,
		String.raw`\b(?:accepts?|approves?|allows?) everything\b`,
		String.raw`\b(?:no|without|zero) (?:\w+ )?questions?(?: asked)?\b`,
	].join('|'),
);
const ACTS = String.raw`(?:runs?|running|execut\w*|appl(?:y|ies|ied)|edit\w*|chang\w*|writ\w*|acts?|perform\w*)`;
const AT_ONCE = '(?:right away|straight away|immediately|instantly|at once|directly)';
const MUCH = new RegExp(
	[
		String.raw`\bautonom\w*|\bautopilot\b|\bunattended\b|\bhands[- ]off\b|\bclassifier\b`,
		String.raw`\bonly (?:asks?|prompts?)\b|\b(?:asks?|prompts?)(?: you)? only\b|\bdo(?:es)?(?:n't| not) (?:ask|prompt)\b`,
		'\\bauto["\u201d]? mode\\b',
		String.raw`\b(?:decides?|handles?|manages?)\b[^.;]{0,20}\b(?:permission|approval|itself|themselves|on its own)\w*`,
		String.raw`\b${UNASKED}|${AUTO}|\bautomatically\b`,
		String.raw`\b${ACTS}\b[^.;]{0,30}\b${AT_ONCE}\b|\b${AT_ONCE}\b[^.;]{0,15}\b${ACTS}\b`,
	].join('|'),
);
const EDITS = /\bedits?\b|\bfile (?:changes|writes|modifications)\b|\bwrit(?:es?|ing) (?:to )?files?\b|\bfiles?\b/;
const MORE_THAN_EDITS =
	/\b(?:commands?|shell|actions?|operations?|network|terminal|execut\w+|run(?:s|ning)?)\b|(?<!edit )\btools?\b/;

function looseByWords(words: string): Loose | null {
	return ALL.test(words) ? 'all' : loosest(words.split(/[.;!?\n]/).map(looseBySentence));
}

function looseBySentence(words: string): Loose | null {
	if (!MUCH.test(words)) return null;
	// «Accepts edits automatically, asks before commands»: the commands are what it asks about.
	const unasked = words.split(/\b(?:but|asks?|prompts?|requir\w*|confirm\w*)\b/).filter((part) => MUCH.test(part));
	if (unasked.length > 0 && unasked.every(isReadingAlone)) return null;
	const isEdits = unasked.length > 0 && unasked.every((part) => EDITS.test(part) && !MORE_THAN_EDITS.test(part));
	return isEdits ? 'edits' : 'much';
}

function isReadingAlone(words: string): boolean {
	const rest = words.replace(ONLY_READ_OPERATIONS, '');
	return rest !== words && !NOT_ONLY.test(words) && !CHANGES.test(rest);
}

const ONLY_READS_UNASKED = /\bonly (?:\w+[- ])?(?:reads?|reading|safe reads?)\b(?![- ]only)/;
const ONLY_READ_OPERATIONS = new RegExp(
	`${ONLY_READS_UNASKED.source}(?: (?:operations?|actions?|tools?|commands?|files?|calls?|access))?`,
);
const CHANGES = new RegExp(`${EDITS.source}|${MORE_THAN_EDITS.source}|\\b(?:and|then|also|all|any|every\\w*)\\b`);
/** «Does not only read» and «is not read-only» say the opposite. */
const NOT_ONLY =
	/\b(?:not|never|no longer|\w+n't)\b (?:\w+ ){0,2}?(?:(?:only|just|merely) (?:\w+ )?(?:read|plan)\w*|(?:read|plan)\w*[- ]only)/;
const READS = new RegExp(
	[
		String.raw`\bread[- ]?only\b|\b(?:analy[sz]e|chat|reads?|explore|answers?) only\b|\bq ?& ?a\b`,
		String.raw`\b(?:no|without|never|cannot|not|\w+n't) (?:\w+ ){0,2}(?:edit|modif|chang|implement|writ|alter|execut|mak(?:e|ing) (?:\w+ )?chang|tool (?:exec|call|use))\w*`,
		String.raw`\b(?:disallow|den(?:y|ies)|block|prevent|forbid)\w* (?:\w+ ){0,2}(?:edit|writ|chang|modif)\w*`,
	].join('|'),
);
const PLANS = /\b(?:plan(?:s|ning)?|specs?|specifications?|architect\w*|design\w*|propos\w*)\b/;
const ASKS = new RegExp(
	[
		String.raw`\b(?:asks?|prompts?|requires?|requests?|needs?|wants?|waits? for|seeks?|confirms?|with)\b[^.;]{0,40}\b(?:approv|permission|before|confirm|consent|each|every|dangerous|edit|chang|review)`,
		String.raw`\b(?:manual(?:ly)?|you)\b[^.;]{0,20}\b(?:approv|confirm|accept|review)\w*`,
		String.raw`\b(?:approv\w*|confirm\w*|permission) (?:is |are )?(?:required|needed|requested|first)\b`,
	].join('|'),
);
