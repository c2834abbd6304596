import { type Result, succeed } from '../../../core/failure.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { errnoOf, messageOf } from '../../errno.js';
import { httpGet } from '../download/http-get.js';
import { ThrownFailure } from '../thrown-failure.js';
import { REGISTRY } from './messages.js';
import { shownAddress } from './shown-address.js';

const PATIENCE = 30_000;

export type FetchIndexOptions = {
	/** May name a proxy, as for archives. */
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly signal?: AbortSignal;
};

export async function fetchIndex(
	address: string,
	most: number,
	{ env, signal }: FetchIndexOptions,
): Promise<Result<string>> {
	const where = shownAddress(address);
	const url = URL.parse(address);
	if (url === null || url.username !== '' || url.password !== '') return REGISTRY.badAddress(where);
	const timeout = AbortSignal.timeout(PATIENCE);
	try {
		const answer = await httpGet(url, {
			signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
			env,
			headers: {},
			onHost: () => {},
		});
		const status = answer.statusCode ?? 0;
		if (status < 200 || status > 299) {
			answer.destroy();
			return REGISTRY.answered(where, status);
		}
		const parts: Uint8Array[] = [];
		let length = 0;
		for await (const part of answer as AsyncIterable<Buffer>) {
			length += part.length;
			// What leaves the loop ends the connection.
			if (length > most) return REGISTRY.tooLarge(where);
			parts.push(part);
		}
		return succeed(Buffer.concat(parts).toString('utf8'));
	} catch (error) {
		if (error instanceof ThrownFailure) return error.result;
		if (signal?.aborted === true) return REGISTRY.stopped(where);
		return REGISTRY.unreachable(where, whyOf(error, timeout.aborted));
	}
}

function whyOf(error: unknown, isLate: boolean): string {
	if (isLate) return 'no whole answer came within 30 seconds';
	const words = new Map([
		['ENOTFOUND', 'its host is not known, or there is no network'],
		['EAI_AGAIN', 'its host is not known, or there is no network'],
		['ECONNREFUSED', 'nothing answers there'],
		['ENETUNREACH', 'there is no network'],
		['ECONNRESET', 'the connection broke'],
	]);
	return words.get(errnoOf(error)) ?? sanitizeLine(messageOf(error));
}
