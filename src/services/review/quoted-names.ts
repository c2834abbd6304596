import { isUtf8 } from 'node:buffer';
import { bytesOf } from '../../core/edits/git-names.js';
import { fieldsOf } from '../git/split-output.js';

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
