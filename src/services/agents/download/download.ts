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

const MOST_CONTINUED = 5;
const PACE = 100;

/**
 * Downloads an address into a sink. After a broken connection it resumes with `Range`, if the server gave a strong ETag
 * and still has the same; else it begins again. Throws {@link ThrownFailure} or the connection's error.
 */
export async function download(address: URL, sink: ArchiveSink, options: DownloadOptions): Promise<void> {
	const run = new Download(address, sink, options);
	for (let continued = 0; ; continued += 1) {
		if (continued > 0) await sleep(options.pause * continued, undefined, { signal: options.signal });
		const outcome = await run.attempt();
		if (outcome === 'complete') return;
		if (continued === MOST_CONTINUED) throw new ThrownFailure(DOWNLOAD.brokeOff(run.host, formatBytes(sink.bytes)));
	}
}

class Download {
	readonly #address: URL;
	readonly #sink: ArchiveSink;
	readonly #options: DownloadOptions;
	/** The strong ETag of the bytes received so far; null when the download cannot be resumed. */
	#tag: string | null = null;
	#reportedAt = 0;
	host: string;

	constructor(address: URL, sink: ArchiveSink, options: DownloadOptions) {
		this.#address = address;
		this.#sink = sink;
		this.#options = options;
		this.host = address.host;
	}

	/** Sends one request; `broken` when the connection ended too early. */
	async attempt(): Promise<'complete' | 'broken'> {
		const silence = new Silence(this.#options.silence, () => DOWNLOAD.silent(this.host, this.#options.silence / 1000));
		const signal = AbortSignal.any([this.#options.signal, silence.signal]);
		const before = this.#sink.bytes;
		try {
			if (this.#tag === null) await this.#sink.restart();
			const response = await httpGet(this.#address, {
				signal,
				env: this.#options.env,
				headers: this.#range(),
				onHost: (host) => {
					this.host = host;
					this.#report(null, true);
				},
			});
			silence.heard();
			return await this.#receive(response, silence);
		} catch (error) {
			if (silence.failure !== null) throw silence.failure;
			if (!isBreak(error) || this.#options.signal.aborted) throw error;
			// A host that never answered is reported as what it is.
			if (this.#sink.bytes === 0 && before === 0) throw error;
			return 'broken';
		} finally {
			silence.end();
		}
	}

	#range(): Record<string, string> {
		if (this.#tag === null || this.#sink.bytes === 0) return {};
		return { range: `bytes=${this.#sink.bytes}-`, 'if-range': this.#tag };
	}

	async #receive(response: IncomingMessage, silence: Silence): Promise<'complete' | 'broken'> {
		const total = await this.#begin(response);
		if (total === 'again') {
			response.destroy();
			this.#tag = null;
			return 'broken';
		}
		this.#sink.expect(total);
		this.#tag = strongTag(response);
		this.#report(total, true);
		for await (const chunk of response as AsyncIterable<Buffer>) {
			silence.heard();
			await this.#sink.write(chunk);
			silence.heard();
			this.#report(total, false);
		}
		this.#report(total, true);
		return total === null || this.#sink.bytes >= total ? 'complete' : 'broken';
	}

	/** The total size, null when the server does not say; `again` when the bytes so far are of no use. */
	async #begin(response: IncomingMessage): Promise<number | null | 'again'> {
		const status = response.statusCode ?? 0;
		if (status === 200) {
			await this.#sink.restart();
			const length = Number(response.headers['content-length'] ?? Number.NaN);
			return Number.isSafeInteger(length) ? length : null;
		}
		if (this.#sink.bytes > 0 && status === 206) {
			const [, start, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers['content-range'] ?? '') ?? [];
			return Number(start) === this.#sink.bytes && strongTag(response) === this.#tag ? Number(total) : 'again';
		}
		if (this.#sink.bytes > 0 && status === 416) return 'again';
		response.destroy();
		throw new ThrownFailure(fail('network', statusText(this.host, status), { hint: statusHint(status) }));
	}

	#report(total: number | null, isDue: boolean): void {
		const now = performance.now();
		if (!isDue && now - this.#reportedAt < PACE) return;
		this.#reportedAt = now;
		this.#options.onProgress({ host: this.host, received: this.#sink.bytes, total });
	}
}

/** Only identical bytes share a strong ETag. */
function strongTag(response: IncomingMessage): string | null {
	const { etag } = response.headers;
	return etag?.startsWith('"') === true ? etag : null;
}

function isBreak(error: unknown): boolean {
	return /^(?:ECONN|EPIPE$|ETIMEDOUT$|ENET|EHOST|HPE_)/.test(errnoOf(error));
}

class Silence {
	readonly #controller = new AbortController();
	readonly #timer: NodeJS.Timeout;
	failure: ThrownFailure | null = null;

	constructor(milliseconds: number, fail: () => ConstructorParameters<typeof ThrownFailure>[0]) {
		this.#timer = setTimeout(() => {
			this.failure = new ThrownFailure(fail());
			this.#controller.abort();
		}, milliseconds);
	}

	get signal(): AbortSignal {
		return this.#controller.signal;
	}

	heard(): void {
		if (this.failure === null) this.#timer.refresh();
	}

	end(): void {
		clearTimeout(this.#timer);
	}
}
