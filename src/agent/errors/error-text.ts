import { defined } from '../../core/defined.js';
import { jsonIn } from '../../core/json-in.js';
import { bounded, boundedJson, isObject, objectOf, textOf } from '../json.js';

/** `text` is bounded; `detail` is the error's data as JSON. */
export type AgentError = { readonly code: number | null; readonly text: string; readonly detail?: string };

const TEXT_LIMIT = 600;

/** Finds the useful text of an error: in `data.details`, in `data`, in a list, or in a message that is JSON again. */
export function readError(error: unknown): AgentError {
	const source: { code?: unknown; message?: unknown; data?: unknown } =
		typeof error === 'object' && error !== null ? error : {};
	const { code, message, data } = source;
	const said = unwrap(message) ?? '';
	const hidden = fromData(data);
	// «Internal error» alone says nothing: the hidden text replaces it.
	const text = hidden === undefined || said.includes(hidden) ? said : isGeneric(said) ? hidden : `${said}: ${hidden}`;
	const detail = data === undefined || data === null || saysNoMore(data, text) ? undefined : boundedJson(data, 4000);
	return {
		code: typeof code === 'number' ? code : null,
		text: bounded(text === '' ? 'no reason given' : text.trim(), TEXT_LIMIT),
		...defined({ detail }),
	};
}

export function withoutCommonplace(text: string): string {
	return text.replace(/^authentication (?:is )?required\b[.:\s]*/i, '');
}

/** True where the data repeats the text, which is shown whole. */
function saysNoMore(data: unknown, text: string): boolean {
	if (text.length > TEXT_LIMIT) return false;
	if (typeof data === 'string') return text.includes(data.trim());
	if (!isObject(data)) return false;
	const values = Object.values(data);
	return values.length === 1 && typeof values[0] === 'string' && text.includes(values[0].trim());
}

function isGeneric(message: string): boolean {
	return message === '' || /^(internal error|invalid params|invalid request|error)\.?$/i.test(message);
}

function unwrap(message: unknown): string | undefined {
	const text = textOf(message);
	return text === undefined || !/^\s*[[{]/.test(text) ? text : (fromData(jsonIn(text)) ?? text);
}

function fromData(listed: unknown): string | undefined {
	let data = listed;
	while (Array.isArray(data)) data = data[0];
	if (typeof data === 'string') return textOf(data.trim());
	if (!isObject(data)) return undefined;
	for (const key of ['details', 'detail', 'message', 'reason'] as const) {
		const text = textOf(data[key]);
		if (text !== undefined) return text;
	}
	const { error } = data;
	return typeof error === 'string' ? textOf(error) : textOf(objectOf(error)['message']);
}
