import type { App } from '../../app/app.js';
import type { ClockPort } from '../../core/ports.js';
import type { Key } from '../../terminal/key.js';
import type { Painted, ScreenSource } from '../../ui/screen.js';
import { handlePaste } from '../../view/actions/handle-key.js';
import { type ComposerAction, reduceComposer } from '../../view/composer/composer.js';
import { renderComposer, textColumns } from '../../view/composer/render.js';
import type { BindingTable } from '../../view/keys/table.js';
import { spokenQuestion } from '../../view/linear/question.js';
import { announceSession, nothingAnnounced } from '../../view/linear/session-announcements.js';
import { type LinearStep, linearKey } from '../../view/linear/step.js';
import { oneLine, sentence, spokenTime } from '../../view/linear/words.js';
import { followQuestion } from '../../view/questions/question-keys.js';
import { lineText } from '../../view/spans.js';
import type { ScreenContext } from '../../view/state/context.js';
import type { UiRequest } from '../../view/state/step.js';
import { initialUi, type UiState } from '../../view/state/ui-state.js';
import { createRenderCache } from '../../view/transcript/line-cache.js';
import { createPacer } from '../interactive/pacer.js';

/** What the controller is made with. */
export type LinearOptions = {
	readonly app: App;
	readonly clock: ClockPort;
	readonly table: BindingTable;
	readonly home: string;
	readonly columns: number;
	readonly rows: number;
	/** What is said first. */
	readonly greeting: string;
	/** Writes lines for good. */
	readonly say: (lines: readonly string[]) => void;
	readonly perform: (request: UiRequest) => void;
};

/** Holds the draft between app and terminal: keys in, lines out. */
export type LinearController = {
	readonly source: ScreenSource;
	key(key: Key): void;
	paste(text: string): void;
	resize(columns: number, rows: number): void;
	/** Says a word that no entry holds. */
	tell(words: string): void;
	compose(action: ComposerAction): void;
	setHistory(entries: readonly string[]): void;
	getUi(): UiState;
	stop(): void;
};

/** Lines that come together are said together, in ms. */
const BREATH = 100;
/** A turn that says nothing for so long says that it goes on, in ms. */
const STILL_WORKING = 30_000;
const PROMPT = '> ';

/** Wires an app to lines. */
export function createLinearController(options: LinearOptions): LinearController {
	const { app, clock, table, home } = options;
	const cache = createRenderCache();
	const listeners = new Set<() => void>();
	let ui = initialUi(options.columns, options.rows, false);
	let announced = nothingAnnounced;
	let since = 0;
	let goneAt = Number.NEGATIVE_INFINITY;
	let saidAt = clock.now();
	let painted: Painted = { rows: [], cursor: null };

	const contextOf = (): ScreenContext => ({ session: app.getState(), ui, table, now: clock.now(), home, cache });

	function say(lines: readonly string[]): void {
		if (lines.length === 0) return;
		saidAt = clock.now();
		options.say(lines);
	}

	function draw(): number {
		const session = app.getState();
		const now = clock.now();
		const announcement = announceSession(announced, session);
		announced = announcement.announced;
		const questionBefore = ui.question?.questionId;
		const changedBefore = ui.question?.changedAt ?? null;
		ui = followQuestion(ui, session.questions[0], now);
		if (questionBefore !== undefined && ui.question === null) goneAt = now;
		const isAsked = ui.question !== null && ui.question.questionId !== questionBefore;
		const isChanged = ui.question !== null && !isAsked && ui.question.changedAt !== changedBefore;
		const spoken = isAsked || isChanged ? (spokenQuestion(contextOf())?.lines ?? []) : [];
		say([...announcement.lines, ...(isChanged ? ['This request changed:'] : []), ...spoken]);
		const { turn } = session;
		const isWorking = turn !== null && session.questions.length === 0;
		if (turn !== null && isWorking && now - saidAt >= STILL_WORKING) {
			say([`Still working, ${spokenTime(now - turn.startedAt)}. Escape stops.`]);
		}
		pacer.wakeAt(isWorking ? saidAt + STILL_WORKING : null);
		paint();
		return BREATH;
	}

	function paint(): void {
		const width = Math.max(4, ui.columns - 1);
		const composer = reduceComposer(ui.composer, { type: 'columns', columns: textColumns(width, PROMPT) });
		ui = { ...ui, composer };
		const maxRows = Math.max(1, ui.rows - 2);
		const drawn = renderComposer(composer, { width, maxRows, prompt: PROMPT, placeholder: '' });
		const { cursor } = drawn;
		const rows = drawn.lines.map(lineText);
		const isSame = rows.length === painted.rows.length && rows.every((row, index) => row === painted.rows[index]);
		const at = cursor === null ? null : { x: cursor.column, y: cursor.row };
		if (isSame && at?.x === painted.cursor?.x && at?.y === painted.cursor?.y) return;
		painted = { rows, cursor: at };
		for (const listener of listeners) listener();
	}

	const pacer = createPacer(clock, draw);

	function take(step: LinearStep): void {
		const wasEmpty = ui.composer.draft.text === '';
		ui = step.ui;
		if (wasEmpty && ui.composer.draft.text !== '') since = clock.now();
		say(step.say);
		for (const request of step.requests) options.perform(request);
		pacer.now();
	}

	function compose(action: ComposerAction): void {
		ui = { ...ui, composer: reduceComposer(ui.composer, action) };
		pacer.now();
	}

	const stop = app.subscribe(() => pacer.soon());
	paint();
	say([options.greeting]);
	pacer.soon();

	return {
		source: {
			subscribe(listener) {
				listeners.add(listener);
				return () => listeners.delete(listener);
			},
			getSnapshot: () => painted,
		},
		key: (key) => take(linearKey(contextOf(), key, { since, goneAt })),
		paste: (text) =>
			take({ ...handlePaste({ ...contextOf(), ui: { ...ui, panel: { kind: 'none' } } }, text), say: [] }),
		resize(columns, rows) {
			ui = { ...ui, columns, rows };
			pacer.now();
		},
		tell: (words) => say([sentence(oneLine(words, 1000))]),
		compose,
		setHistory(entries) {
			compose({ type: 'history', entries });
		},
		getUi: () => ui,
		stop() {
			stop();
			pacer.stop();
		},
	};
}
