import { isTmuxDevice } from '../../terminal/output/reflow.js';
import { createRenderer } from '../../ui/renderer.js';
import { InlineRenderer } from '../../view/inline/frame.js';
import { everyStep } from '../interactive/every-step.js';
import type { Frontend, FrontendHost } from '../interactive/frontend.js';
import type { InteractiveOptions } from '../interactive/options.js';
import { FRAME } from '../interactive/pacer.js';
import { runFrontend } from '../interactive/run-frontend.js';
import { createScreenParts } from '../interactive/screen-parts.js';
import { writtenLine } from './written-line.js';

/** A window that is drawn narrower, if slowly, has no new size for so long when it is done, in ms. */
const SETTLES_IN = 150;
/** tmux reports the first of some sizes at once, and the last of them a quarter of a second later. */
const TMUX_SETTLES_IN = 300;

/**
 * Runs the interface below the terminal's own scrollback until the user leaves: what is finished is written into
 * it, what may still change is drawn below. Returns the exit code, as `runFrontend`.
 */
export function startInline(options: InteractiveOptions): Promise<number> {
	return runFrontend(options, (host) => inline(options, host));
}

function inline(options: InteractiveOptions, host: FrontendHost): Frontend {
	const { clock } = options;
	const { terminal } = host;
	const layout = new InlineRenderer();
	const renderer = createRenderer();
	const { controller, paintLine, ...parts } = createScreenParts(options, host, null, (context) =>
		layout.render(context),
	);
	const { source } = controller;
	let isTmux = options.env['TMUX'] !== undefined;
	let isStopped = false;
	/** Becoming narrower: whatever is drawn now would be wrapped by the next step. */
	let stopSettling: (() => void) | null = null;
	let stopTimer: (() => void) | null = null;

	const linesOf = (lines: ReturnType<typeof layout.takeLines>): readonly string[] =>
		lines.map((line) => writtenLine(line, paintLine));

	function paint(): void {
		if (terminal.isSuspended) return;
		// A size that changed a moment ago is not reported yet; what would be drawn now would be torn by it.
		terminal.refreshSize();
		if (isStopped || stopSettling !== null) return;
		const isWhole = layout.isWhole();
		// A row that is wider than we think spills into no other; below the scrollback rows are counted as wrapped.
		terminal.setMode('line-wrapping', !isWhole);
		const { rows, cursor } = source.getSnapshot();
		terminal.draw({
			screen: isWhole ? 'alternate' : 'inline',
			lines: isWhole ? [] : linesOf(layout.takeLines()),
			rows: renderer.draw(rows),
			cursor,
		});
		terminal.setMode('mouse', isWhole && controller.getUi().isMouseOn);
		if (isWhole || !layout.hasMore() || stopTimer !== null) return;
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
		answer(report) {
			parts.answer(report);
			if (report.type === 'device') isTmux ||= isTmuxDevice(report);
		},
		resize(columns, rows) {
			const isNarrower = columns < controller.getUi().columns;
			if (isNarrower || stopSettling !== null) settle();
			controller.resize(columns, rows);
		},
		opened() {
			source.subscribe(paint);
			paint();
			terminal.query('device');
			parts.opened();
		},
		// Below the scrollback the mouse is the terminal's, always.
		mouse: (isOn) => terminal.setMode('mouse', isOn && layout.isWhole()),
		redraw() {
			terminal.redraw();
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
					renderer.unmount();
				},
				() => {
					rest = linesOf(layout.takeRest());
				},
			]);
			return rest;
		},
	};
}
