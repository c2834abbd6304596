import { objectOf } from '../json.js';

/** What stands where a key stood. */
const HIDDEN = '[redacted]';

/** A message as it may be written down: the API key of an `authenticate` request is left out. */
export function withoutKey(message: unknown): unknown {
	const { method, params } = objectOf(message);
	if (method !== 'authenticate') return message;
	const meta = objectOf(objectOf(params)['_meta']);
	const key = objectOf(meta['api-key']);
	if (key['apiKey'] === undefined) return message;
	const hidden = { ...meta, 'api-key': { ...key, apiKey: HIDDEN } };
	return { ...objectOf(message), params: { ...objectOf(params), _meta: hidden } };
}

/** A text without the key, which an agent may repeat. */
export function hideKey(text: string, key: string | undefined): string {
	return key === undefined || key === '' ? text : text.replaceAll(key, HIDDEN);
}
