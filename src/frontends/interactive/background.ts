import type { ClockPort } from '../../core/ports.js';
import type { Background } from '../../terminal/input/reports.js';
import { BACKGROUND_QUERY, DEVICE_QUERY, type TerminalAnswer } from '../../terminal/input/terminal-answers.js';
import { watchAnswers } from '../../terminal/input/watch-answers.js';
import type { Gallery } from './pictures/gallery.js';
import { createPictureProbe } from './pictures/probe.js';

/** What the terminal says of its kind. */
export type TerminalDevice = Extract<TerminalAnswer, { type: 'device' }>;

/** The conversation with the terminal about its background, its kind, and whether it shows pictures. */
export type BackgroundWatch = {
	/** Asks for the background; an answer may come at any time, or never. */
	ask(): void;
	/** Asks whether pictures can be shown, and opens the gallery where they can. */
	askForPictures(): void;
	/** Asks which kind of terminal it is. */
	askForDevice(): void;
	/** Takes answers out of what was read. */
	filter(text: string): string;
	stop(): void;
};

/** Watches raw input for answers. `giveBack` takes input that was held back and is none. */
export function watchBackground(options: {
	readonly clock: ClockPort;
	readonly write: (data: string) => void;
	readonly found: (background: Background) => void;
	readonly giveBack: (text: string) => void;
	readonly foundDevice?: (device: TerminalDevice) => void;
	readonly gallery?: Pick<Gallery, 'open'> | null;
}): BackgroundWatch {
	let isBackgroundAwaited = false;
	let isDeviceAwaited = false;
	const probe = createPictureProbe({
		ask: (question) => answers.ask(question),
		found: (cell) => options.gallery?.open(cell),
	});
	const answers = watchAnswers({
		clock: options.clock,
		write: options.write,
		giveBack: options.giveBack,
		isAwaited: () => isBackgroundAwaited || isDeviceAwaited || probe.isAwaited(),
		found(answer) {
			probe.take(answer);
			// It was asked for behind the background: what is not there by now does not come.
			if (answer.type === 'attributes') isBackgroundAwaited = false;
			if (answer.type === 'device') {
				isDeviceAwaited = false;
				options.foundDevice?.(answer);
			}
			if (answer.type !== 'background') return;
			isBackgroundAwaited = false;
			if (answer.background !== null) options.found(answer.background);
		},
	});
	return {
		ask() {
			isBackgroundAwaited = true;
			answers.ask(BACKGROUND_QUERY);
		},
		askForPictures: probe.start,
		askForDevice() {
			isDeviceAwaited = true;
			answers.ask(DEVICE_QUERY);
		},
		filter: answers.filter,
		stop: answers.stop,
	};
}
