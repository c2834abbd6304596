import { isSecretName, isServiceAddress } from '../../secrets/secret-names.js';

/** An address with a user's name and password, or a token in the place of these. */
const WITH_PASSWORD = /:\/\/[^/\s@'"]*[^/\s:@'"]@/;
const AUTHORIZATION = /\b(?:authorization|bearer|basic)\b\s*[:=]?\s*\S{8,}/i;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY/;
/** Long words of letters and digits that no person writes. */
const RANDOM_WORD = /(?<![\w/.-])(?=[\w+=-]*\d)(?=[\w+=-]*[A-Za-z])[\w+=-]{32,}(?![\w/.-])/;

/** Whether a text of settings may hold a key: by what its values are named, and what they look like. */
export function holdsSecret(text: string): boolean {
	return PRIVATE_KEY.test(text) || text.split('\n').some(isSecretLine);
}

/** The text without the lines that may hold one, and, from them on, what a line with a backslash goes on with. */
export function withoutSecrets(text: string): string {
	let isContinued = false;
	const kept = text.split('\n').filter((line) => {
		const isDropped = isContinued || isSecretLine(line);
		isContinued = isDropped && /\\$/.test(line);
		return !isDropped;
	});
	return kept.join('\n');
}

function isSecretLine(line: string): boolean {
	if (WITH_PASSWORD.test(line) || AUTHORIZATION.test(line) || RANDOM_WORD.test(line)) return true;
	// `name = value`, `name: value`, `"name": value`, `<name>value`, `set -x name value`
	const named = line.matchAll(/([A-Za-z_][\w.-]*)["']?\s*(?:=|:(?!\/\/)|>)\s*["']?(?![\s"'<]*$)/g);
	const set = /\b(?:set(?:env)?|export)\s+(?:-\S+\s+)*([A-Za-z_]\w*)\s+\S/.exec(line)?.[1];
	return [...[...named].map((match) => match[1] ?? ''), set ?? ''].some(
		(name) => name !== '' && (isSecretName(name) || isServiceAddress(name)),
	);
}
