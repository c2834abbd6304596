import { defined } from '../../core/defined.js';
import type { Frame } from '../../view/frame/frame.js';
import type { Line } from '../../view/line.js';
import type { ScreenContext } from '../../view/state/context.js';
import { shownTheme } from '../../view/state/ui-state.js';
import { isColorless, needsBackground } from './appearance.js';
import { type TerminalDevice, watchBackground } from './background.js';
import { type Controller, createController } from './controller.js';
import type { Form, FormHost } from './frontend.js';
import { createMentionFinder } from './mention-finder.js';
import type { InteractiveOptions } from './options.js';
import { createPainters, themeNames } from './painters.js';
import type { Gallery } from './pictures/gallery.js';
import { mayShowPictures } from './pictures/probe.js';
import { recentFiles } from './recent-files.js';

/** What is said before a prompt is sent stands long enough to be read, in ms. */
const READING_TIME = 10_000;

/** What the painted forms share, whatever they are shown on. */
export type ScreenParts = Pick<Form, 'key' | 'paste' | 'report' | 'resize' | 'tell' | 'compose' | 'getUi' | 'stop'> & {
	readonly controller: Controller;
	/** A line as the terminal is to show it, in the theme in force. */
	paintLine(line: Line): string;
	filter(text: string): string;
	opened(): void;
};

/**
 * The controller with the colours, the terminal's background and the search for what is mentioned; with a `gallery`
 * also pictures, where the terminal shows them. Who wants to know the kind of terminal is told by `foundDevice`.
 */
export function createScreenParts(
	options: InteractiveOptions,
	host: FormHost,
	gallery: Gallery | null = null,
	render?: (context: ScreenContext) => Frame,
	foundDevice?: (device: TerminalDevice) => void,
): ScreenParts {
	const { app, clock } = options;
	const { stdin, stdout, write } = host;
	const painters = createPainters(options.env, options.themes);
	const finder = createMentionFinder({
		index: options.fileIndex,
		recent: () => recentFiles(app.getState(), controller.getUi().composer.history.entries),
		found: (query, hits) => controller.compose({ type: 'mention-results', query, hits }),
	});
	const controller = createController({
		app,
		clock,
		table: host.table,
		painterFor: painters.painterFor,
		looks: {
			theme: options.ui.theme,
			names: themeNames(options.themes),
			isColorless: isColorless(options.env),
			isMotionReduced: options.ui.motion === 'reduced',
			diffs: options.ui.diff,
		},
		home: options.home,
		columns: stdout.columns,
		rows: stdout.rows,
		isMouseOn: options.ui.mouse,
		...(gallery === null ? {} : { pictures: gallery }),
		...defined({ render }),
		onMention: finder.want,
		perform: host.perform,
	});
	const background = watchBackground({
		clock,
		write,
		found(told) {
			painters.setBackground(told);
			controller.redraw();
		},
		giveBack: (text) => stdin.unshift(text),
		gallery,
		...defined({ foundDevice }),
	});
	return {
		controller,
		paintLine: (line) => painters.painterFor(shownTheme(controller.getUi())).paintLine(line),
		key: controller.key,
		paste: controller.paste,
		report: controller.report,
		resize: controller.resize,
		tell: (words, isLong = false) =>
			isLong ? controller.toast(words ?? '', words === null ? 0 : READING_TIME) : controller.toast(words ?? ''),
		compose: controller.compose,
		getUi: controller.getUi,
		filter: background.filter,
		opened() {
			if (needsBackground(options.ui.theme, options.env)) background.ask();
			if (foundDevice !== undefined) background.askForDevice();
			if (gallery !== null && mayShowPictures(options.env)) background.askForPictures();
		},
		stop() {
			controller.stop();
			finder.stop();
			background.stop();
		},
	};
}
