import { fail } from '../../../core/failure.js';
import { quoted } from '../../../core/text/sanitize.js';

// Messages about archives that are not downloaded. Addresses are named by host and path only: the rest may hold a
// password or a signature.

export const TRY_AGAIN = 'Check the connection, and HTTPS_PROXY where a proxy is needed, then try again.';
export const REPORT = 'Report it to the registry; nothing was installed.';

export const DOWNLOAD = {
	badAddress: (archive: string) =>
		fail('invalid', `The address of the archive, ${quoted(archive)}, cannot be used.`, {
			hint: 'It must be an http(s) or file address, or a path relative to a registry file.',
		}),
	noIndex: (archive: string) =>
		fail(
			'invalid',
			`${quoted(archive)} is a relative path, but there is no registry file that it could be relative to.`,
			{ hint: 'Name the registry with --from.' },
		),
	fileFromAfar: (host: string) =>
		fail('denied', `The registry of ${host} names a file of this machine as an archive; it is not read.`, {
			hint: REPORT,
		}),
	thisMachineFromAfar: (host: string) =>
		fail('denied', `The registry of ${host} names a server of this machine for an archive; it is not asked.`, {
			hint: REPORT,
		}),
	plainWithoutHash: (host: string) =>
		fail('denied', `${host} would send the archive unencrypted, and the registry has no hash to check it with.`, {
			hint: 'Anybody on the way could change it. Use an https address, or a registry that has the sha256.',
		}),
	unknownHost: (host: string) => fail('network', `The host ${host} was not found.`, { hint: TRY_AGAIN }),

	badCertificate: (host: string, why: string) =>
		fail('network', `The certificate of ${host} is not trusted.`, {
			hint: 'If your network replaces certificates, name its authority in NODE_EXTRA_CA_CERTS.',
			detail: why,
		}),

	redirectRefused: (host: string, to: string) =>
		fail('denied', `${host} redirected the download to ${to}; that is not followed.`, { hint: REPORT }),
	silent: (host: string, seconds: number) =>
		fail('timed-out', `${host} sent nothing for ${seconds} seconds.`, { hint: TRY_AGAIN }),
	brokeOff: (host: string, received: string) =>
		fail('network', `The download from ${host} broke off after ${received}.`, { hint: TRY_AGAIN }),
	tooLarge: (most: number) =>
		fail('too-large', `The archive is larger than ${most / 1e9} GB, so it is not fetched.`, { hint: REPORT }),
	empty: (where: string) => fail('invalid', `What ${where} gave is empty.`, { hint: REPORT }),
	wrongHash: (expected: string, actual: string) =>
		fail('integrity', 'The registry’s hash does not match the archive, so it was not unpacked; report it.', {
			hint: 'Trying again does not help: the archive was changed, or the registry is wrong.',
			detail: `expected sha256 ${expected}, got ${actual}`,
		}),
	noFile: (file: string) =>
		fail('not-found', `The archive ${quoted(file)} does not exist.`, { hint: 'Check the path in the registry file.' }),
	notAFile: (file: string) =>
		fail('not-a-file', `The archive ${quoted(file)} is not a regular file.`, {
			hint: 'Check the path in the registry file.',
		}),
	notWritten: (code: 'disk-full' | 'no-permission' | 'internal', why: string, detail: string) =>
		fail(code, `The archive could not be saved: ${why}.`, {
			hint: code === 'disk-full' ? 'Free some space and try again.' : 'Check the data folder and try again.',
			detail,
		}),
	cancelled: () => fail('cancelled', 'The download was cancelled; nothing was installed.'),
};

export function statusText(host: string, status: number): string {
	switch (status) {
		case 401:
		case 403:
		case 407:
			return `${host} wants a sign-in for the archive (status ${status}).`;
		case 404:
		case 410:
			return `The archive is no longer at ${host} (status ${status}).`;
		case 429:
			return `${host} allows no more downloads for now (status ${status}).`;
		default:
			return `${host} answered with status ${status}.`;
	}
}

export function statusHint(status: number): string {
	if (status === 404 || status === 410) return 'The version may have been withdrawn: try “acp-tui agents update”.';
	if (status === 407) return 'Put the name and the password for the proxy into HTTPS_PROXY.';
	if (status === 429 || status >= 500) return 'Try again later.';
	return REPORT;
}
