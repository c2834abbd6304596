import { defined } from '../../core/defined.js';
import type { ActionId } from '../keys/action-ids.js';
import type { KeyContext } from '../keys/key-context.js';
import type { Keymap } from '../keys/keymap.js';
import type { ScreenContext } from '../state/context.js';
import type { UiState } from '../state/ui-state.js';
import { show, type UiStep, withoutToast } from '../state/ui-step.js';
import { drawPanel } from './draw-panel.js';
import { typing } from './guard.js';
import { backTo } from './loaded-panel.js';
import { type PanelSize, withoutChoice } from './move-in-panel.js';
import type { PanelKind } from './panel.js';
import { isEarly, type LookedAt, lookAt, type PanelState, sightOf, wakesAt } from './panel-state.js';
import { spokenLines } from './speak-panel.js';

/** Content, actions and speech of a panel; `EnginePanel` changes it. */
export class ShownPanel<State> {
	protected readonly kind: PanelKind<State>;
	protected readonly state: PanelState<State>;
	// Private, as it leads to the screen that the panel is on.
	#looked: { readonly context: ScreenContext; readonly shown: LookedAt<State> | null } | null = null;
	readonly theme?: string;

	constructor(kind: PanelKind<State>, state: PanelState<State>, { panel, row }: LookedAt<State>) {
		this.kind = kind;
		this.state = state;
		const theme = panel.theme?.(row);
		if (theme !== undefined) this.theme = theme;
	}

	get name() {
		return this.kind.name;
	}

	get keys(): readonly KeyContext[] {
		const { keys = [] } = this.kind;
		return typeof keys === 'string' ? [keys] : keys;
	}

	get coversDraft() {
		return this.kind.coversDraft === true || this.state.over?.coversDraft === true;
	}

	get isWide() {
		return this.kind.isWide === true || this.state.over?.isWide === true;
	}

	get isTall() {
		return this.kind.isTall === true || this.state.over?.isTall === true;
	}

	get isSaidOnce() {
		return this.kind.spokenOnce !== undefined;
	}

	get isNonmodal() {
		return this.kind.isNonmodal === true;
	}

	get fileQuery() {
		return this.kind.files?.wanted(this.state.typed) ?? null;
	}

	get said() {
		return { id: this.state.said, lines: (context: ScreenContext) => this.spoken(context) };
	}

	draw(context: ScreenContext, room: number) {
		const shown = this.look(context);
		if (shown === null) return { lines: [], cursor: null, room };
		const { lines, cursor = null } = this.drawn(context, shown, room);
		return { lines, cursor, room };
	}

	/** The screen when nothing is left to show. */
	protected ended(context: ScreenContext): UiState {
		const ui: UiState = { ...context.ui, panel: { kind: 'none' } };
		return this.kind.ended?.({ ...context, ui }) ?? ui;
	}

	hint(context: ScreenContext, id: ActionId): string | null | undefined {
		// A panel that takes every key has no hints of bound ones.
		if (this.kind.takes !== undefined) return null;
		const shown = this.look(context);
		const action = shown?.actions.find((each) => each.id === id);
		if (id === 'picker-accept' && action === undefined && shown !== null && !isEnterUsed(shown)) return null;
		if (action === undefined) return this.isClosedBy(id) ? this.#backWords(shown, context.now) : undefined;
		return action.why == null && !isEarly(this.state, context) ? (action.words ?? null) : null;
	}

	isClosedBy(id: ActionId): boolean {
		return id === 'picker-close' || id === this.kind.closedBy;
	}

	isClosedWith(table: Keymap, text: string): boolean {
		const isKey = this.keys.some((where) => {
			const id = table.byContext.get(where)?.get(text);
			return id !== undefined && this.isClosedBy(id);
		});
		return isKey || this.state.over?.isClosedWith?.(table, text) === true;
	}

	isIdle(context: ScreenContext): boolean {
		const shown = this.look(context);
		if (shown === null || this.state.over !== null || this.kind.takes !== undefined) return false;
		const { rows, isLoading, line, writing, pane, document, text } = shown.panel;
		if (isLoading === true) return false;
		const isForInfo = rows.every(({ choose }) => choose === undefined) && shown.actions.length === 0;
		return isForInfo && [line, writing, pane, document, text].every((part) => part === undefined);
	}

	/** Returns the draft's screen with the waiting character typed; null unless the panel opened by itself over the draft. */
	underneath({ ui }: ScreenContext): UiState | null {
		if (!this.state.isUnasked || !this.coversDraft) return null;
		return typing({ ...ui, panel: { kind: 'none' } }, this.state.pending?.text ?? '');
	}

	wakeAt(context: ScreenContext): number | null {
		return wakesAt(this.state, this.look(context), context);
	}

	leave(ui: UiState): UiStep {
		return this.#looked?.shown?.panel.left?.(ui) ?? this.state.over?.leave(ui) ?? show(ui);
	}

	#backWords(shown: LookedAt<State> | null, now: number): string | undefined {
		if (shown !== null && withoutChoice(this.state, shown, now) !== null) return 'cancel';
		return shown?.panel.backWords ?? (this.state.over === null ? undefined : 'back');
	}

	/** The screen after it closed: behind a page is the panel that it lies over. */
	protected behind(ui: UiState): UiState {
		const { over } = this.state;
		return over === null ? { ...ui, panel: { kind: 'none' } } : backTo(ui, over);
	}

	/** The context in which the panel is closed, and what was said before is gone. */
	protected closedIn(context: ScreenContext): ScreenContext {
		return { ...context, ui: this.behind(withoutToast(context.ui)) };
	}

	/** The panel as it was looked at last. */
	protected get lastShown(): LookedAt<State> | null {
		return this.#looked?.shown ?? null;
	}

	protected sizeIn({ ui }: ScreenContext, room: number): PanelSize {
		return { columns: ui.columns, room, isTall: this.isTall };
	}

	protected look(context: ScreenContext): LookedAt<State> | null {
		if (this.#looked?.context !== context) this.#looked = { context, shown: lookAt(this.kind, this.state, context) };
		return this.#looked.shown;
	}

	protected drawn({ ui, now }: ScreenContext, shown: LookedAt<State>, room: number) {
		const sight = { ...sightOf(this.state, shown, now), ...defined({ lineDraft: ui.lineDraft }) };
		return drawPanel(shown.panel, sight, ui.columns, room, {
			isList: !this.coversDraft && !this.isTall,
			isTall: this.isTall,
		});
	}

	private spoken(context: ScreenContext): readonly string[] {
		const shown = this.look(context);
		return this.kind.spokenOnce?.(context) ?? (shown === null ? [] : spokenLines(this.state, shown));
	}
}

/** Whether enter does something, be it to say why it does not. */
function isEnterUsed<State>({ row, actions }: LookedAt<State>): boolean {
	const isRow = row?.choose !== undefined || row?.why != null;
	return isRow || actions.some(({ isEnter }) => isEnter === true);
}
