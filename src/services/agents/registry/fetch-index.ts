import { type Result, succeed } from '../../../core/failure.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { errnoOf, messageOf } from '../../errno.js';
import { REGISTRY } from './messages.js';
import { shownAddress } from './shown-address.js';

/** Milliseconds for an index of a few kilobytes, with everything that a network does to it. */
const PATIENCE = 30_000;

/** Fetches the text at an http(s) address, at most `most` bytes of it. Fails with one sentence. */
export async function fetchIndex(address: string, most: number, signal?: AbortSignal): Promise<Result<string>> {
	const where = shownAddress(address);
	const url = URL.parse(address);
	if (url === null || url.username !== '' || url.password !== '') return REGISTRY.badAddress(where);
	const timeout = AbortSignal.timeout(PATIENCE);
	try {
		const answer = await fetch(address, {
			signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
			headers: { accept: 'application/json' },
			credentials: 'omit',
		});
		if (!answer.ok) {
			await answer.body?.cancel();
			return REGISTRY.answered(where, answer.status);
		}
		const parts: Uint8Array[] = [];
		let length = 0;
		for await (const part of answer.body ?? []) {
			length += part.length;
			if (length > most) return REGISTRY.tooLarge(where);
			parts.push(part);
		}
		return succeed(Buffer.concat(parts).toString('utf8'));
	} catch (error) {
		if (signal?.aborted === true) return REGISTRY.stopped(where);
		return REGISTRY.unreachable(where, whyOf(error, timeout.aborted));
	}
}

function whyOf(error: unknown, isLate: boolean): string {
	if (isLate) return 'no whole answer came within 30 seconds';
	const cause = error instanceof Error ? error.cause : undefined;
	const words = new Map([
		['ENOTFOUND', 'its host is not known, or there is no network'],
		['EAI_AGAIN', 'its host is not known, or there is no network'],
		['ECONNREFUSED', 'nothing answers there'],
		['ENETUNREACH', 'there is no network'],
		['ECONNRESET', 'the connection broke'],
		['UND_ERR_SOCKET', 'the connection broke'],
	]);
	return words.get(errnoOf(cause)) ?? sanitizeLine(messageOf(cause ?? error));
}
