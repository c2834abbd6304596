import { isUtf8 } from 'node:buffer';
import { fieldsOf } from '../git/split-output.js';

const ESCAPES: Readonly<Record<string, number>> = { n: 0x0a, t: 0x09, r: 0x0d, a: 7, b: 8, f: 0x0c, v: 0x0b };

/** A name of git's as text, in quotes with escapes where it is no UTF-8, or looks as if it were in quotes. */
export function nameOf(bytes: Buffer): string {
	if (!isUtf8(bytes)) return quotedName(bytes);
	const name = bytes.toString('utf8');
	return /^".*"$/s.test(name) ? quotedName(bytes) : name;
}

/** Names in an output, each ended by a zero byte. Of thousands a buffer each would take longer than git does. */
export function namesIn(bytes: Buffer): readonly string[] {
	if (!isUtf8(bytes)) return fieldsOf(bytes).map(nameOf);
	const names = bytes.toString('utf8').split('\0');
	if (names.at(-1) === '') names.pop();
	return names.map((name) => (name.startsWith('"') ? nameOf(Buffer.from(name)) : name));
}

/** Inverse of {@link nameOf}. */
export function bytesOf(name: string): Buffer {
	if (!/^".*"$/s.test(name)) return Buffer.from(name);
	const bytes: number[] = [];
	for (const [, octal, escaped, plain = ''] of name.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gs)) {
		if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 0xff);
		else bytes.push(...(escaped === undefined ? Buffer.from(plain) : [ESCAPES[escaped] ?? escaped.charCodeAt(0)]));
	}
	return Buffer.from(bytes);
}

/** Whether a name can be given to the system as text. */
export function isPlain(name: string): boolean {
	return Buffer.from(name).equals(bytesOf(name));
}

/** In quotes, as git reads names in patches: every byte that may mean something is an escape. */
export function quotedName(bytes: Buffer): string {
	const escaped = [...bytes].map((byte) => {
		const char = String.fromCharCode(byte);
		return /[\w./ -]/.test(char) ? char : `\\${byte.toString(8).padStart(3, '0')}`;
	});
	return `"${escaped.join('')}"`;
}
