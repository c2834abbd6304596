import { objectOf } from '../json.js';

/** What stands where a key stood. */
const HIDDEN = '[redacted]';

/** Names of the fields of an answer that hold secrets, by the content that is sent. */
const secretFields = new WeakMap<object, readonly string[]>();

/** The fields of a form's content with these names are not written down. */
export function hideFields(content: object, names: readonly string[]): void {
	secretFields.set(content, names);
}

/**
 * A message as it may be written down: without the API key of an `authenticate` request, the headers of a provider, and
 * what a form asked for that looks like a secret.
 */
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

/** A text without the key, which an agent may repeat. */
export function hideKey(text: string, key: string | undefined): string {
	return key === undefined || key === '' ? text : text.replaceAll(key, HIDDEN);
}
