import { constants, createWriteStream, fchmodSync, lstatSync, openSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { messageOf } from '../core/failure.js';
import { isRecord } from '../core/is-record.js';
import type { LogPort } from '../core/ports.js';
import { errnoOf } from '../services/errno.js';
import { isWithin } from '../services/files/path-inside.js';
import { shownAddress, shownArguments } from '../services/mcp/shown-server.js';
import { withoutKnownSecrets } from '../services/secrets/known-secrets.js';
import { recordFile } from './command-line-messages.js';
import { UsageError } from './errors.js';
import { quote } from './quote-value.js';

export type Recorder = {
	readonly write: (line: { readonly t: number; readonly dir: string; readonly msg: unknown }) => void;
	/** Settles when everything is in the file. */
	end(): Promise<void>;
};

/**
 * Opens the file of `--record`, which only its owner may read: prompts, files and whatever an agent
 * says are in it. Throws a UsageError when it cannot be opened; a later failure ends the recording,
 * not the session.
 */
export function openRecorder(file: string, cwd: string, log: LogPort): Recorder {
	const fd = openPrivate(file, cwd);
	const stream = createWriteStream('', { fd });
	let isBroken = false;
	stream.on('error', (error) => {
		isBroken = true;
		log.write('warn', 'recording stopped', { file, error });
	});
	return {
		write: (line) => {
			if (!isBroken) stream.write(`${withoutKnownSecrets(jsonOf({ ...line, msg: withoutServerValues(line.msg) }))}\n`);
		},
		end: () =>
			new Promise((done) => {
				stream.on('close', done);
				if (isBroken) done();
				else stream.end();
			}),
	};
}

/** A message nested deeper than the stack can be read, but not be written again. */
function jsonOf(line: Parameters<Recorder['write']>[0]): string {
	try {
		return JSON.stringify(line);
	} catch {
		return JSON.stringify({ ...line, msg: '(nested too deeply to be written down)' });
	}
}

/**
 * A new file, for its owner alone. A file that is there is not written over, and no link is followed: a
 * cloned repository could have put it there. Pipes and devices are taken as they are.
 */
function openPrivate(file: string, cwd: string): number {
	const path = resolve(cwd, file);
	const refuse = (why: string): never => {
		throw new UsageError(`--record ${quote(file)}: ${why}`);
	};
	try {
		if (path.startsWith('/dev/')) return openSync(path, constants.O_WRONLY);
		const folder = dirname(path);
		if (isWithin(cwd, folder) && !isWithin(realpathSync(cwd), realpathSync(folder)))
			return refuse(recordFile.linkLeadsOut);
		try {
			const fd = openSync(path, 'wx', 0o600);
			// Whatever the umask took away.
			fchmodSync(fd, 0o600);
			return fd;
		} catch (error) {
			if (errnoOf(error) !== 'EEXIST') throw error;
		}
		const there = lstatSync(path);
		if (there.isSymbolicLink()) return refuse(recordFile.isLink);
		if (there.isFile()) return refuse(recordFile.exists);
		if (there.isDirectory()) return refuse(recordFile.isFolder);
		return openSync(path, constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0));
	} catch (error) {
		if (error instanceof UsageError) throw error;
		return refuse(`it cannot be written: ${messageOf(error)}`);
	}
}

const HIDDEN = '…';

function withoutServerValues(message: unknown): unknown {
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
