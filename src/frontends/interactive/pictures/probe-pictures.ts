import type { TerminalReport } from '../../../terminal/input/reports.js';
import type { Terminal, TerminalQuery } from '../../../terminal/terminal.js';
import { GRAPHICS_QUERY_ID } from '../../../terminal/terminal-modes.js';
import type { PixelSize } from '../../../view/pictures/picture-lines.js';
import type { UiOptions } from '../../../view/ui-options.js';
import type { PictureStore } from './picture-store.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Default without a reported cell size: twice as high as wide, as most are. */
const USUAL_CELL: PixelSize = { width: 10, height: 20 };

/** False in a multiplexer, which passes neither pictures nor placeholders on. */
export function mayShowPictures(env: Environment): boolean {
	const term = env['TERM'] ?? '';
	const isMultiplexed = (env['TMUX'] ?? '') !== '' || (env['STY'] ?? '') !== '' || (env['ZELLIJ'] ?? '') !== '';
	return term !== '' && term !== 'dumb' && !isMultiplexed && !/^(?:screen|tmux)/.test(term);
}

/** Terminals with placeholders, by name, as there is no query: kitty since 0.28, Ghostty since its first release. */
export function hasPlaceholders(name: string): boolean {
	const kitty = /^kitty\((\d+)\.(\d+)/.exec(name);
	if (kitty !== null) return Number(kitty[1]) > 0 || Number(kitty[2]) >= 28;
	return /^ghostty(?:$|[ (/])/i.test(name);
}

/** Asks for the name first, then known terminals alone for graphics. `found` gets the cell size of one that accepts. */
export function createPictureProbe(options: {
	readonly ask: (query: TerminalQuery) => void;
	readonly found: (cell: PixelSize) => void;
	/** The terminal answered, and shows none. */
	readonly missed: () => void;
}) {
	let stage: 'idle' | 'name' | 'graphics' | 'over' = 'idle';
	let isNamed = false;
	let isTaken = false;
	let cell = USUAL_CELL;

	function end(): void {
		if (stage === 'name' && isNamed) {
			stage = 'graphics';
			options.ask('graphics');
			return;
		}
		const isFound = stage === 'graphics' && isTaken;
		stage = 'over';
		if (isFound) options.found(cell);
		else options.missed();
	}

	return {
		/** Reports arrive by `take`, at any time or never. */
		start(): void {
			if (stage === 'name' || stage === 'graphics') return;
			stage = 'name';
			isNamed = false;
			isTaken = false;
			options.ask('name');
		},
		take(report: TerminalReport): void {
			switch (report.type) {
				case 'name':
					if (stage === 'name') isNamed = hasPlaceholders(report.name);
					break;
				case 'graphics':
					if (stage === 'graphics' && report.id === GRAPHICS_QUERY_ID) isTaken = report.message === 'OK';
					break;
				case 'cell':
					if (stage === 'graphics' && isSane(report)) cell = { width: report.width, height: report.height };
					break;
				case 'attributes':
					if (stage === 'name' || stage === 'graphics') end();
					break;
				case 'background':
				case 'device':
				case 'keyboard':
					break;
			}
		},
	};
}

function isSane({ width, height }: PixelSize): boolean {
	const ratio = height / width;
	return width >= 2 && height >= 2 && width <= 500 && height <= 500 && ratio >= 0.5 && ratio <= 8;
}

/** Pictures in the way that the terminal shows them, as long as they are wanted; without a store there are none. */
export function createWantedPictures(
	store: PictureStore | null,
	{ env, terminal }: { readonly env: Environment; readonly terminal: Pick<Terminal, 'query'> },
) {
	let choice: UiOptions['pictures'] = 'never';
	const isWanted = (): boolean => choice !== 'never';
	const probe = createPictureProbe({
		ask: (query) => terminal.query(query),
		found: (cell) => isWanted() && store?.open(cell),
		missed: () => isWanted() && store?.openAsText(),
	});
	return {
		take: (report: TerminalReport): void => probe.take(report),
		configure(next: UiOptions['pictures']): void {
			if (next === choice || store === null) return;
			choice = next;
			if (!isWanted()) store.close();
			else if (mayShowPictures(env)) probe.start();
			else store.openAsText();
		},
	};
}
