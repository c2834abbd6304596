import { createInlineScreen } from '../../terminal/output/inline-screen.js';
import { isTmuxDevice, reflowOf, reflowOfDevice } from '../../terminal/output/reflow.js';
import { Keyboard } from '../../ui/keyboard.js';
import { keyboardSwitchesOnly } from '../../ui/keyboard-switches.js';
import { InlineRenderer } from '../../view/inline/frame.js';
import { everyStep } from '../interactive/every-step.js';
import type { Form, FormHost } from '../interactive/frontend.js';
import type { InteractiveOptions } from '../interactive/options.js';
import { FRAME } from '../interactive/pacer.js';
import { runForm } from '../interactive/run-frontend.js';
import { createScreenParts } from '../interactive/screen-parts.js';
import { writtenLine } from './written-line.js';

/** A window that is drawn narrower, if slowly, has no new size for so long when it is done, in ms. */
const SETTLES_IN = 150;
/** tmux tells the first of some sizes at once, and the last of them a quarter of a second later. */
const TMUX_SETTLES_IN = 300;

/**
 * Runs the interface below the terminal's own scrollback until the person leaves: what is finished is written into
 * it, what may still change is drawn below. Returns the exit code, as `runForm`.
 */
export function startInline(options: InteractiveOptions): Promise<number> {
	return runForm(options, (host) => inline(options, host));
}

function inline(options: InteractiveOptions, host: FormHost): Form {
	const { clock } = options;
	const { stdout, write, modes } = host;
	const renderer = new InlineRenderer();
	let reflow = reflowOf(options.env);
	let isTmux = options.env['TMUX'] !== undefined;
	const { controller, paintLine, ...parts } = createScreenParts(options, host, null, renderer.render, (device) => {
		reflow = reflowOfDevice(device) ?? reflow;
		isTmux ||= isTmuxDevice(device);
	});
	const { source } = controller;
	const screen = createInlineScreen(write, stdout, () => reflow);
	let isStopped = false;
	/** Becoming narrower: whatever is drawn now would be wrapped by the next step. */
	let stopSettling: (() => void) | null = null;
	let stopTimer: (() => void) | null = null;

	const linesOf = (lines: ReturnType<typeof renderer.takeLines>): readonly string[] =>
		lines.map((line) => writtenLine(line, paintLine));

	function paint(): void {
		if (isStopped || stopSettling !== null || screen.isAway()) return;
		// A size that changed a moment ago is not told yet; what would be drawn now would be torn by it.
		refreshSize(stdout);
		const isWhole = renderer.isWhole();
		// A row that is wider than we think spills into no other; below the scrollback rows are counted as wrapped.
		modes.wrapping(!isWhole);
		screen.show(isWhole ? [] : linesOf(renderer.takeLines()), source.getSnapshot(), isWhole);
		modes.mouse(isWhole && controller.getUi().isMouseOn);
		if (isWhole || !renderer.hasMore() || stopTimer !== null) return;
		stopTimer = clock.after(FRAME, () => {
			stopTimer = null;
			controller.redraw();
		});
	}

	/** Draws nothing until the window keeps its size. */
	function settle(): void {
		stopSettling?.();
		stopSettling = clock.after(isTmux ? TMUX_SETTLES_IN : SETTLES_IN, () => {
			stopSettling = null;
			paint();
		});
	}

	return {
		...parts,
		source,
		resize(columns, rows) {
			const isNarrower = columns < controller.getUi().columns;
			screen.resized(columns);
			if (isNarrower || stopSettling !== null) settle();
			controller.resize(columns, rows);
		},
		element: (input) => <Keyboard {...input} />,
		look: { alternateScreen: false, incrementalRendering: false },
		inkOutput: keyboardSwitchesOnly(stdout),
		opened() {
			source.subscribe(paint);
			paint();
			parts.opened();
		},
		away(isAway) {
			modes.mouse(false);
			modes.wrapping(true);
			screen.away(isAway);
			if (!isAway) controller.redraw();
		},
		// Below the scrollback the mouse is the terminal's, always.
		mouse: (isOn) => modes.mouse(isOn && renderer.isWhole()),
		async redraw() {
			screen.anew();
			controller.redraw();
		},
		stop() {
			let rest: readonly string[] = [];
			everyStep([
				() => controller.redraw(),
				() => {
					isStopped = true;
					stopTimer?.();
					stopSettling?.();
					parts.stop();
					modes.wrapping(true);
				},
				() => {
					rest = linesOf(renderer.takeRest());
				},
				() => screen.end(rest),
			]);
		},
	};
}

/** Asks the terminal's size and tells of a new one at once. Node has it, for its own use. */
function refreshSize(stdout: NodeJS.WriteStream & { readonly _refreshSize?: () => void }): void {
	stdout._refreshSize?.();
}
