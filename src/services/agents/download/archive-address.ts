import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Result, succeed } from '../../../core/failure.js';
import { DOWNLOAD } from './download-messages.js';

const SCHEME = /^[a-z][a-z0-9+.-]+:/i;

/**
 * The address of an archive as a registry names it: an http(s) or file address, or a path relative to the registry's
 * file. `index` is that file, as a path or an address; null for the embedded one. Only a registry that is a file can
 * name files, and a remote one names no server of this machine.
 */
export function archiveAddress(archive: string, index: string | null): Result<URL> {
	if (SCHEME.test(archive)) return absolute(archive, index);
	if (index === null) return DOWNLOAD.noIndex(archive);
	if (!SCHEME.test(index)) return succeed(pathToFileURL(resolve(dirname(index), archive)));
	const base = URL.parse(index);
	const address = URL.parse(archive, index);
	// A path can neither change the host (`//host/x`) nor the scheme.
	if (base === null || address?.host !== base.host) return DOWNLOAD.badAddress(archive);
	return succeed(address);
}

function absolute(archive: string, index: string | null): Result<URL> {
	const address = URL.parse(archive);
	if (address === null) return DOWNLOAD.badAddress(archive);
	const from = index === null || !SCHEME.test(index) ? null : URL.parse(index);
	const isFetched = from?.protocol === 'http:' || from?.protocol === 'https:';
	if (address.protocol === 'http:' || address.protocol === 'https:') {
		if (isFetched && isLoopback(address) && !isLoopback(from)) return DOWNLOAD.thisMachineFromAfar(from.host);
		return succeed(address);
	}
	if (address.protocol !== 'file:' || address.host !== '') return DOWNLOAD.badAddress(archive);
	return isFetched ? DOWNLOAD.fileFromAfar(from.host) : succeed(address);
}

export function isLoopback({ hostname }: URL): boolean {
	return /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
