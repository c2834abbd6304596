import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Extract, extract, type Header } from 'tar-stream';
import { quoted } from '../../../core/text/sanitize.js';
import { ThrownFailure } from '../thrown-failure.js';
import type { ArchiveEntry, UnpackLimits } from './archive-entry.js';
import { ARCHIVES, refused } from './archives-messages.js';

/** Bytes for headers, names and padding of each entry, beside the content. */
const OVERHEAD = 4096;

/**
 * Reads a tar archive entry by entry: ustar, GNU and pax names, gzipped or not. Throws {@link ThrownFailure} for what
 * is neither file, folder nor link and for a stream that grows beyond the limits, and errors of zlib, tar-stream and the
 * system.
 */
export async function* readTar(file: string, isGzipped: boolean, limits: UnpackLimits): AsyncGenerator<ArchiveEntry> {
	const source = open(file, isGzipped);
	const parser = extract();
	void feed(source, parser, limits.bytes + limits.entries * OVERHEAD, limits);
	try {
		for await (const entry of parser) {
			yield archiveEntry(entry.header, entry as AsyncIterable<unknown> as AsyncIterable<Uint8Array>);
			entry.resume();
		}
	} finally {
		source.destroy();
		parser.destroy();
	}
}

function open(file: string, isGzipped: boolean): Readable {
	const source = createReadStream(file);
	// The reader of the unpacked stream gets the error.
	return isGzipped ? pipeline(source, createGunzip(), () => {}) : source;
}

async function feed(source: Readable, parser: Extract, most: number, limits: UnpackLimits): Promise<void> {
	let bytes = 0;
	try {
		for await (const chunk of source as AsyncIterable<Buffer>) {
			bytes += chunk.length;
			if (bytes > most) throw new ThrownFailure(ARCHIVES.tooLarge(limits.bytes));
			if (parser.destroyed) return;
			if (!parser.write(chunk)) await drained(parser);
		}
		parser.end(undefined);
	} catch (error) {
		parser.destroy(error instanceof Error ? error : new Error(String(error)));
	}
}

function drained(parser: Extract): Promise<void> {
	return new Promise((resolve) => {
		const settle = (): void => {
			parser.off('drain', settle);
			parser.off('close', settle);
			resolve();
		};
		parser.once('drain', settle);
		parser.once('close', settle);
	});
}

function archiveEntry(header: Header, content: AsyncIterable<Uint8Array>): ArchiveEntry {
	const { name, mode, size, type, linkname } = header;
	const common = { name, isExecutable: (mode & 0o111) !== 0 };
	if (isSparse(header)) throw new ThrownFailure(refused(`${quoted(name)} is a sparse file`));
	switch (type) {
		case 'directory':
			return { ...common, type: 'folder' };
		case 'file':
		case 'contiguous-file':
			// Old archives mark folders only so.
			if (name.endsWith('/') && size === 0) return { ...common, type: 'folder' };
			return { ...common, type: 'file', content: () => content };
		case 'symlink':
			return { ...common, type: 'symlink', target: linkname };
		case 'link':
			return { ...common, type: 'hard-link', target: linkname };
		case 'character-device':
		case 'block-device':
		case 'fifo':
			throw new ThrownFailure(ARCHIVES.specialFile(name));
		default:
			throw new ThrownFailure(refused(`${quoted(name)} is an entry of an unknown kind`));
	}
}

/** The newer sparse format looks like a regular file, with its real name and size in extended headers. */
function isSparse({ pax }: Header): boolean {
	return typeof pax === 'object' && pax !== null && Object.keys(pax).some((key) => key.startsWith('GNU.sparse.'));
}
