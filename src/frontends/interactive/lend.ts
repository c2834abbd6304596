import { releaseInput } from '../../terminal/input/release-input.js';
import type { Attention } from './attention.js';
import type { Form, Lend } from './frontend.js';

/** What lending the terminal needs. */
export type LenderOptions = {
	readonly form: Pick<Form, 'away'>;
	readonly attention: Pick<Attention, 'pause' | 'resume'>;
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: NodeJS.WriteStream;
	/** Our own listener for a new size, which goes on to hear of it. */
	readonly onResize: () => void;
	/** The interface was left meanwhile. */
	readonly isOver: () => boolean;
};

/** Hands the terminal to other programs and takes it back. */
export type Lender = {
	readonly lend: Lend;
	/** Standard input is somebody else's. */
	readonly isLent: () => boolean;
	/** Ink's own way to hand over, once it runs; nothing is lent before. */
	readonly setHandOver: (handOver: Lend) => void;
};

/** One borrower at a time; a second one is refused. */
export function createLender(options: LenderOptions): Lender {
	const { form, attention, stdin, stdout, onResize } = options;
	let handOver: Lend | null = null;
	let isAway = false;
	let isLent = false;

	async function lend(work: () => Promise<void>): Promise<void> {
		if (handOver === null) return;
		if (isAway) throw new Error('the terminal is another program’s');
		isAway = true;
		form.away?.(true);
		try {
			await handOver(async () => {
				isLent = true;
				attention.pause();
				// On a new size Ink would erase its frame, from a screen that is somebody else's now.
				const others = stdout.listeners('resize').filter((each) => each !== onResize) as (() => void)[];
				for (const other of others) stdout.off('resize', other);
				try {
					await releaseInput(stdin);
					await work();
				} finally {
					isLent = false;
					if (!options.isOver()) for (const other of others) stdout.on('resize', other);
				}
			});
		} finally {
			isAway = false;
			if (!options.isOver()) form.away?.(false);
		}
		if (options.isOver()) return;
		attention.resume();
		// The terminal may have been resized meanwhile.
		stdout.emit('resize');
	}

	return {
		lend,
		isLent: () => isLent,
		setHandOver(given) {
			handOver = given;
		},
	};
}
