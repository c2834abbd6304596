import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, messageOf, type Result, succeed } from '../../../core/failure.js';
import { errnoOf, isMissing } from '../../errno.js';
import { ThrownFailure } from '../thrown-failure.js';
import { isLoopback } from './archive-address.js';
import { ArchiveSink, onDisk } from './archive-sink.js';
import { download } from './download.js';
import { DOWNLOAD, TRY_AGAIN } from './download-messages.js';

export type ArchiveSource = {
	readonly address: URL;
	/** The expected sha256 in hexadecimal; null when the registry has none. */
	readonly sha256: string | null;
};

export type DownloadProgress = {
	readonly host: string;
	readonly received: number;
	/** Bytes; null while unknown. */
	readonly total: number | null;
};

export type FetchOptions = {
	readonly signal: AbortSignal;
	readonly onProgress?: (progress: DownloadProgress) => void;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Milliseconds without a byte before the download fails. */
	readonly silence?: number;
	readonly most?: number;
	/** Milliseconds before a broken download begins again; longer each time. */
	readonly pause?: number;
};

export type FetchedArchive = {
	readonly file: string;
	/** The checked hash, or the computed one where the registry had none: later installs are held to it. */
	readonly integrity: `sha256:${string}`;
	readonly bytes: number;
};

/** Milliseconds; servers and disks may be slow, but not half a minute without a byte. */
const SILENCE = 30_000;
const MOST = 2_000_000_000;
const PAUSE = 500;

/**
 * Fetches an archive into a new private file of `folder`, which the caller removes: over http(s), from the
 * start again where it broke off, or from a file. Its hash is checked before anybody else sees it. Fails with `network`, `timed-out`,
 * `integrity`, `denied`, `too-large`, `not-found`, `not-a-file`, `disk-full`, `no-permission`, `invalid`, `cancelled`
 * or `internal`; nothing is left then.
 */
export async function fetchArchive(
	source: ArchiveSource,
	folder: string,
	options: FetchOptions,
): Promise<Result<FetchedArchive>> {
	const { address, sha256 } = source;
	if (options.signal.aborted) return DOWNLOAD.cancelled();
	if (address.protocol === 'http:' && sha256 === null && !isLoopback(address)) {
		return DOWNLOAD.plainWithoutHash(address.host);
	}
	const file = join(folder, `.download-${randomBytes(6).toString('hex')}`);
	try {
		const { hash, bytes } = await fetchInto(file, address, options);
		if (bytes === 0) throw new ThrownFailure(DOWNLOAD.empty(address.host || address.pathname));
		if (sha256 !== null && sha256.toLowerCase() !== hash) throw new ThrownFailure(DOWNLOAD.wrongHash(sha256, hash));
		return succeed({ file, integrity: `sha256:${hash}`, bytes });
	} catch (error) {
		const result = options.signal.aborted ? DOWNLOAD.cancelled() : networkFailure(error, address.host);
		return onDisk(() => rm(file, { force: true })).then(
			() => result,
			(unremoved: unknown) => networkFailure(unremoved, address.host),
		);
	}
}

async function fetchInto(
	file: string,
	address: URL,
	{ signal, onProgress, env, silence = SILENCE, most = MOST, pause = PAUSE }: FetchOptions,
): Promise<{ readonly hash: string; readonly bytes: number }> {
	await using handle = await onDisk(() => open(file, 'wx', 0o600));
	const sink = new ArchiveSink(handle, most);
	const report = (progress: DownloadProgress): void => onProgress?.(progress);
	if (address.protocol === 'file:') await readFile(address, sink, signal, report);
	else await download(address, sink, { signal, env, silence, pause, onProgress: report });
	return { hash: await sink.finish(), bytes: sink.bytes };
}

async function readFile(
	address: URL,
	sink: ArchiveSink,
	signal: AbortSignal,
	report: (progress: DownloadProgress) => void,
): Promise<void> {
	const path = fileURLToPath(address);
	// A pipe would keep whoever opens it waiting.
	await using handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
		throw isMissing(error) ? new ThrownFailure(DOWNLOAD.noFile(path)) : error;
	});
	const facts = await handle.stat();
	if (!facts.isFile()) throw new ThrownFailure(DOWNLOAD.notAFile(path));
	sink.expect(facts.size);
	for await (const chunk of handle.createReadStream({ autoClose: false, signal }) as AsyncIterable<Buffer>) {
		await sink.write(chunk);
		report({ host: '', received: sink.bytes, total: facts.size });
	}
}

const CERTIFICATE = /^(?:CERT_|ERR_TLS_|ERR_SSL_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/;

export function networkFailure(error: unknown, host: string): Result<never> {
	if (error instanceof ThrownFailure) return error.result;
	const code = errnoOf(error);
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return DOWNLOAD.unknownHost(host);
	if (code === 'ECONNREFUSED') return fail('network', `${host} refused the connection.`, { hint: TRY_AGAIN });
	if (CERTIFICATE.test(code)) return DOWNLOAD.badCertificate(host, messageOf(error));
	return fail('network', `${host} cannot be reached.`, { hint: TRY_AGAIN, detail: messageOf(error) || code });
}
