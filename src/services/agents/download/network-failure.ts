import type { Result } from '../../../core/failure.js';
import { errnoOf, messageOf } from '../../errno.js';
import { ThrownFailure } from '../thrown-failure.js';
import { DOWNLOAD } from './messages.js';

const CERTIFICATE = /^(?:CERT_|ERR_TLS_|ERR_SSL_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_)/;

export function networkFailure(error: unknown, host: string): Result<never> {
	if (error instanceof ThrownFailure) return error.result;
	const code = errnoOf(error);
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return DOWNLOAD.unknownHost(host);
	if (code === 'ECONNREFUSED') return DOWNLOAD.refused(host);
	if (CERTIFICATE.test(code)) return DOWNLOAD.badCertificate(host, messageOf(error));
	return DOWNLOAD.unreachable(host, messageOf(error) || code);
}
