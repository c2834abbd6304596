import { REDACTED, withoutKnownSecrets } from './known-secrets.js';
import { isSecretName } from './secret-names.js';
import { TOKEN_FORMS } from './secret-values.js';

const SECRET_KEY =
	/authorization|cookie|passw(?:or)?d|passphrase|secret|credential|api[-_]?key|access[-_]?key|private[-_]?key|(?:^|[-_.a-z])token$|(?:^|[-_.])(?:pwd|pat|jwt|dsn|bearer)$/i;

/** Names that mark a value after a colon as a secret; in running text more names would be wrong than right. */
const COLON_NAME =
	/^(?:x[-_])?[\w-]*(?:auth|authorization|passw(?:or)?d|passphrase|secret|api[-_]?key|access[-_]?key|token)$/i;

/** Patterns of text before a secret. The first group stays in the output. */
const BEHIND: readonly RegExp[] = [
	/\b((?:Bearer|Basic|token)\s+)[A-Za-z0-9+/_.~=-]{8,}/gi,
	/\b(authorization\s*[:=]\s*)[^\r\n"',}]+/gi,
	/\b((?:set-)?cookie\s*:\s*)[^\r\n]+/gi,
	/(:\/\/[^\s:/@]{0,200}:)[^\s/@]{1,200}(?=@)/g,
	/(https?:\/\/)[^\s:/@"']{1,300}(?=@)/gi,
	/([?&](?:[\w-]{0,60}(?:sig|signature)|key|code)=)[^&\s"']{3,}/gi,
	// As command lines have them: a word of its own behind the option.
	/((?:^|[\s"'])--?(?:[a-z]+-)*(?:password|passwd|pass|passphrase|token|secret|api-?key|access-?key|auth|sig|key)["']?\s+["']?)[^\s"'-][^\s"']*/gi,
	/(\s--?(?:[\w-]+-)?(?:sig|signature)=)[^\s"']+/gi,
	/(\s(?:-u|--user|--proxy-user)[\s=]*["']?[^\s:"'/]{1,200}:)[^\s"']+/g,
	/(\s(?:-U|--user)[\s=]*["']?[^\s%"']{1,200}%)[^\s"']+/g,
	/(\b(?:sshpass|mysql|mysqldump|mysqladmin|mariadb|mongo|mongosh)\b[^\n|;&]{0,200}?\s-p ?)[^\s"'-][^\s"']*/g,
	/(\blogin\b[^\n|;&]{0,200}?\s-p[ =]?)["']?[^\s"'-][^\s"']*/g,
	/(\bredis-cli\b[^\n|;&]{0,200}?\s-a[ =]?)[^\s"'-][^\s"']*/g,
	/(\b(?:zip|unzip|zipcloak|ssh-keygen|sqlcmd|bcp|mosquitto_(?:pub|sub))\b[^\n|;&]{0,200}?\s-[NP] ?)[^\s"'-][^\s"']*/g,
	/(\b(?:7z[arz]?|rar|unrar)\b[^\n|;&]{0,200}?\s-(?:p|hp))[^\s"'-][^\s"']*/g,
	/(\b(?:ldap\w+)\b[^\n|;&]{0,200}?\s-w )[^\s"'-][^\s"']*/g,
	/(\bvault\s+login\s+(?:-\S+\s+)*)[^\s"'-][^\s"']*/g,
	/(\bhtpasswd\b(?=[^\n|;&]{0,200}?\s-[a-zA-Z]*b)[^\n|;&]{0,200}\s)[^\s|;&-][^\s|;&]*(?=\s*(?:$|[|;&\n"']))/g,
	/(\bpass:)[^\s"':]{3,}/g,
	/(--from-literal[\s=]["']?[^\s=]{1,200}=)[^\s"']+/g,
	/(\b(?:set|put|add)\s+(?:--\S+\s+)*["']?\S{0,200}?(?:auth|token|secret|passw(?:or)?d|access_key|api_?key)\w*["']?[\s=]+["']?)[^\s"'-][^\s"']*/gi,
	// Text that is piped into a program that reads a secret.
	/(\b(?:echo|printf)\s)[^|\n]{1,500}(?=\|[^|\n]{0,200}(?:-stdin\b|--with-token\b|\blogin\b|\bpasswd\b|\bsudo\s+(?:-\S+\s+)*-S|\bsecrets?\s))/g,
	/(-stdin\b[^\n]{0,200}<<<\s*["']?)[^\s"']+/g,
	// user:password@host without a scheme; a digest or a package is none.
	/((?:^|[\s"'=])(?!(?:npm|file|git|link|patch|workspace|jsr|docker|node|https?):)[\w.+-]{1,100}:)[^\s@/:"']{2,200}(?=@(?!sha\d)[A-Za-z0-9])/g,
];

const FORMS: readonly RegExp[] = [
	/-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|$)/g,
	...TOKEN_FORMS.map((form) => new RegExp(`\\b${form}`, 'g')),
];

/** `NAME=value`, `"name": "value"`, `name: value`. */
const NAMED = /([A-Za-z_][\w.-]{0,100})(["']?[^\S\r\n]*([:=])[^\S\r\n]*)("[^"\n]*"|'[^'\n]*'|[^\s"'&,;}|]+)/g;

/** Replaces registered secrets and what looks like one: by its form, its name, or its place on a command line. */
export function redactText(text: string): string {
	let rest = withoutKnownSecrets(text);
	for (const pattern of FORMS) rest = rest.replace(pattern, REDACTED);
	for (const pattern of BEHIND) rest = rest.replace(pattern, (_, kept: string) => kept + REDACTED);
	return rest.replace(NAMED, (all, name: string, between: string, sign: string, value: string) => {
		const isMeant = sign === '=' ? isSecretName(name) : COLON_NAME.test(name);
		if (!isMeant || value === REDACTED || value.length < 3) return all;
		const quote = value.startsWith('"') || value.startsWith("'") ? value.charAt(0) : '';
		return `${name}${between}${quote}${REDACTED}${quote}`;
	});
}

export function isSecretKey(name: string): boolean {
	return SECRET_KEY.test(name);
}
