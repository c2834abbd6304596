import type { AppEvent } from '../../src/core/event.js';
import { cellWidth } from '../../src/core/text/width.js';
import type { MouseEvent } from '../../src/terminal/input/mouse.js';
import { defaultKeymap } from '../../src/view/actions/actions.js';
import { open as openVim } from '../../src/view/actions/open-vim.js';
import { advance, type ViewInput } from '../../src/view/advance.js';
import { open as openCommands } from '../../src/view/commands/commands-panel.js';
import { open as openForms } from '../../src/view/elicitation/forms.js';
import { emptyFrame, type Frame, REGIONS } from '../../src/view/frame/frame.js';
import { open as openHelp } from '../../src/view/frame/help-panel.js';
import { open as openTryKeys } from '../../src/view/frame/try-keys-panel.js';
import type { Line } from '../../src/view/line.js';
import { PENDING_FOR } from '../../src/view/panel/guard.js';
import { panelIn } from '../../src/view/panel/loaded-panel.js';
import { open as openOwnCommands } from '../../src/view/pickers/own-commands-panel.js';
import { open as openThemes } from '../../src/view/pickers/theme-panel.js';
import { open as openReview } from '../../src/view/review/review-panel.js';
import { screenView } from '../../src/view/screen-view.js';
import { open as openSettings } from '../../src/view/settings/settings-panel.js';
import { open as openMcp } from '../../src/view/slash-commands/mcp-panel.js';
import { open as openStatus } from '../../src/view/slash-commands/status-panel.js';
import { lineText } from '../../src/view/spans.js';
import type { ScreenContext } from '../../src/view/state/context.js';
import type { PanelName } from '../../src/view/state/panel-name.js';
import { initialUi, type UiState } from '../../src/view/state/ui-state.js';
import type { UiRequest } from '../../src/view/state/ui-step.js';
import { createRenderCache, type RenderCache } from '../../src/view/transcript/line-cache.js';
import { type Play, play, promptOf } from '../core/session/play.js';
import { keysFrom } from './keys-from.js';

const view = screenView();

/** A screen without a terminal: keys in, lines out, requests carried out on the reducer. */
export type Stage = {
	session: Play;
	ui: UiState;
	now: number;
	frame: Frame;
	/** When time alone changes the screen next. */
	wakeAt: number | null;
	/** What was wanted of the world, in order. */
	readonly requests: UiRequest[];
	readonly cache: RenderCache;
};

export function createStage(session: Play, columns = 100, rows = 30): Stage {
	const stage: Stage = {
		session,
		ui: initialUi(columns, rows, true),
		// Long after whatever happened in the session.
		now: session.at + 100_000,
		frame: emptyFrame,
		wakeAt: null,
		requests: [],
		cache: createRenderCache(),
	};
	draw(stage);
	return stage;
}

export function contextOf(stage: Stage): ScreenContext {
	const { session, ui, now, cache } = stage;
	return { session: session.state, lookups: session.lookups, ui, table: defaultKeymap, now, home: '/home/ada', cache };
}

/** Lets the screen follow the session and the clock. */
export function draw(stage: Stage): UiRequest[] {
	return put(stage, { type: 'tick' });
}

/** Puts an input to the screen as the front ends do, and carries out what it requests, which is returned. */
export function put(stage: Stage, input: ViewInput): UiRequest[] {
	const step = advance(view, contextOf(stage), stage.frame, input);
	stage.ui = step.ui;
	stage.frame = step.frame;
	stage.wakeAt = step.wakeAt;
	for (const request of step.requests) carryOut(stage, request);
	return step.requests.length === 0 ? [] : [...step.requests, ...draw(stage)];
}

/** Things happen to the session, and are drawn. */
export function happen(stage: Stage, ...events: readonly AppEvent[]): void {
	stage.session = play(stage.session, ...events);
	draw(stage);
}

/** A screen on which things happened so long ago that keys count for what they brought. */
export function settled(session: Play, events: AppEvent | readonly AppEvent[], columns = 100, rows = 30): Stage {
	const stage = createStage(session, columns, rows);
	happen(stage, ...[events].flat());
	wait(stage, 2000);
	return stage;
}

/** Time passes; what a panel wakes for comes at its time. */
export function wait(stage: Stage, milliseconds: number): void {
	const until = stage.now + milliseconds;
	const wakesAt = panelIn(stage.ui)?.wakeAt?.(contextOf(stage)) ?? until;
	if (wakesAt < until) {
		stage.now = wakesAt;
		draw(stage);
	}
	stage.now = until;
	draw(stage);
}

/** Panels that are loaded late, here at once. */
const PANELS: Partial<Record<PanelName, Extract<ViewInput, { type: 'panel' }>['open']>> = {
	commands: openCommands,
	forms: openForms,
	vim: openVim,
	help: openHelp,
	mcp: openMcp,
	'own-commands': openOwnCommands,
	review: openReview,
	settings: openSettings,
	status: openStatus,
	themes: openThemes,
	'try-keys': openTryKeys,
};

function carryOut(stage: Stage, request: UiRequest): void {
	stage.requests.push(request);
	const open = request.type === 'load-panel' ? PANELS[request.name] : undefined;
	if (request.type === 'load-panel' && open !== undefined) put(stage, { type: 'panel', name: request.name, open });
	if (request.type === 'dispatch') stage.session = play(stage.session, request.event);
	if (request.type === 'send' && request.isSideQuestion !== true) {
		const { interrupts, pastes, place, rejects, steers } = request;
		if (steers === true) {
			stage.session = play(stage.session, { type: 'steer', prompt: promptOf(request.text) });
			return;
		}
		stage.session = play(stage.session, {
			type: 'prompt',
			prompt: { ...promptOf(request.text), ...(pastes === undefined ? {} : { pastes }) },
			...(interrupts ? { interrupts } : {}),
			...(place === undefined ? {} : { place }),
			...(rejects ? { isFirst: true } : {}),
		});
		if (rejects) stage.session = play(stage.session, { type: 'answer', ...rejects });
	}
}

/**
 * Presses keys in order, all in the same moment: ids between spaces, and text to type between backquotes.
 * What the last of them was held back for has then passed.
 */
export function press(stage: Stage, keys: string): UiRequest[] {
	const requests = pressNow(stage, keys);
	const from = stage.requests.length;
	const wakesAt = panelIn(stage.ui)?.wakeAt?.(contextOf(stage));
	const isPending = wakesAt != null && wakesAt <= stage.now + PENDING_FOR;
	if (stage.ui.question?.pendingKey != null || isPending) wait(stage, PENDING_FOR);
	return [...requests, ...stage.requests.slice(from)];
}

/** Presses keys, and no time passes afterwards. */
export function pressNow(stage: Stage, keys: string): UiRequest[] {
	const from = stage.requests.length;
	for (const key of keysFrom(keys)) put(stage, { type: 'key', key });
	return stage.requests.slice(from);
}

export function paste(stage: Stage, text: string): UiRequest[] {
	return put(stage, { type: 'paste', text });
}

/** The cell, from 1, where words begin on the screen. */
export function cellOf(stage: Stage, words: string): { readonly x: number; readonly y: number } {
	const rows = screen(stage);
	const row = rows.findIndex((line) => line.includes(words));
	const [before = ''] = (rows[row] ?? '').split(words);
	if (row < 0) throw new Error(`${words} is not on the screen:\n${rows.join('\n')}`);
	return { x: cellWidth(before) + 1, y: row + 1 };
}

/** Something that the mouse does at a cell of the screen, from 1. */
export function point(stage: Stage, kind: MouseEvent['kind'], x: number, y: number): UiRequest[] {
	return put(stage, { type: 'mouse', event: { kind, button: 'left', x, y, ctrl: false, alt: false, shift: false } });
}

/** A click on words that are on the screen. */
export function click(stage: Stage, words: string): UiRequest[] {
	const { x, y } = cellOf(stage, words);
	return [...point(stage, 'press', x, y), ...point(stage, 'release', x, y)];
}

/** The events that were dispatched, of those requests. */
export function dispatched(requests: readonly UiRequest[]): AppEvent[] {
	return requests.flatMap((request) => (request.type === 'dispatch' ? [request.event] : []));
}

export function allLines(frame: Frame): Line[] {
	return REGIONS.flatMap((region) => frame[region]);
}

/** Transcript and plan stand one cell further in. */
function indentOf({ header, transcript, plan }: Frame, row: number): number {
	return row >= header.length && row < header.length + transcript.length + plan.length ? 1 : 0;
}

/** The screen as text, a row a line. */
export function screen(stage: Stage): string[] {
	return allLines(stage.frame).map((line, row) => {
		return `${' '.repeat(indentOf(stage.frame, row))}${lineText(line)}`.trimEnd();
	});
}

export function text(stage: Stage): string {
	return screen(stage).join('\n');
}

/** The last row of the screen. */
export function footer(stage: Stage): string {
	return screen(stage).at(-1) ?? '';
}

export function draft(stage: Stage): string {
	return stage.ui.composer.draft.text;
}

/** The words of the prompts that wait. */
export function queue(stage: Stage): string[] {
	return stage.session.state.queue.map((prompt) => prompt.text);
}

/** What is wrong with a frame's measures, in words; empty when nothing is. */
export function misfits(stage: Stage): string[] {
	const { columns, rows } = stage.ui;
	const { frame } = stage;
	const found: string[] = [];
	const lines = allLines(frame);
	if (lines.length !== rows) found.push(`${lines.length} lines for ${rows} rows at ${columns}`);
	lines.forEach((line, row) => {
		const width = line.reduce((sum, span) => sum + cellWidth(span.text), indentOf(frame, row));
		if (width > columns) found.push(`row ${row} is ${width} of ${columns} cells at ${rows} rows: ${lineText(line)}`);
	});
	const { cursor } = frame;
	if (cursor !== null && (cursor.x < 0 || cursor.x >= columns || cursor.y < 0 || cursor.y >= rows)) {
		found.push(`the cursor is at ${cursor.x},${cursor.y} of ${columns}×${rows}`);
	}
	return found;
}
