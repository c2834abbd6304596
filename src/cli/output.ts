type Output = {
	readonly write: (text: string) => void;
	readonly writeError: (text: string) => void;
	/** Settles when a write to standard output would not be kept in memory. */
	readonly mayWrite: () => Promise<void>;
	/** Settles when everything was handed to the system. */
	flush(): Promise<void>;
};

/** The exit code of a program that SIGPIPE ended: its reader went away. */
const READER_GONE = 141;

/**
 * Writes to the process's streams. When the reader of standard output goes away (`| head`), nothing
 * more is written or said and `end` is called with 141; when it cannot be written, with 1.
 */
export function openOutput(end: (code: number) => void): Output {
	let isOpen = true;
	let isQuiet = false;
	// Where both streams are the terminal, each message begins on its own line.
	const isShared = process.stdout.isTTY === true && process.stderr.isTTY === true;
	let line: 'empty' | 'begun' | 'broken' = 'empty';
	process.stdout.on('error', (error: NodeJS.ErrnoException) => {
		if (!isOpen) return;
		isOpen = false;
		isQuiet = error.code === 'EPIPE';
		if (!isQuiet) process.stderr.write(`acp-tui: standard output cannot be written: ${error.message}\n`);
		end(isQuiet ? READER_GONE : 1);
	});
	// Nobody is left to tell when standard error is gone too.
	process.stderr.on('error', () => {});
	return {
		write: (text) => {
			if (!isOpen || text === '') return;
			// The line break has been written already.
			const isEnded = line === 'broken' && text === '\n';
			line = text.endsWith('\n') ? 'empty' : 'begun';
			if (!isEnded) process.stdout.write(text);
		},
		writeError: (text) => {
			if (isQuiet) return;
			if (isShared && line === 'begun') {
				line = 'broken';
				process.stderr.write(`\n${text}`);
			} else process.stderr.write(text);
		},
		async mayWrite() {
			if (isOpen && process.stdout.writableNeedDrain) await drained(process.stdout);
		},
		async flush() {
			await Promise.all([drained(process.stdout), drained(process.stderr)]);
		},
	};
}

function drained(stream: NodeJS.WriteStream): Promise<void> {
	return new Promise((done) => {
		if (stream.destroyed) done();
		else stream.write('', () => done());
	});
}

/** Writes to standard output and returns the exit code 0 when the system has it. */
export async function printText(text: string): Promise<number> {
	// The reader may close the pipe early (`| head`), which is no failure.
	process.stdout.on('error', () => {});
	await new Promise<void>((done) => process.stdout.write(text, () => done()));
	return 0;
}
