import { createHash } from 'node:crypto';
import { type Result, succeed } from '../../core/failure.js';
import { formatOf } from '../files/text-format.js';
import type { Place } from './place.js';
import { REVIEW } from './review-messages.js';

/** Whether git ends the lines of a file with CRLF here, and with LF alone where it keeps them. */
export async function endsLinesOtherwise(
	{ git }: Pick<Place, 'git'>,
	path: string,
	stored: string | null,
	bytes: Buffer,
): Promise<boolean> {
	if (stored === null || stored.includes('\r') || !formatOf(bytes).isCrLf) return false;
	const [listed, automatic] = await Promise.all([
		git.read(['ls-files', '--eol', '--cached', '--others', '--', path]),
		git.read(['config', '--get', 'core.autocrlf']),
	]);
	// `i/lf w/crlf attr/text=auto eol=crlf TAB path`
	const attributes = / attr\/([^\t]*)\t/.exec(listed ?? '')?.[1]?.trim() ?? '';
	if (/(?:^|\s)-text\b/.test(attributes)) return false;
	return /\b(?:text|eol)\b/.test(attributes) || /^(?:true|input|yes|on|1)$/i.test(automatic?.trim() ?? '');
}

/** Fails where the content of a file is made by a program that only the repository names: it is not run. */
export async function withoutOwnFilter(
	{ git }: Pick<Place, 'git'>,
	path: string,
): Promise<Result<{ readonly filter: string | null }>> {
	const named = await git.run(['check-attr', '-z', 'filter', '--', path]);
	const [, , value = ''] = named.ok ? named.value.bytes.toString('utf8').split('\0') : [];
	const filter = value === '' || value === 'unspecified' || value === 'unset' || value === 'set' ? null : value;
	return filter !== null && git.filters.includes(filter) ? REVIEW.filtered(path, filter) : succeed({ filter });
}

/** Whether git keeps other bytes for a file than it has here. */
export async function isConverted(
	{ git, algorithm }: Pick<Place, 'git' | 'algorithm'>,
	path: string,
	bytes: Buffer,
): Promise<boolean> {
	const kept = await git.run(['hash-object', '--stdin', `--path=${path}`], { input: bytes });
	return !kept.ok || kept.value.code !== 0 || kept.value.bytes.toString('latin1').trim() !== blobId(bytes, algorithm);
}

function blobId(bytes: Buffer, algorithm: Place['algorithm']): string {
	return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
