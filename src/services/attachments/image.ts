import { lstat, realpath } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { ImageBlock } from '../../core/content.js';
import { type Result, succeed } from '../../core/failure.js';
import { FILES, fileFailure } from '../files/file-failure.js';
import { oddKind, openForReading } from '../files/open-for-reading.js';
import { show } from '../files/resolve-path.js';
import { ATTACHMENTS } from './attachments-messages.js';

export function imageType(bytes: Uint8Array): string | null {
	const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
	if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
	if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
	if (/^GIF8[79]a/.test(head)) return 'image/gif';
	return /^RIFF[\s\S]{4}WEBP/.test(head) ? 'image/webp' : null;
}

/** Fails with `invalid` for no picture that agents take, by the first bytes: an extension may lie. */
export function imageBlock(bytes: Buffer, where: string, path?: string): Result<ImageBlock> {
	const mimeType = imageType(bytes);
	if (mimeType === null) return ATTACHMENTS.noPicture(where);
	const uri = path === undefined ? {} : { uri: pathToFileURL(path).href };
	return succeed({ type: 'image', mimeType, data: bytes.toString('base64'), bytes: bytes.length, ...uri });
}

/** Reads a picture by its absolute path, never a pipe or a device. */
export async function readImageFile(path: string, most: number): Promise<Result<ImageBlock>> {
	const where = show(path);
	try {
		const real = await realpath(path);
		const odd = oddKind(await lstat(real));
		if (odd !== null) return FILES.notAFile(where, odd);
		await using handle = await openForReading(real);
		const facts = await handle.stat();
		if (!facts.isFile()) return FILES.notAFile(where, 'a device, pipe or socket');
		if (facts.size > most) return tooLarge(where, facts.size, most);
		const bytes = Buffer.alloc(facts.size);
		const { bytesRead } = await handle.read(bytes, 0, facts.size, 0);
		return imageBlock(bytes.subarray(0, bytesRead), where, real);
	} catch (error) {
		return fileFailure(error, where, 'read');
	}
}

export function tooLarge(where: string, bytes: number, most: number): Result<never> {
	const megabytes = (count: number): string => `${(count / 1_000_000).toFixed(1)} MB`;
	return ATTACHMENTS.pictureTooLarge(where, megabytes(bytes), megabytes(most));
}
