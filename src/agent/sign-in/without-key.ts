import { objectOf } from '../json.js';

const HIDDEN = '[redacted]';
const secretFields = new WeakMap<object, readonly string[]>();

/** Keeps these fields of a form's content out of the log. */
export function hideFields(content: object, names: readonly string[]): void {
	secretFields.set(content, names);
}

/** Message for the log: without API keys of `authenticate`, headers of a provider, and secret form fields. */
export function withoutKey(message: unknown): unknown {
	const { method, params, result } = objectOf(message);
	const content = objectOf(objectOf(result)['content']);
	const names = secretFields.get(content);
	if (names !== undefined) {
		const shown = Object.entries(content).map(([name, value]) => [name, names.includes(name) ? HIDDEN : value]);
		return { ...objectOf(message), result: { ...objectOf(result), content: Object.fromEntries(shown) } };
	}
	if (method === 'providers/set') {
		const names = Object.keys(objectOf(objectOf(params)['headers']));
		const headers = Object.fromEntries(names.map((name) => [name, HIDDEN]));
		return { ...objectOf(message), params: { ...objectOf(params), headers } };
	}
	if (method !== 'authenticate') return message;
	const meta = objectOf(objectOf(params)['_meta']);
	const key = meta['api-key'];
	if (key === undefined) return message;
	const hidden = { ...meta, 'api-key': typeof key === 'string' ? HIDDEN : { ...objectOf(key), apiKey: HIDDEN } };
	return { ...objectOf(message), params: { ...objectOf(params), _meta: hidden } };
}

export function hideKey(text: string, key: string | undefined): string {
	return key === undefined || key === '' ? text : text.replaceAll(key, HIDDEN);
}
