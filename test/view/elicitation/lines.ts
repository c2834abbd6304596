import type { AppEvent } from '../../../src/core/event.js';
import { keyOf } from '../../../src/terminal/key.js';
import { defaultKeymap } from '../../../src/view/actions/actions.js';
import { advance, type ViewInput } from '../../../src/view/advance.js';
import { open as openForms } from '../../../src/view/elicitation/forms.js';
import { open as openHelp } from '../../../src/view/frame/help-panel.js';
import { firstLinearFrame, type LinearFrame, linearView } from '../../../src/view/linear/linear-view.js';
import { initialUi, type UiState } from '../../../src/view/state/ui-state.js';
import type { UiRequest } from '../../../src/view/state/ui-step.js';
import { createRenderCache } from '../../../src/view/transcript/line-cache.js';
import { type Play, play } from '../../core/session/play.js';

/** The view for screen readers without a terminal: lines in, lines out. */
export type Lines = {
	session: Play;
	ui: UiState;
	now: number;
	frame: LinearFrame;
	/** Everything that was said. */
	readonly said: string[];
	readonly requests: UiRequest[];
};

const cache = createRenderCache();

export function createLines(session: Play): Lines {
	const now = session.at + 100_000;
	const frame = firstLinearFrame(now);
	const lines: Lines = { session, ui: initialUi(80, 24, false), now, frame, said: [], requests: [] };
	putLine(lines, { type: 'tick' });
	return lines;
}

function putLine(lines: Lines, input: ViewInput): void {
	const { session, ui, now } = lines;
	const { state, lookups } = session;
	const context = { session: state, lookups, ui, table: defaultKeymap, now, home: '/home/ada', cache };
	const step = advance(linearView, context, lines.frame, input);
	lines.ui = step.ui;
	lines.frame = step.frame;
	lines.said.push(...step.frame.lines);
	for (const request of step.requests) {
		lines.requests.push(request);
		if (request.type === 'load-panel') {
			const open = request.name === 'help' ? openHelp : openForms;
			putLine(lines, { type: 'panel', name: request.name, open });
		}
		if (request.type === 'dispatch') lines.session = play(lines.session, request.event);
	}
	if (step.requests.length > 0) putLine(lines, { type: 'tick' });
}

/** Something happens to the session, and some time passes. */
export function happenTo(lines: Lines, ...events: readonly AppEvent[]): void {
	lines.session = play(lines.session, ...events);
	putLine(lines, { type: 'tick' });
	lines.now += 2000;
	putLine(lines, { type: 'tick' });
}

/** Types a line and enters it; what is said to it. */
export function enterLine(lines: Lines, text: string): readonly string[] {
	lines.now += 800;
	const from = lines.said.length;
	for (const character of text) putLine(lines, { type: 'key', key: keyOf('char', character) });
	putLine(lines, { type: 'key', key: keyOf('enter', '') });
	return lines.said.slice(from);
}

/** Presses a key. */
export function pressKey(lines: Lines, name: 'escape' | 'enter'): readonly string[] {
	lines.now += 800;
	const from = lines.said.length;
	putLine(lines, { type: 'key', key: keyOf(name, '') });
	return lines.said.slice(from);
}
