import { sanitizeLine } from '../../core/text/sanitize.js';
import type { Frontend, FrontendHost } from '../interactive/frontend.js';
import type { InteractiveOptions } from '../interactive/options.js';
import { runFrontend } from '../interactive/run-frontend.js';
import { createLinearController } from './controller.js';

/** Runs the front end for screen readers in the terminal's scrollback, the draft last. Returns the exit code. */
export function startLinear(options: InteractiveOptions): Promise<number> {
	return runFrontend(options, (host) => linear(options, host));
}

function linear(
	{ app, clock, home, browser }: InteractiveOptions,
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
		tell: (words, _, of) => words !== null && controller.tell(words, of),
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
