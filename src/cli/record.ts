import { closeSync, createWriteStream, fchmodSync, fstatSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import type { LogPort } from '../core/ports.js';
import { quote, UsageError } from './usage-error.js';

/** Writes the protocol's traffic down. */
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
		log.write('warn', 'recording stopped', { file, error: error.message });
	});
	return {
		write: (line) => {
			if (!isBroken) stream.write(`${jsonOf(line)}\n`);
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

function openPrivate(file: string, cwd: string): number {
	let fd: number | undefined;
	try {
		fd = openSync(resolve(cwd, file), 'w', 0o600);
		// One that was there before keeps its mode otherwise. A pipe or device is left as it is.
		if (fstatSync(fd).isFile()) fchmodSync(fd, 0o600);
		return fd;
	} catch (error) {
		if (fd !== undefined) closeSync(fd);
		throw new UsageError(
			`--record ${quote(file)} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
		);
	}
}
