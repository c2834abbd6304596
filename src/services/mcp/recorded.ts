import { isRecord } from '../../core/is-record.js';
import { shownAddress, shownArguments } from './shown.js';

const HIDDEN = '…';

export function withoutServerValues(message: unknown): unknown {
	if (!isRecord(message) || !isRecord(message['params'])) return message;
	const { params } = message;
	const servers = params['mcpServers'];
	if (!Array.isArray(servers) || servers.length === 0) return message;
	return { ...message, params: { ...params, mcpServers: servers.map(maskServer) } };
}

function maskServer(server: unknown): unknown {
	if (!isRecord(server)) return server;
	const masked = { ...server };
	for (const key of ['env', 'headers']) {
		const values = masked[key];
		if (!Array.isArray(values)) continue;
		masked[key] = values.map((item: unknown) => (isRecord(item) ? { ...item, value: HIDDEN } : item));
	}
	const { args, url } = masked;
	if (Array.isArray(args) && args.every((arg) => typeof arg === 'string')) masked['args'] = shownArguments(args);
	if (typeof url === 'string') masked['url'] = shownAddress(url);
	return masked;
}
