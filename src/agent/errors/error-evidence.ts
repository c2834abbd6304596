import { jsonIn } from '../../core/json-in.js';
import { isObject, type JsonObject } from '../json.js';

export type Evidence = {
	readonly statuses: readonly number[];
	/** Names of error kinds (`rate_limit_error`, `usageLimitExceeded`), in lower case without separators. */
	readonly kinds: readonly string[];
	readonly words: string;
	/** Fields that may hold times; names in lower case without separators. */
	readonly fields: readonly (readonly [name: string, value: string | number | boolean])[];
};

const MOST_NODES = 300;
const MOST_MEMBERS = 40;
const MOST_DEPTH = 8;
const MOST_WORDS = 4000;
const MOST_JSON = 20_000;
const STATUS_FIELDS = new Set(['status', 'statuscode', 'httpstatus', 'httpstatuscode', 'code']);
const KIND_FIELDS = new Set([
	...['kind', 'type', 'code', 'status', 'reason', 'errorkind', 'errortype', 'errorcode', 'codexerrorinfo', 'category'],
	...['error', 'name', 'errno'],
]);
const WORD_FIELDS = new Set([
	...['message', 'details', 'detail', 'error', 'reason', 'cause', 'title', 'additionaldetails', 'errormessage', 'body'],
	'statustext',
]);

/** Searches an agent's JSON-RPC error of any form; takes bounded time for hostile ones. */
export function gatherEvidence(error: unknown): Evidence {
	const found = {
		statuses: [] as number[],
		kinds: [] as string[],
		words: '',
		fields: [] as Evidence['fields'][number][],
	};
	const { code, message, data } =
		isObject(error) || error instanceof Error ? (error as { code?: unknown; message?: unknown; data?: unknown }) : {};
	let left = MOST_NODES;

	const takeStatus = (value: unknown): void => {
		const number = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value;
		if (typeof number === 'number' && number >= 400 && number < 600) found.statuses.push(number);
	};
	const takeMember = (key: string, value: unknown): void => {
		const name = plainName(key);
		if (STATUS_FIELDS.has(name)) takeStatus(value);
		if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
			const bounded = typeof value === 'string' ? value.slice(0, MOST_WORDS) : value;
			found.fields.push([name, bounded]);
			if (typeof bounded !== 'string') return;
			if (KIND_FIELDS.has(name) && bounded.length <= 80 && !bounded.includes(' ')) found.kinds.push(plainName(bounded));
			if (WORD_FIELDS.has(name)) takeWords(bounded);
		} else if (isObject(value)) {
			// Codex names the kind with a key: {"responseStreamDisconnected": {"httpStatusCode": 429}}.
			if (KIND_FIELDS.has(name)) found.kinds.push(...Object.keys(value).slice(0, 4).map(plainName));
		}
	};
	const takeWords = (text: string): void => {
		if (found.words.length < MOST_WORDS) found.words += `${text.slice(0, MOST_WORDS)}\n`;
		visit(parsed(text), 1);
	};
	const visit = (value: unknown, depth: number): void => {
		left -= 1;
		if (left < 0 || depth > MOST_DEPTH) return;
		if (Array.isArray(value)) visitList(value, depth);
		if (!isObject(value)) return;
		for (const [key, member] of membersOf(value)) {
			takeMember(key, member);
			if (typeof member === 'object' && member !== null) visit(member, depth + 1);
		}
	};
	const visitList = (list: readonly unknown[], depth: number): void => {
		const [name, value] = list;
		// A header as a pair.
		if (list.length === 2 && typeof name === 'string' && typeof value !== 'object') takeMember(name, value);
		for (const item of list.slice(0, MOST_MEMBERS)) {
			if (typeof item === 'string') takeWords(item);
			else visit(item, depth + 1);
		}
	};

	takeStatus(code);
	if (typeof code === 'string') takeMember('code', code);
	if (typeof message === 'string') visit(parsed(message), 1);
	if (typeof data === 'string') takeWords(data);
	else visit(data, 1);
	return found;
}

function membersOf(value: JsonObject): (readonly [string, unknown])[] {
	const members: (readonly [string, unknown])[] = [];
	for (const key in value) {
		if (members.length >= MOST_MEMBERS) break;
		if (key.length <= 80) members.push([key, value[key]]);
	}
	return members;
}

/** Parses JSON behind a short prefix of words; undefined for any other text. */
function parsed(text: string): unknown {
	if (text.length > MOST_JSON) return undefined;
	const start = /^[^{[]{0,80}(?=\{")|^\s*(?=\[)/.exec(text)?.[0];
	return start === undefined ? undefined : jsonIn(text.slice(start.length));
}

/** `Retry-After`, `retry_after` and `retryAfter` are one name. */
function plainName(name: string): string {
	return name.replace(/[^a-z0-9]/gi, '').toLowerCase();
}
