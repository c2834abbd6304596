import { sanitizeLine } from '../../core/text/sanitize.js';
import { LinearScreen } from '../../ui/linear-screen.js';
import type { Form, FormHost } from '../interactive/frontend.js';
import type { InteractiveOptions } from '../interactive/options.js';
import { runForm } from '../interactive/run-frontend.js';
import { createLinearController } from './controller.js';

/**
 * Runs the form for screen readers until the person leaves: lines in the terminal's own scrollback, the
 * draft last. Returns the exit code, as `runForm`.
 */
export function startLinear(options: InteractiveOptions): Promise<number> {
	return runForm(options, (host) => linear(options, host));
}

function linear({ app, clock, home }: InteractiveOptions, { table, stdout, write, perform }: FormHost): Form {
	let writeAbove = write;
	/** The terminal is another program's: Ink would throw away what is said, a question too. */
	let isAway = false;
	const unsaid: string[] = [];
	const say = (lines: readonly string[]): void => {
		if (isAway) unsaid.push(...lines);
		else if (lines.length > 0) writeAbove(`${lines.join('\n')}\n`);
	};
	const controller = createLinearController({
		app,
		clock,
		table,
		home,
		columns: stdout.columns,
		rows: stdout.rows,
		greeting: `acp-tui in ${sanitizeLine(app.getState().cwd)}. Write a prompt and press enter. /help tells more, control d leaves.`,
		say,
		perform,
	});
	return {
		...controller,
		report: (report) => report.type === 'key' && controller.key(report.key),
		tell: (words) => words !== null && controller.tell(words),
		element: ({ onReady, ...input }) => (
			<LinearScreen
				source={controller.source}
				{...input}
				onReady={(above, suspend) => {
					writeAbove = above;
					onReady(suspend);
				}}
			/>
		),
		look: { alternateScreen: false, incrementalRendering: false },
		away(isNow) {
			isAway = isNow;
			if (!isNow) say(unsaid.splice(0));
		},
		// Nothing here is drawn but the draft, and the mouse is the terminal's.
		mouse: () => undefined,
		redraw: async () => undefined,
	};
}
