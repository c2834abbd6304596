import { bytesOf } from '../../core/edits/git-names.js';
import { type Result, succeed } from '../../core/failure.js';
import { formatOf } from '../files/read-text.js';
import { blobId } from '../snapshots/git-repository.js';
import { isPlain, quotedName } from './quoted-names.js';
import { REVIEW } from './review-messages.js';
import type { Place } from './review-place.js';

/** Whether git ends the lines of a file with CRLF here, and with LF alone where it keeps them. */
export async function endsLinesOtherwise(
	{ git }: Pick<Place, 'git'>,
	path: string,
	stored: string | null,
	bytes: Buffer,
): Promise<boolean> {
	if (stored === null || stored.includes('\r') || !formatOf(bytes).isCrLf) return false;
	const [attributes, automatic] = await Promise.all([
		attributesOf({ git }, path, ['text', 'crlf', 'eol']),
		git.read(['config', '--get', 'core.autocrlf']),
	]);
	const [text, crlf, eol] = attributes;
	const isText = text === 'unspecified' ? crlf : text;
	if (isText === 'unset') return false;
	return (
		isText !== 'unspecified' || eol !== 'unspecified' || /^(?:true|input|yes|on|1)$/i.test(automatic?.trim() ?? '')
	);
}

/** Values of attributes of a file, `unspecified` where it has none. */
async function attributesOf(
	{ git }: Pick<Place, 'git'>,
	path: string,
	names: readonly string[],
): Promise<readonly string[]> {
	const input = Buffer.concat([bytesOf(path), Buffer.from([0])]);
	const printed = await git.run(['check-attr', '-z', '--stdin', ...names], { input });
	// `path NUL attribute NUL value NUL`, by attribute.
	const fields = printed.ok ? printed.value.bytes.toString('latin1').split('\0') : [];
	return names.map((_, at) => fields[at * 3 + 2] ?? 'unspecified');
}

/** Fails where the content of a file is made by a program that only the repository names: it is not run. */
export async function withoutOwnFilter(
	{ git }: Pick<Place, 'git'>,
	path: string,
): Promise<Result<{ readonly filter: string | null }>> {
	const [value = ''] = await attributesOf({ git }, path, ['filter']);
	const filter = value === '' || value === 'unspecified' || value === 'unset' || value === 'set' ? null : value;
	return filter !== null && git.filters.includes(filter) ? REVIEW.filtered(path, filter) : succeed({ filter });
}

/** Whether git keeps other bytes for a file than it has here. */
export async function isConverted(
	{ git, algorithm }: Pick<Place, 'git' | 'algorithm'>,
	path: string,
	bytes: Buffer,
): Promise<boolean> {
	// A name that cannot be given as an argument is read in quotes: the file is hashed as it is on the disk.
	const kept = isPlain(path)
		? await git.run(['hash-object', '--stdin', `--path=${path}`], { input: bytes })
		: await git.run(['hash-object', '--stdin-paths'], { input: `${quotedName(bytesOf(path))}\n` });
	return !kept.ok || kept.value.code !== 0 || kept.value.bytes.toString('latin1').trim() !== blobId(bytes, algorithm);
}
