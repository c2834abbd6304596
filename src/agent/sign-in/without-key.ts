import { objectOf } from '../json.js';

/** What stands where a key stood. */
const HIDDEN = '[redacted]';

/** A message as it may be written down: without the API key of an `authenticate` request and the headers of a provider. */
export function withoutKey(message: unknown): unknown {
	const { method, params } = objectOf(message);
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
