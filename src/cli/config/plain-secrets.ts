import { isRecord } from '../../core/is-record.js';
import { isSecretKey, redactText } from '../../services/secrets/redact.js';
import { isSecretName } from '../../services/secrets/secret-names.js';
import { isSecretValue } from '../../services/secrets/secret-values.js';

/** Parts of a value that look like secrets and would stand in a file as they are, by the keys that lead to them. */
export function plainSecrets(path: readonly string[], value: unknown): readonly string[] {
	// Names of actions, such as next-session, are none of secrets.
	if (path[0] === 'keys') return [];
	if (Array.isArray(value)) {
		const line = value.filter((each) => typeof each === 'string').join(' ');
		return isOpen(line) && redactText(line) !== line ? [path.join('.')] : [];
	}
	if (isRecord(value)) return Object.entries(value).flatMap(([key, each]) => plainSecrets([...path, key], each));
	if (typeof value !== 'string' || !isOpen(value)) return [];
	const name = path.at(-1) ?? '';
	return isSecretKey(name) || isSecretName(name) || isSecretValue(value) ? [path.join('.')] : [];
}

/** `${env:NAME}` says where a secret is. */
function isOpen(text: string): boolean {
	return !text.includes('${');
}

export const plainSecret = (what: string): string =>
	`The value of ${what} is written to the file as it is. To keep it out: \${env:NAME} stands for an environment variable.`;
