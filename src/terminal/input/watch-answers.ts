import type { ClockPort } from '../../core/ports.js';
import { isSurelyAnswer, scanAnswers, type TerminalAnswer } from './terminal-answers.js';

/** The conversation with the terminal about itself. */
export type AnswerWatch = {
	/** Asks; answers may come at any time, or never. */
	ask(question: string): void;
	/** Takes answers out of what was read. */
	filter(text: string): string;
	stop(): void;
};

/** How long a lone ESC may be the start of an answer, and how long a start waits for its end, in ms. */
const AWAITED_FOR = 2000;
const END_WITHIN = 30;
/** The same where it can be nothing but an answer, which must not be typed. */
const SURE_END_WITHIN = 250;

/** Watches raw input for answers. `giveBack` takes input that was held back and is none. */
export function watchAnswers(options: {
	readonly clock: ClockPort;
	readonly write: (data: string) => void;
	readonly found: (answer: TerminalAnswer) => void;
	/** Whether an answer is still to come. */
	readonly isAwaited: () => boolean;
	readonly giveBack: (text: string) => void;
}): AnswerWatch {
	const { clock } = options;
	let held = '';
	let awaitedUntil = 0;
	let isGivingBack = false;
	let cancel: (() => void) | null = null;

	function giveUp(): void {
		cancel = null;
		const text = isSurelyAnswer(held) ? '' : held;
		held = '';
		if (text === '') return;
		isGivingBack = true;
		options.giveBack(text);
	}

	return {
		ask(question) {
			awaitedUntil = clock.now() + AWAITED_FOR;
			options.write(question);
		},
		filter(text) {
			if (isGivingBack) {
				isGivingBack = false;
				return text;
			}
			cancel?.();
			cancel = null;
			const scan = scanAnswers(held, text, clock.now() < awaitedUntil && options.isAwaited());
			held = scan.held;
			if (held !== '') cancel = clock.after(isSurelyAnswer(held) ? SURE_END_WITHIN : END_WITHIN, giveUp);
			for (const answer of scan.found) options.found(answer);
			return scan.text;
		},
		stop() {
			cancel?.();
		},
	};
}
