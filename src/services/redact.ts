/** What stands where a secret stood. */
export const REDACTED = '[redacted]';

/** Keys whose values are never shown, whatever they hold. */
const SECRET_KEY =
	/authorization|cookie|passw(?:or)?d|passphrase|secret|credential|api[-_]?key|access[-_]?key|private[-_]?key|(?:^|[-_.a-z])token$/i;

/** Values that look like secrets wherever they stand. The first group, where there is one, is kept. */
const SECRET_VALUES: readonly RegExp[] = [
	/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
	/\b((?:Bearer|Basic|token)\s+)[A-Za-z0-9+/_.~=-]{8,}/gi,
	/\b(authorization\s*[:=]\s*)[^\r\n"',}]+/gi,
	/\b((?:set-)?cookie\s*:\s*)[^\r\n]+/gi,
	/\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{12,}/g,
	/\b(?:gh[pousr]_|github_pat_|glpat-|npm_|xox[abeoprs]-|hf_|AIza|ya29\.|dop_v1_)[A-Za-z0-9_.-]{10,}/g,
	/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
	/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?/g,
	/(:\/\/[^\s:/@]{0,200}:)[^\s/@]{1,200}(?=@)/g,
	// As command lines have them: a word of its own behind the option.
	/((?:^|[\s"'])--?(?:[a-z]+-)*(?:password|passwd|pass|passphrase|token|secret|api-?key|access-?key|auth)["']?\s+["']?)[^\s"'-][^\s"']*/gi,
	/(\s(?:-u|--user|--proxy-user)[\s=]*["']?[^\s:"'/]{1,200}:)[^\s"']+/g,
	/(\b(?:sshpass|mysql|mysqldump|mariadb)\b[^\n]{0,200}?\s-p ?)[^\s"'-][^\s"']*/g,
	/((?:api[-_]?key|access[-_]?key|secret|passw(?:or)?d|passphrase|_pwd|token|\bkey)["']?\s*[:=]\s*["']?)[^\s"'&,;}]{3,}/gi,
];

/** Takes what looks like a secret out of a text. */
export function redactText(text: string): string {
	return SECRET_VALUES.reduce(
		(rest, pattern) => rest.replace(pattern, (_, kept: unknown) => (typeof kept === 'string' ? kept : '') + REDACTED),
		text,
	);
}

/** True when the name of a value says that it is a secret. */
export function isSecretKey(name: string): boolean {
	return SECRET_KEY.test(name);
}
