import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

/** Bytes of an entry of git's index (version 2) before its name. */
const FIXED = 62;

const paddedLength = (name: Buffer): number => Math.floor((FIXED + name.length + 8) / 8) * 8;

/** Renames a file in git's index without asking git, which would refuse such a name. */
export function forgeIndexName(file: string, from: string, to: string): void {
	const index = readFileSync(file);
	const entries: { readonly name: Buffer; readonly head: Buffer }[] = [];
	let at = 12;
	for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
		const end = index.indexOf(0, at + FIXED);
		const name = index.subarray(at + FIXED, end);
		entries.push({ name: String(name) === from ? Buffer.from(to) : name, head: index.subarray(at, at + FIXED - 2) });
		at += paddedLength(name);
	}
	entries.sort((one, other) => Buffer.compare(one.name, other.name));
	const body = Buffer.concat([
		index.subarray(0, 12),
		...entries.map(({ name, head }) => {
			const entry = Buffer.alloc(paddedLength(name));
			head.copy(entry);
			entry.writeUInt16BE(name.length, FIXED - 2);
			name.copy(entry, FIXED);
			return entry;
		}),
	]);
	writeFileSync(file, Buffer.concat([body, createHash('sha1').update(body).digest()]));
}
