import type { ClockPort } from '../../core/ports.js';
import {
	BACKGROUND_QUERY,
	type Background,
	giveUpBackground,
	scanBackground,
} from '../../view/keys/background-report.js';

/** The conversation with the terminal about its background. */
export type BackgroundWatch = {
	/** Asks; an answer may come at any time, or never. */
	ask(): void;
	/** Takes answers out of what was read. */
	filter(text: string): string;
	stop(): void;
};

/** How long a lone ESC may be the start of an answer, and how long a start waits for its end, in ms. */
const AWAITED_FOR = 2000;
const END_WITHIN = 30;

/** Watches raw input for answers. `giveBack` takes input that was held back and is none. */
export function watchBackground(options: {
	readonly clock: ClockPort;
	readonly write: (data: string) => void;
	readonly found: (background: Background) => void;
	readonly giveBack: (text: string) => void;
}): BackgroundWatch {
	const { clock } = options;
	let held = '';
	let awaitedUntil = 0;
	let isGivingBack = false;
	let cancel: (() => void) | null = null;

	function giveUp(): void {
		cancel = null;
		const text = giveUpBackground(held);
		held = '';
		if (text === '') return;
		isGivingBack = true;
		options.giveBack(text);
	}

	return {
		ask() {
			awaitedUntil = clock.now() + AWAITED_FOR;
			options.write(BACKGROUND_QUERY);
		},
		filter(text) {
			if (isGivingBack) {
				isGivingBack = false;
				return text;
			}
			cancel?.();
			cancel = null;
			const scan = scanBackground(held, text, clock.now() < awaitedUntil);
			held = scan.held;
			if (held !== '') cancel = clock.after(END_WITHIN, giveUp);
			for (const background of scan.found) {
				awaitedUntil = 0;
				if (background !== null) options.found(background);
			}
			return scan.text;
		},
		stop() {
			cancel?.();
		},
	};
}
