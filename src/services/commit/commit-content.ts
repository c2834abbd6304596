import { createHash } from 'node:crypto';
import { lstat, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { countNewlines } from '../../core/text/newlines.js';
import { isMissing } from '../errno.js';
import { readRegular } from '../files/read-regular.js';
import { type FileFacts, factsOf, markOf } from '../snapshots/snapshot-entry.js';
import { COMMITS } from './commit-messages.js';

/** Content of the working tree at a path. */
export type Content = {
	/** Names the content: the same for the same bytes, mode and kind. */
	readonly version: string;
	/** Null where there is no file. */
	readonly facts: FileFacts | null;
	readonly isLink?: true;
	/** Lines of a text; null for other contents. */
	readonly lines: number | null;
	/** Why it cannot be committed. */
	readonly why?: string;
};

/** Bytes; of what is larger the time of its last change names the content. */
const MOST_READ = 8 * 1024 * 1024;
/** Git looks for a zero in so many bytes to tell what is no text. */
const LOOKED_AT = 8000;

/** Looks at a file, or at where there is none; follows no link. */
export async function contentAt(top: string, name: string): Promise<Content> {
	const path = join(top, name);
	try {
		const found = await lstat(path, { bigint: true });
		const facts = factsOf(found);
		if (found.isSymbolicLink()) return { version: `link ${await readlink(path)}`, facts, isLink: true, lines: null };
		if (!found.isFile()) return { version: 'odd', facts, lines: null, why: COMMITS.odd };
		const read = await readRegular(path, MOST_READ);
		const mode = (found.mode & 0o100n) === 0n ? 'file' : 'program';
		if (typeof read === 'string') return { version: `${mode} ${markOf(facts)}`, facts, lines: null };
		const { bytes } = read;
		const version = `${mode} ${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}`;
		return { version, facts: read.facts, lines: linesOf(bytes) };
	} catch (error) {
		if (isMissing(error)) return { version: 'nothing', facts: null, lines: null };
		return { version: 'unread', facts: null, lines: null, why: COMMITS.unreadable };
	}
}

function linesOf(bytes: Buffer): number | null {
	if (bytes.subarray(0, LOOKED_AT).includes(0)) return null;
	const text = bytes.toString('latin1');
	return countNewlines(text) + (text === '' || text.endsWith('\n') ? 0 : 1);
}
