import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from '../../../core/failure.js';
import { formatBytes } from '../../../core/text/bytes.js';
import { errnoOf } from '../../errno.js';
import { ThrownFailure } from '../thrown-failure.js';
import type { ArchiveSink } from './archive-sink.js';
import { DOWNLOAD, statusHint, statusText } from './download-messages.js';
import { httpGet } from './http-get.js';

type DownloadOptions = {
	readonly signal: AbortSignal;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly silence: number;
	readonly pause: number;
	readonly onProgress: (progress: { host: string; received: number; total: number | null }) => void;
};

const MOST_REPEATED = 5;
const PACE = 100;

/**
 * Downloads an address into a sink; after a broken connection it begins again. Throws {@link ThrownFailure} or the
 * connection's error.
 */
export async function download(address: URL, sink: ArchiveSink, options: DownloadOptions): Promise<void> {
	for (let repeated = 0; ; repeated += 1) {
		if (repeated > 0) await sleep(options.pause * repeated, undefined, { signal: options.signal });
		const brokenAt = await attempt(address, sink, options);
		if (brokenAt === null) return;
		if (repeated === MOST_REPEATED) throw new ThrownFailure(DOWNLOAD.brokeOff(brokenAt, formatBytes(sink.bytes)));
	}
}

/** Sends one request. Returns the host whose connection ended too early, null when everything came. */
async function attempt(address: URL, sink: ArchiveSink, options: DownloadOptions): Promise<string | null> {
	const before = sink.bytes;
	await sink.restart();
	let { host } = address;
	let reportedAt = 0;
	const report = (total: number | null, isDue: boolean): void => {
		const now = performance.now();
		if (!isDue && now - reportedAt < PACE) return;
		reportedAt = now;
		options.onProgress({ host, received: sink.bytes, total });
	};
	const silence = new AbortController();
	const timer = setTimeout(() => silence.abort(), options.silence);
	const signal = AbortSignal.any([options.signal, silence.signal]);
	try {
		const response = await httpGet(address, {
			signal,
			env: options.env,
			onHost(next) {
				host = next;
				report(null, true);
			},
		});
		timer.refresh();
		const total = sizeOf(response, host);
		sink.expect(total);
		report(total, true);
		for await (const chunk of response as AsyncIterable<Buffer>) {
			timer.refresh();
			await sink.write(chunk);
			timer.refresh();
			report(total, false);
		}
		report(total, true);
		return total === null || sink.bytes >= total ? null : host;
	} catch (error) {
		if (options.signal.aborted) throw error;
		if (silence.signal.aborted) throw new ThrownFailure(DOWNLOAD.silent(host, options.silence / 1000));
		// A host that never answered is not tried again.
		if (!isBreak(error) || (sink.bytes === 0 && before === 0)) throw error;
		return host;
	} finally {
		clearTimeout(timer);
	}
}

/** The size of what a server sends, null when it does not say. */
function sizeOf(response: IncomingMessage, host: string): number | null {
	const status = response.statusCode ?? 0;
	if (status !== 200) {
		response.destroy();
		throw new ThrownFailure(fail('network', statusText(host, status), { hint: statusHint(status) }));
	}
	const length = Number(response.headers['content-length'] ?? Number.NaN);
	return Number.isSafeInteger(length) ? length : null;
}

function isBreak(error: unknown): boolean {
	return /^(?:ECONN|EPIPE$|ETIMEDOUT$|ENET|EHOST|HPE_)/.test(errnoOf(error));
}
