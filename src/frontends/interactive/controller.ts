import { defined } from '../../core/defined.js';
import type { TerminalEvent } from '../../terminal/terminal.js';
import { isSameLine, linesOf, type Screen, screenOf } from '../../ui/screen.js';
import type { ViewInput } from '../../view/advance.js';
import { onLanguageLoaded } from '../../view/code/highlight.js';
import { emptyFrame, type Frame } from '../../view/frame/frame.js';
import type { Line, PictureRef } from '../../view/line.js';
import { panelIn } from '../../view/panel/loaded-panel.js';
import { type PictureSource, pictureIn, withoutPicture } from '../../view/pictures/picture-lines.js';
import { screenView } from '../../view/screen-view.js';
import type { AppearanceOptions } from '../../view/state/appearance-options.js';
import type { ScreenContext } from '../../view/state/context.js';
import { hasSidePanel, screenColumns } from '../../view/state/side-panel.js';
import { initialUi, shownTheme, type UiState } from '../../view/state/ui-state.js';
import type { Painter } from '../../view/theme/paint.js';
import { FRAME, RUSHING_FRAME } from './pacer.js';
import { createViewController, type ViewControllerOptions } from './view-controller.js';

export type ControllerOptions = Pick<
	ViewControllerOptions<Frame, Screen>,
	'app' | 'clock' | 'table' | 'home' | 'version' | 'perform'
> & {
	/** Returns the same painter as long as it looks the same. */
	readonly painterFor: (theme: string) => Painter;
	readonly appearance: AppearanceOptions;
	readonly browser: NonNullable<ScreenContext['browser']>;
	readonly columns: number;
	readonly rows: number;
	readonly isMouseOn: boolean;
	readonly render?: (context: ScreenContext) => Frame;
	/** Query of the mention being typed, after each step; null when there is none. */
	readonly onMention: (query: string | null) => void;
	readonly pictures?: ShownPictures;
};

export type Controller = ReturnType<typeof createController>;

export function createController(options: ControllerOptions) {
	const { app, clock, table, home, pictures, painterFor, perform } = options;
	const visible = createVisiblePictures(pictures);
	const ui = initialUi(options.columns, options.rows, options.isMouseOn, options.appearance);
	const lookOf = (now: UiState) => ({
		columns: screenColumns(now),
		painter: painterFor(shownTheme(now)),
		...(hasSidePanel(now) ? { mainColumns: now.columns } : {}),
	});
	const { put, changed, stop, notify, ...rest } = createViewController<Frame, Screen>({
		app,
		clock,
		table,
		home,
		...defined({ version: options.version }),
		browser: options.browser,
		view: screenView(options.render),
		ui,
		frame: emptyFrame,
		blank: screenOf(emptyFrame, lookOf(ui), null),
		pictures: () => pictures?.source() ?? null,
		stepped: (_, now) =>
			options.onMention(panelIn(now)?.fileQuery ?? now.forms?.query ?? now.composer.mention?.query ?? null),
		paint: (frame, now, before) => screenOf({ ...frame, transcript: visible(frame.transcript) }, lookOf(now), before),
		standsFor(screen, before) {
			const known = linesOf(before);
			const lines = linesOf(screen);
			const moved = lines.filter((line, index) => !isSameLine(line, known[index])).length;
			return moved > lines.length / 2 ? RUSHING_FRAME : FRAME;
		},
		perform,
	});
	const unlisten = onLanguageLoaded(changed);
	return {
		...rest,
		report: (report: Extract<TerminalEvent, { type: 'key' | 'mouse' }>): void => put(report),
		/** Shows a status message, for `lasting` ms where the usual time is too short. */
		toast: notify,
		/** Shows what the user's command for the status line wrote. */
		statusOutput: (line: Line): void => put({ type: 'status-output', line }),
		redraw: (): void => put({ type: 'tick' }),
		configure: (change: Omit<Extract<ViewInput, { type: 'configure' }>, 'type'>): void =>
			put({ type: 'configure', ...change }),
		stop(): void {
			unlisten();
			stop();
		},
	};
}

type ShownPictures = {
	/** Null where the terminal shows none. */
	source(): PictureSource | null;
	show(pictures: readonly PictureRef[]): void;
	has(picture: PictureRef): boolean;
};

/** Reports the pictures in a frame, and blanks those under way: cells written before them might stay empty. */
export function createVisiblePictures(pictures: ShownPictures | undefined): (rows: readonly Line[]) => readonly Line[] {
	const blanks = new WeakMap<Line, Line>();
	return (rows) => {
		if (pictures === undefined || pictures.source() === null) return rows;
		const visible = new Set<PictureRef>();
		for (const row of rows) {
			const picture = pictureIn(row);
			if (picture !== null) visible.add(picture);
		}
		pictures.show([...visible]);
		if (visible.size === 0) return rows;
		return rows.map((row) => {
			const picture = pictureIn(row);
			if (picture === null || pictures.has(picture)) return row;
			const blank = blanks.get(row) ?? withoutPicture(row);
			blanks.set(row, blank);
			return blank;
		});
	};
}
