import type { TerminalAnswer } from '../../../terminal/input/terminal-answers.js';
import type { PixelSize } from '../../../view/pictures/picture-lines.js';
import { queryPicture } from './commands.js';

/** Finds out whether the terminal shows pictures where placeholders stand. */
export type PictureProbe = {
	/** Begins; answers come by `take`, at any time or never. */
	start(): void;
	take(answer: TerminalAnswer): void;
	/** Whether a question is open. */
	isAwaited(): boolean;
};

type Environment = Readonly<Record<string, string | undefined>>;

const ASK_NAME = '\x1b[>q\x1b[c';
const ASK_CELL = '\x1b[16t';
const END = '\x1b[c';
const QUERY_ID = 31;

/** Where the terminal does not tell the size of its cells: twice as high as wide, as most are. */
const USUAL_CELL: PixelSize = { width: 10, height: 20 };

/** Whether it may be asked: a multiplexer would pass neither pictures nor placeholders on as they are. */
export function mayShowPictures(env: Environment): boolean {
	const term = env['TERM'] ?? '';
	const isMultiplexed = (env['TMUX'] ?? '') !== '' || (env['STY'] ?? '') !== '' || (env['ZELLIJ'] ?? '') !== '';
	return term !== '' && term !== 'dumb' && !isMultiplexed && !/^(?:screen|tmux)/.test(term);
}

/**
 * Whether a terminal of this name knows placeholders. The protocol has no question for them, and several terminals
 * that show pictures do not have them, so those that do are named: kitty since 0.28, Ghostty since its first release.
 */
export function hasPlaceholders(name: string): boolean {
	const kitty = /^kitty\((\d+)\.(\d+)/.exec(name);
	if (kitty !== null) return Number(kitty[1]) > 0 || Number(kitty[2]) >= 28;
	return /^ghostty(?:$|[ (/])/i.test(name);
}

/**
 * Asks in two steps: for the name first, which no terminal prints by mistake, then with a graphics command, and only
 * those that know it. `found` gets the size of a cell once, and only from a terminal that takes pictures.
 */
export function createPictureProbe(options: {
	readonly ask: (question: string) => void;
	readonly found: (cell: PixelSize) => void;
}): PictureProbe {
	let stage: 'idle' | 'name' | 'graphics' | 'over' = 'idle';
	let isNamed = false;
	let isTaken = false;
	let cell = USUAL_CELL;

	function end(): void {
		if (stage === 'name' && isNamed) {
			stage = 'graphics';
			options.ask(queryPicture(QUERY_ID) + ASK_CELL + END);
			return;
		}
		const isFound = stage === 'graphics' && isTaken;
		stage = 'over';
		if (isFound) options.found(cell);
	}

	return {
		start() {
			if (stage !== 'idle') return;
			stage = 'name';
			options.ask(ASK_NAME);
		},
		take(answer) {
			switch (answer.type) {
				case 'name':
					if (stage === 'name') isNamed = hasPlaceholders(answer.name);
					break;
				case 'graphics':
					if (stage === 'graphics' && answer.id === QUERY_ID) isTaken = answer.message === 'OK';
					break;
				case 'cell':
					if (stage === 'graphics' && isSane(answer)) cell = { width: answer.width, height: answer.height };
					break;
				case 'attributes':
					if (stage === 'name' || stage === 'graphics') end();
					break;
				case 'background':
				case 'device':
					break;
			}
		},
		isAwaited: () => stage === 'name' || stage === 'graphics',
	};
}

function isSane({ width, height }: PixelSize): boolean {
	const ratio = height / width;
	return width >= 2 && height >= 2 && width <= 500 && height <= 500 && ratio >= 0.5 && ratio <= 8;
}
