export const REDACTED = '[redacted]';

/** Shorter values are no keys, and would remove ordinary words from texts. */
const LEAST_CHARS = 6;

const known = new Set<string>();

export function addKnownSecret(value: string): void {
	if (value.length < LEAST_CHARS) return;
	known.add(value);
	// As it stands inside of JSON and of addresses.
	known.add(JSON.stringify(value).slice(1, -1));
	known.add(encodeURIComponent(value));
}

export function withoutKnownSecrets(text: string): string {
	let rest = text;
	for (const secret of known) if (rest.includes(secret)) rest = rest.replaceAll(secret, REDACTED);
	return rest;
}
