/** Letters of scripts that need joiners to be spelled right. */
const joining = String.raw`[[\p{L}\p{M}]--[\p{ASCII}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]]`;
const pictograph = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F\u20E3]`;

/** Tried in order: what is kept is before what is removed. */
const alternatives = [
	String.raw`(\p{RGI_Emoji_Tag_Sequence}|(?<=${joining})[\u200C\u200D](?=${joining})|(?<=${pictograph})\u200D(?=\p{Extended_Pictographic})|(?<=[\p{Emoji}--\p{ASCII}])[\uFE0E\uFE0F]|(?<=[0-9#*])\uFE0F(?=\u20E3)|(?<=\p{Ideographic})[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]|(?<=[[\p{Sm}\p{Script=Mongolian}\p{Script=Myanmar}]--\p{ASCII}])[\uFE00-\uFE0D\u180B-\u180D])`,
	String.raw`([\u{E0000}-\u{E007F}]+|\p{Bidi_Control}|[\u115F\u1160\u3164\uFFA0])`,
	// Terminals take U+10EEEE for a cell of a picture: text may point at none.
	String.raw`([\p{Noncharacter_Code_Point}\u{10EEEE}])`,
	String.raw`[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`,
];

/** Compiled at the first use: that takes longer than drawing the first frame. */
let invisible: RegExp | null = null;

/** Longer than any emoji: such a chain counts as two cells and is drawn as many. */
const tooLongChain = /(?:(?:(?!\u200D)\S){1,4}\u200D){9,}/gu;
/** More leading consonants, vowels or final consonants in a row than a Hangul syllable has: the same trick. */
const tooManyJamo =
	/[\u1100-\u115F\uA960-\uA97C]{4,}|[\u1160-\u11A7\uD7B0-\uD7C6]{4,}|[\u11A8-\u11FF\uD7CB-\uD7FB]{4,}/g;

/** Shows characters that may deceive as marks (`⟨U+202E⟩`). Zero-width ones go, but for those of emoji and scripts. */
export function showInvisible(text: string): string {
	let seen = text;
	if (isSuspicious(text)) {
		invisible ??= new RegExp(alternatives.join('|'), 'gv');
		seen = text.replace(invisible, replaceInvisible);
	}
	// More marks on one letter than any language writes: they would be drawn over the lines above and below.
	const marked = seen.replace(/(\p{M}{8})\p{M}+/gu, '$1').replace(tooManyJamo, '\uFFFD');
	if (!marked.includes('\u200D')) return marked;
	return marked.replace(tooLongChain, (chain) => chain.replaceAll('\u200D', ''));
}

/** Invisible or reordering characters that no text should hold. Such classes are read as their module is loaded. */
function isSuspicious(text: string): boolean {
	return /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Noncharacter_Code_Point}\uFFF9-\uFFFB\u{10EEEE}]/v.test(
		text,
	);
}

function replaceInvisible(match: string, kept?: string, shown?: string, wrong?: string): string {
	if (kept !== undefined) return match;
	if (shown !== undefined) return markOf(match);
	return wrong === undefined ? '' : '\uFFFD';
}

function markOf(characters: string): string {
	const code = (characters.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
	const isRun = characters.length > String.fromCodePoint(characters.codePointAt(0) ?? 0).length;
	return `⟨U+${code}${isRun ? '…' : ''}⟩`;
}

/** Characters that JSON leaves and a terminal interprets or hides: DEL, C1, line separators, bidi, zero-width. */
const UNSEEN = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** JSON with such characters as escapes, which mean the same. */
export function withUnseenEscaped(json: string): string {
	return json.replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
