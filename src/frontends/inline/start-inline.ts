import type { TerminalReport } from '../../terminal/input/reports.js';
import { isTmuxDevice } from '../../terminal/output/reflow.js';
import type { Terminal } from '../../terminal/terminal.js';
import { InlineRenderer } from '../../view/inline/inline-frame.js';
import type { Line, Style } from '../../view/line.js';
import type { ScreenContext } from '../../view/state/context.js';
import { isPointing } from '../../view/state/mouse-state.js';
import { everyStep } from '../interactive/every-step.js';
import type { Frontend, FrontendHost } from '../interactive/frontend.js';
import type { InteractiveOptions } from '../interactive/interactive-options.js';
import { FRAME } from '../interactive/pacer.js';
import { runFrontend } from '../interactive/run-frontend.js';
import { createScreenParts, type ScreenParts } from '../interactive/screen-parts.js';

/** Milliseconds without a new size after which a slow resize is over. */
const SETTLES_IN = 150;
/** tmux reports the first of several sizes at once, and the last one a quarter of a second later. */
const TMUX_SETTLES_IN = 300;

/** Runs the interface below the scrollback, into which finished lines are written. Returns the exit code. */
export function startInline(options: InteractiveOptions): Promise<number> {
	return runFrontend(options, (host) => inline(options, host));
}

function inline(options: InteractiveOptions, host: FrontendHost): Frontend {
	const layout = new InlineRenderer(options.app);
	const render = (context: ScreenContext) => layout.render(context);
	const parts = createScreenParts(options, host, null, render);
	const screen = new InlineScreen(options, layout, parts);
	const { controller } = parts;
	return {
		...parts,
		answer(report) {
			parts.answer(report);
			screen.receive(report);
		},
		resize(columns, rows) {
			screen.resized(columns < controller.getUi().columns);
			controller.resize(columns, rows);
		},
		show(session, heading, rows) {
			layout.show(session.app, heading);
			parts.show(session, heading, rows);
		},
		opened() {
			controller.source.subscribe(() => screen.paint());
			screen.paint();
			host.terminal.query('device');
			parts.opened();
		},
		// Below the scrollback the mouse is always the terminal's.
		mouse: (isOn) => host.terminal.setMode('mouse', isOn && layout.isWhole()),
		redraw() {
			host.terminal.redraw();
			controller.redraw();
		},
		stop: () => screen.stop(),
	};
}

class InlineScreen {
	readonly #options: InteractiveOptions;
	readonly #terminal: Terminal;
	readonly #layout: InlineRenderer;
	readonly #parts: ScreenParts;
	#isTmux: boolean;
	#isStopped = false;
	/** The window is getting narrower: a frame drawn now would be wrapped by the next step. */
	#stopSettling: (() => void) | null = null;
	#stopTimer: (() => void) | null = null;

	constructor(options: InteractiveOptions, layout: InlineRenderer, parts: ScreenParts) {
		this.#options = options;
		this.#terminal = options.terminal;
		this.#layout = layout;
		this.#parts = parts;
		this.#isTmux = options.env['TMUX'] !== undefined;
	}

	receive(report: TerminalReport): void {
		if (report.type === 'device') this.#isTmux ||= isTmuxDevice(report);
	}

	paint(): void {
		const terminal = this.#terminal;
		if (terminal.isSuspended) return;
		// A recent resize is not reported yet; it would tear a frame drawn now.
		terminal.refreshSize();
		if (this.#isStopped || this.#stopSettling !== null) return;
		const { controller } = this.#parts;
		const isWhole = this.#layout.isWhole();
		// A row wider than expected must not spill into others; below the scrollback rows are counted as wrapped.
		terminal.setMode('line-wrapping', !isWhole);
		terminal.draw({
			screen: isWhole ? 'alternate' : 'inline',
			lines: isWhole ? [] : this.#written(this.#layout.takeLines()),
			...this.#parts.draw(),
		});
		terminal.setMode('mouse', isWhole && controller.getUi().isMouseOn);
		terminal.setMode('mouse-moves', isWhole && isPointing(controller.getUi()));
		if (!isWhole && this.#layout.hasMore()) this.#goOn();
	}

	resized(isNarrower: boolean): void {
		if (isNarrower || this.#stopSettling !== null) this.#settle();
	}

	/** Ends all drawing. Returns the lines that were not written yet. */
	stop(): readonly string[] {
		let rest: readonly string[] = [];
		everyStep([
			() => this.#parts.controller.redraw(),
			() => {
				this.#isStopped = true;
				this.#stopTimer?.();
				this.#stopSettling?.();
				this.#parts.stop();
			},
			() => {
				rest = this.#written(this.#layout.takeRest());
			},
		]);
		return rest;
	}

	#written(lines: readonly Line[]): readonly string[] {
		return lines.map((line) => writtenLine(line, this.#parts.paintLine));
	}

	/** Writes the next part of many finished lines with another frame. */
	#goOn(): void {
		this.#stopTimer ??= this.#options.clock.after(FRAME, () => {
			this.#stopTimer = null;
			this.#parts.controller.redraw();
		});
	}

	/** Draws nothing until the window keeps its size. */
	#settle(): void {
		this.#stopSettling?.();
		this.#stopSettling = this.#options.clock.after(this.#isTmux ? TMUX_SETTLES_IN : SETTLES_IN, () => {
			this.#stopSettling = null;
			this.paint();
		});
	}
}

type TrimmedLine = { readonly line: Line; readonly behind: Style['background'] | null };

/** A transcript line as it is written for good: without trailing blanks, so that nobody copies padding. */
function writtenLine(line: Line, paintLine: (line: Line) => string): string {
	const { line: text, behind } = trimLine(line);
	if (text.length === 0 && behind === null) return '';
	const painted = ` ${paintLine(text)}`;
	if (behind === null || behind === undefined) return painted;
	const [on = '', off = ''] = paintLine([{ text: ' ', style: { background: behind } }]).split(' ');
	return on === '' ? painted : `${painted}${on}\x1b[K${off}`;
}

/** `behind`: background of the removed blanks. */
function trimLine(line: Line): TrimmedLine {
	let behind: TrimmedLine['behind'] = null;
	const spans = line.slice();
	for (let last = spans.at(-1); last !== undefined; last = spans.at(-1)) {
		const { style } = last;
		if (style?.underline === true || style?.inverse === true || style?.strike === true) break;
		const text = last.text.replace(/ +$/, '');
		if (text.length < last.text.length) behind ??= style?.background ?? null;
		if (text !== '') {
			if (text.length < last.text.length) spans[spans.length - 1] = { ...last, text };
			break;
		}
		spans.pop();
	}
	return { line: spans, behind };
}
