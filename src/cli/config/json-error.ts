import { jsonExpected } from './messages.js';

type Expected = Exclude<keyof typeof jsonExpected, 'no comment'>;

const SPACE = /[ \t\r\n]*/y;
const TOKEN =
	/"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)|[[\]{}:,]/y;

/** Where a text stops being JSON and what is expected there: `LINE:COLUMN` from 1, and words. Null: it is JSON. */
export function findJsonError(text: string): { readonly place: string; readonly words: string } | null {
	const open: string[] = [];
	let expected: Expected = 'value';
	let at = 0;
	for (;;) {
		SPACE.lastIndex = at;
		SPACE.test(text);
		at = SPACE.lastIndex;
		if (at >= text.length && expected === 'nothing') return null;
		TOKEN.lastIndex = at;
		const token = TOKEN.exec(text)?.[0];
		const after: Expected | null = token === undefined ? null : step(token, expected, open);
		if (after === null || token === undefined) break;
		expected = after;
		at += token.length;
	}
	const before = text.slice(0, at).split('\n');
	const isComment = /^(?:\/\/|\/\*|#)/.test(text.slice(at, at + 2));
	const words = jsonExpected[isComment ? 'no comment' : expected];
	return { place: `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`, words };
}

/** What is expected after a token; null when the token is not. */
function step(token: string, expected: Expected, open: string[]): Expected | null {
	const isValueNext = expected === 'value' || expected === 'value or ]';
	const done = (): Expected => (open.length === 0 ? 'nothing' : 'comma or end');
	const close = (bracket: string): Expected | null => (open.pop() === bracket ? done() : null);
	switch (token) {
		case '{':
		case '[':
			if (!isValueNext) return null;
			open.push(token);
			return token === '{' ? 'name or }' : 'value or ]';
		case '}':
			return expected === 'name or }' || expected === 'comma or end' ? close('{') : null;
		case ']':
			return expected === 'value or ]' || expected === 'comma or end' ? close('[') : null;
		case ',':
			if (expected !== 'comma or end') return null;
			return open.at(-1) === '{' ? 'name' : 'value';
		case ':':
			return expected === 'colon' ? 'value' : null;
		default:
			if (token.startsWith('"') && (expected === 'name' || expected === 'name or }')) return 'colon';
			return isValueNext ? done() : null;
	}
}
