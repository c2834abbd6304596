import { REDACTED } from './redacted.js';

/** Shorter values are no keys, and would take ordinary words out of texts. */
const LEAST_CHARS = 6;

const known = new Set<string>();

/** Has a value that is known to be a secret taken out of everything that this process writes down, whatever it looks like. */
export function addKnownSecret(value: string): void {
	if (value.length < LEAST_CHARS) return;
	known.add(value);
	// As it stands inside of JSON and of addresses.
	known.add(JSON.stringify(value).slice(1, -1));
	known.add(encodeURIComponent(value));
}

/** The text without the secrets that are known. */
export function withoutKnownSecrets(text: string): string {
	let rest = text;
	for (const secret of known) if (rest.includes(secret)) rest = rest.replaceAll(secret, REDACTED);
	return rest;
}
