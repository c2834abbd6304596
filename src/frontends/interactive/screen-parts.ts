import { isDeepStrictEqual } from 'node:util';
import type { App } from '../../app/app.js';
import { defined } from '../../core/defined.js';
import { unexpected } from '../../core/updated-meanwhile.js';
import type { Background } from '../../terminal/input/reports.js';
import { ScreenRenderer } from '../../ui/renderer.js';
import { drawDiagramsWith } from '../../view/diagrams/diagrams.js';
import type { Frame } from '../../view/frame/frame.js';
import type { Line } from '../../view/line.js';
import { type AppearanceOptions, defaultAppearance } from '../../view/state/appearance-options.js';
import type { ScreenContext } from '../../view/state/context.js';
import { cursorShape, shownTheme } from '../../view/state/ui-state.js';
import { createPainter, type Painter } from '../../view/theme/paint.js';
import type { Theme } from '../../view/theme/theme.js';
import { themeNames } from '../../view/theme/themes.js';
import type { StatusLineChoice } from '../../view/ui-options.js';
import { chooseAppearance, glyphsOf, isColorless, needsBackground } from './appearance.js';
import { createController } from './controller.js';
import type { Frontend, FrontendHost, Painted } from './frontend.js';
import type { InteractiveOptions, InteractiveSession, LiveSettings } from './interactive-options.js';
import { createMentionFinder, recentFiles } from './mention-finder.js';
import type { PictureStore } from './pictures/picture-store.js';
import { createWantedPictures } from './pictures/probe-pictures.js';
import type { StatusCommand } from './status-command.js';

/** Milliseconds to read a message about a prompt. */
const READING_TIME = 10_000;

export type ScreenParts = ReturnType<typeof createScreenParts>;

/** The controller with colours, the terminal's background, the search for mentions and, with `pictures`, pictures. */
export function createScreenParts(
	options: InteractiveOptions,
	host: FrontendHost,
	pictures: PictureStore | null = null,
	render?: (context: ScreenContext) => Frame,
) {
	const { terminal } = host;
	drawDiagramsWith(options.ui.diagrams ? options.drawDiagram : null);
	const painters = createPainters(options);
	const finderFor = ({ app, fileIndex }: InteractiveSession) =>
		createMentionFinder({
			index: fileIndex,
			recent: () => recentFiles(app.getState(), controller.getUi().composer.history.entries),
			onResults: (query, hits) => controller.compose({ type: 'mention-results', query, hits }),
		});
	let finder = finderFor(options);
	const controller = createController({
		app: options.app,
		clock: options.clock,
		table: host.table,
		painterFor: painters.painterFor,
		appearance: appearanceOf(options, options.env),
		home: options.home,
		...defined({ version: options.version }),
		browser: options.browser.place,
		...terminal.size,
		isMouseOn: options.ui.mouse,
		...(pictures === null ? {} : { pictures }),
		...defined({ render }),
		onMention: (query) => finder.setQuery(query),
		perform: host.perform,
	});
	const status = new StatusFollower(options, controller.statusOutput);
	status.configure(options.ui.statusLine);
	const wantedPictures = createWantedPictures(pictures, { env: options.env, terminal });
	const askBackground = (): void => {
		if (painters.needsAnswer(settings.ui.theme)) terminal.query('background');
	};
	const renderer = new ScreenRenderer();
	let settings: Pick<LiveSettings, 'ui' | 'themes'> = options;
	const { source, key, paste, resize, compose, panel, getUi, setSessions, forget } = controller;
	const parts = {
		...{ source, key, paste, resize, compose, panel, getUi, setSessions, forget },
		pointer: (event) => controller.report({ type: 'mouse', event }),
		notify: (words, isLong = false, app) => controller.toast(words ?? '', isLong ? timeFor(words) : undefined, app),
		configure(next, table) {
			const { ui } = next;
			const [before, now] = [settings, next].map((each) => appearanceOf(each, options.env));
			const isMouseOn = ui.mouse === settings.ui.mouse ? {} : { isMouseOn: ui.mouse };
			settings = next;
			painters.configure(next);
			drawDiagramsWith(ui.diagrams ? options.drawDiagram : null);
			controller.setKeys(table);
			// Vim's keys are loaded by whoever finds that they are wanted.
			const { vim: _, ...appearance } = changedIn(before, now);
			controller.configure({ appearance, ...isMouseOn });
			status.configure(ui.statusLine);
			wantedPictures.configure(ui.pictures);
			askBackground();
		},
		show(session, _heading, rows) {
			finder.stop();
			finder = finderFor(session);
			status.follow(session.app);
			controller.show(session.app, rows);
		},
		answer(report) {
			wantedPictures.take(report);
			if (report.type === 'background' && painters.take(report.background)) controller.redraw();
		},
		opened() {
			renderer
				.takeOver(options.clock, () => controller.getUi().lastKeyAt, controller.source.getSnapshot)
				.catch((error) => controller.toast(unexpected(error)));
			if (options.ui.editor === 'vim') host.perform({ type: 'load-panel', name: 'vim' });
			askBackground();
			wantedPictures.configure(options.ui.pictures);
		},
	} satisfies Partial<Frontend>;
	return {
		...parts,
		controller,
		/** Rows of the screen as it stands, and the cursor. */
		draw(): Painted {
			const screen = source.getSnapshot();
			terminal.setCursorShape(cursorShape(getUi()));
			terminal.setBackground(painters.backgroundOf(shownTheme(getUi())));
			return { rows: renderer.draw(screen), cursor: screen.cursor };
		},
		paintLine: (line: Line): string => painters.painterFor(shownTheme(getUi())).paintLine(line),
		stop(): void {
			controller.stop();
			finder.stop();
			status.stop();
			renderer.unmount();
		},
	};
}

function timeFor(words: string | null): number {
	return words === null ? 0 : READING_TIME;
}

function appearanceOf(
	{ ui, themes }: Pick<LiveSettings, 'ui' | 'themes'>,
	env: InteractiveOptions['env'],
): AppearanceOptions {
	return {
		theme: ui.theme,
		names: [...themeNames, ...themes.keys()],
		own: themes,
		isColorless: isColorless(env),
		glyphs: glyphsOf(ui.glyphs, env),
		isMotionReduced: ui.motion === 'reduced',
		diffLayout: ui.diff,
		isDrawn: ui.diagrams,
		column: ui.column,
		sidePanel: ui.panel,
		editor: ui.editor,
		// Loaded once the first frame is there.
		...(ui.editor === 'vim' ? { vim: null } : {}),
		statusLine: ui.statusLine,
	};
}

/** The fields that differ: what was chosen for this session stays otherwise. */
function changedIn(before: AppearanceOptions = defaultAppearance, now = before): Partial<AppearanceOptions> {
	const isChanged = ([key, value]: readonly [string, unknown]): boolean =>
		!isDeepStrictEqual(Reflect.get(before, key), value);
	return Object.fromEntries(Object.entries(now).filter(isChanged));
}

function createPainters({ env, ...first }: Pick<InteractiveOptions, 'env' | 'themes' | 'ui'>) {
	let { themes } = first;
	let { glyphs, paintBackground } = first.ui;
	let background: Background | null = null;
	const mayPaint = (): boolean => paintBackground && !isColorless(env);
	// A painter caches lines, which are useless in another theme.
	let last: { readonly key: string; readonly theme: Theme; readonly painter: Painter } | null = null;
	const lookOf = (name: string) => {
		const key = `${name} ${background}`;
		if (last?.key !== key) {
			const look = chooseAppearance(name, env, { themes, background, glyphs });
			last = { key, theme: look.theme, painter: createPainter(look.theme, look) };
		}
		return last;
	};
	return {
		painterFor: (theme: string): Painter => lookOf(theme).painter,
		configure(settings: Pick<LiveSettings, 'ui' | 'themes'>): void {
			({ themes } = settings);
			({ glyphs, paintBackground } = settings.ui);
			last = null;
		},
		/** Whether the terminal is to be asked for its background. */
		needsAnswer: (theme: string): boolean => background === null && (mayPaint() || needsBackground(theme, env)),
		/** Background to set for a theme; null: the terminal's own. Who tells its background can set one. */
		backgroundOf: (theme: string): string | null =>
			mayPaint() && background !== null ? lookOf(theme).theme.background : null,
		/** Takes what the terminal reported; whether anything looks different now. */
		take(reported: Background | null): boolean {
			// A background that is reported once ours is set is ours.
			if (reported === null || reported === background || (mayPaint() && background !== null)) return false;
			background = reported;
			return true;
		},
	};
}

/** The user's command for the status line, as long as the settings have one: its code is loaded with the first. */
class StatusFollower {
	readonly #options: Pick<InteractiveOptions, 'clock' | 'runStatusCommand'>;
	readonly #onLine: (line: Line) => void;
	#app: App;
	#choice: StatusLineChoice = [];
	#running: StatusCommand | null = null;

	constructor(options: Pick<InteractiveOptions, 'app' | 'clock' | 'runStatusCommand'>, onLine: (line: Line) => void) {
		this.#options = options;
		this.#onLine = onLine;
		this.#app = options.app;
	}

	configure(choice: StatusLineChoice): void {
		if (JSON.stringify(choice) === JSON.stringify(this.#choice)) return;
		const isShown = 'command' in this.#choice;
		this.stop();
		this.#choice = choice;
		// The output of the former command is not this one's.
		if (isShown) this.#onLine([]);
		if ('command' in choice) void this.#start(choice);
	}

	follow(app: App): void {
		this.#app = app;
		this.#running?.follow(app);
	}

	stop(): void {
		this.#choice = [];
		this.#running?.stop();
		this.#running = null;
	}

	async #start(choice: Extract<StatusLineChoice, { command: string }>): Promise<void> {
		const { StatusCommand: Command } = await import('./status-command.js');
		if (this.#choice !== choice) return;
		const { clock, runStatusCommand: run } = this.#options;
		this.#running = new Command({ command: choice.command, run, clock, onLine: this.#onLine });
		this.#running.follow(this.#app);
	}
}
