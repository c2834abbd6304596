import type { App } from '../../app/app.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { firstLinearFrame, type LinearFrame, linearView } from '../../view/linear/linear-view.js';
import type { ScreenContext } from '../../view/state/context.js';
import type { OpenSessionRow } from '../../view/state/open-sessions.js';
import { initialUi } from '../../view/state/ui-state.js';
import { asciiSigns } from '../../view/theme/glyphs.js';
import { glyphsOf } from '../interactive/appearance.js';
import type { Frontend, FrontendHost, Painted } from '../interactive/frontend.js';
import type { InteractiveOptions } from '../interactive/interactive-options.js';
import { runFrontend } from '../interactive/run-frontend.js';
import { createViewController, type ViewControllerOptions } from '../interactive/view-controller.js';

/** Runs the front end for screen readers in the terminal's scrollback, the draft last. Returns the exit code. */
export function startLinear(options: InteractiveOptions): Promise<number> {
	return runFrontend(options, (host) => linear(options, host));
}

function linear(
	{ app, clock, home, browser, ui, env }: InteractiveOptions,
	{ table, terminal, perform }: FrontendHost,
): Frontend {
	/** Lines that wait for the terminal to open or for the next frame. */
	const waiting: string[] = [];
	let isOpen = false;
	const draw = (): void => {
		if (!isOpen) return;
		const { rows, cursor } = controller.source.getSnapshot();
		const draft = rows.map((row) => row.trimEnd());
		terminal.draw({ screen: 'inline', lines: waiting.splice(0), rows: draft, cursor });
	};
	const controller = createLinearController({
		app,
		clock,
		table,
		home,
		browser: browser.place,
		isAscii: glyphsOf(ui.glyphs, env) === 'ascii',
		...terminal.size,
		greeting: `acp-tui in ${sanitizeLine(app.getState().cwd)}. Write a prompt and press enter. /help tells more, control d leaves.`,
		say(lines) {
			if (lines.length === 0) return;
			waiting.push(...lines);
			draw();
		},
		perform,
	});
	return {
		...controller,
		notify: (words, _, of) => words !== null && controller.notify(words, of),
		show: (session, heading, rows) => controller.show(session.app, heading, rows),
		configure: (_, next) => controller.setKeys(next),
		resize(columns, rows) {
			controller.resize(columns, rows);
			// After another program the draft is not on the screen, even if it is unchanged.
			draw();
		},
		opened() {
			isOpen = true;
			controller.source.subscribe(draw);
			draw();
		},
		suspended(isSuspended) {
			// The draft may have changed meanwhile.
			if (!isSuspended) draw();
		},
		stop() {
			controller.stop();
			isOpen = false;
			// The unfinished draft stays readable.
			return controller.source.getSnapshot().rows;
		},
	};
}

type LinearOptions = Pick<ViewControllerOptions<unknown, unknown>, 'app' | 'clock' | 'table' | 'home' | 'perform'> & {
	readonly browser: NonNullable<ScreenContext['browser']>;
	readonly columns: number;
	readonly rows: number;
	readonly greeting: string;
	readonly isAscii: boolean;
	readonly say: (lines: readonly string[]) => void;
};

/** Milliseconds; lines within them are said together. */
const BREATH = 100;

export function createLinearController(options: LinearOptions) {
	const { app, clock, table, home, perform, isAscii } = options;
	const say = (lines: readonly string[]): void => options.say(isAscii ? lines.map(asciiSigns) : lines);
	say([options.greeting]);
	const { notify, show, ...rest } = createViewController<LinearFrame, Painted>({
		app,
		clock,
		table,
		home,
		browser: options.browser,
		view: linearView,
		ui: initialUi(options.columns, options.rows, false),
		frame: firstLinearFrame(clock.now()),
		blank: { rows: [], cursor: null },
		// Drawn lines, such as those of a diff, are filled up with spaces.
		stepped: ({ lines }) => say(lines.map((line) => line.trimEnd())),
		paint: ({ rows, cursor }, _, before) => (isSame({ rows, cursor }, before) ? before : { rows, cursor }),
		standsFor: () => BREATH,
		perform,
	});
	return {
		...rest,
		/** Says a message that no entry holds; of a session that is not in front when it is. */
		notify: (text: string, of?: App): void => notify(text, undefined, of),
		show(next: App, heading: string, sessions: readonly OpenSessionRow[]): void {
			say([heading]);
			show(next, sessions);
		},
	};
}

function isSame({ rows, cursor }: Painted, before: Painted): boolean {
	if (cursor?.x !== before.cursor?.x || cursor?.y !== before.cursor?.y) return false;
	return rows.length === before.rows.length && rows.every((row, index) => row === before.rows[index]);
}
