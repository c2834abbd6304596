import { isSecretName, isServiceAddress } from '../../secrets/secret-names.js';

/** An address with a user's name and password, or a token in the place of these. */
const WITH_PASSWORD = /:\/\/[^/\s@'"]*[^/\s:@'"]@/;
const AUTHORIZATION = /\b(?:authorization|bearer|basic)\b\s*[:=]?\s*\S{8,}/i;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY/;
/** Long words of letters and digits that no person writes. */
const RANDOM_WORD = /(?<![\w/.-])(?=[\w+=-]*\d)(?=[\w+=-]*[A-Za-z])[\w+=-]{32,}(?![\w/.-])/;

/** The token of a channel of conda's, in its address. */
const TOKEN_PATH = /:\/\/\S*\/t\/[\w-]{6,}\//;

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

/** Values of git's settings that run something with a password, or are one. */
const GIT_SECRET_VALUE = /^\s*[\w.-]+\s*=\s*"?!|sshpass|--?(?:password|passwd|token|passphrase)\b/i;
const GIT_SECRET_NAME = /^\s*(?:extraheader|cookiefile|\w*(?:pass|token|secret|cookie)\w*)\s*=/i;

/** A text of git's settings without what may hold a key; a section whose name holds one goes as a whole. */
export function gitWithoutSecrets(text: string): string {
	let isDropped = false;
	let isContinued = false;
	const kept = text.split('\n').filter((line) => {
		const isHead = !isContinued && /^\s*\[/.test(line);
		if (isHead) isDropped = isSecretLine(line);
		const isSecret =
			isDropped ||
			isContinued ||
			GIT_SECRET_VALUE.test(line) ||
			GIT_SECRET_NAME.test(line.replace(/^\s*\[[^\]]*\]/, '')) ||
			(isSecretLine(line) && !/^\s*signingkey\s*=/i.test(line));
		isContinued = isSecret && /\\$/.test(line);
		return !isSecret;
	});
	return kept.join('\n');
}

function isSecretLine(line: string): boolean {
	if (WITH_PASSWORD.test(line) || AUTHORIZATION.test(line) || RANDOM_WORD.test(line) || TOKEN_PATH.test(line))
		return true;
	// `name = value`, `name: value`, `"name": value`, `<name>value`, `set -x name value`
	const named = line.matchAll(/([A-Za-z_][\w.-]*)["']?\s*(?:=|:(?!\/\/)|>)\s*["']?(?![\s"'<]*$)/g);
	const set = /\b(?:set(?:env)?|export)\s+(?:-\S+\s+)*([A-Za-z_]\w*)\s+\S/.exec(line)?.[1];
	return [...[...named].map((match) => match[1] ?? ''), set ?? ''].some(
		(name) => name !== '' && (isSecretName(name) || isServiceAddress(name)),
	);
}
