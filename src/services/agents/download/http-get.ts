import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { fail } from '../../../core/failure.js';
import { ThrownFailure } from '../thrown-failure.js';
import { isLoopback } from './archive-address.js';
import { DOWNLOAD, REPORT } from './download-messages.js';

export type GetOptions = {
	readonly signal: AbortSignal;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly onHost?: (host: string) => void;
};

const MOST_REDIRECTS = 10;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Sends a GET, follows redirects, and resolves when the headers have come. Throws {@link ThrownFailure} for too many
 * redirects and for one from https to http, from elsewhere to this machine, or to anything that is not http(s); else
 * the system's error. Proxies of the environment are used where Node.js can (22.21, 24.5), never for this machine.
 */
export async function httpGet(address: URL, options: GetOptions): Promise<IncomingMessage> {
	let at = address;
	for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
		options.onHost?.(at.host);
		const response = await ask(at, options);
		const { location } = response.headers;
		if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined) return response;
		// The body of a redirect is for browsers.
		response.destroy();
		at = redirected(at, location);
	}
	throw new ThrownFailure(fail('network', `${address.host} redirected the download too often.`, { hint: REPORT }));
}

function redirected(from: URL, location: string): URL {
	const to = URL.parse(location, from);
	const isHttp = to?.protocol === 'https:' || to?.protocol === 'http:';
	if (to === null || !isHttp) {
		throw new ThrownFailure(
			DOWNLOAD.redirectRefused(from.host, to === null ? 'no address' : `a ${to.protocol} address`),
		);
	}
	if (from.protocol === 'https:' && to.protocol === 'http:') {
		throw new ThrownFailure(DOWNLOAD.redirectRefused(from.host, 'an unencrypted address'));
	}
	if (isLoopback(to) && !isLoopback(from)) {
		throw new ThrownFailure(DOWNLOAD.redirectRefused(from.host, 'an address of this machine'));
	}
	return to;
}

function ask(address: URL, { signal, env }: GetOptions): Promise<IncomingMessage> {
	const proxyEnv = isLoopback(address) ? {} : { ...env };
	const isEncrypted = address.protocol === 'https:';
	const agent = isEncrypted ? new HttpsAgent({ proxyEnv }) : new HttpAgent({ proxyEnv });
	return new Promise((resolve, reject) => {
		const request = (isEncrypted ? requestHttps : requestHttp)(
			address,
			// The bytes as they lie on the server: sizes and hashes are of these.
			{ agent, signal, headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'acp-tui' } },
		);
		request.once('response', resolve);
		request.once('error', reject);
		request.end();
	});
}
