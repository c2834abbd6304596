/** A range as it was typed, with what stands for an empty side. */
export type WrittenRange =
	| { readonly type: 'tree'; readonly old: string }
	| { readonly type: 'trees' | 'since-base'; readonly old: string; readonly fresh: string; readonly words: string };

const MOST_CHARS = 1000;

/** Null for what git could take for an option or several words, and for what is no name at all. */
export function readRange(range: string): WrittenRange | null {
	const words = range.trim() === '' ? 'HEAD' : range.trim();
	if (words.length > MOST_CHARS || /[\0-\x20\x7f]/.test(words)) return null;
	const [, old, dots, fresh] = /^(.*?)(\.{2,3})(?!\.)(.*)$/.exec(words) ?? [];
	if (old === undefined || dots === undefined || fresh === undefined) {
		return isName(words) ? { type: 'tree', old: words } : null;
	}
	const sides = { old: old === '' ? 'HEAD' : old, fresh: fresh === '' ? 'HEAD' : fresh, words };
	if (!isName(sides.old) || !isName(sides.fresh)) return null;
	return { type: dots === '..' ? 'trees' : 'since-base', ...sides };
}

/** A name that begins with a dash would be an option, `^name` leaves out; neither is one tree. */
function isName(words: string): boolean {
	return !/^[-^]|\.\.|^\.+$/.test(words);
}
