import type { FileHit } from '../../core/attachment-ports.js';
import { defined } from '../../core/defined.js';
import type { ActionId } from '../keys/action-ids.js';
import type { ScreenContext } from '../state/context.js';
import type { UiState } from '../state/ui-state.js';
import { keyToast, show, toast, type UiStep, withNext, withoutToast, withRequests } from '../state/ui-step.js';
import type { PanelCell, PanelTarget } from '../target.js';
import { guardKey, type PendingPanelKey, settle, settlesAt } from './guard.js';
import { type LoadedPanel, openLoaded, type PanelKey } from './loaded-panel.js';
import {
	appliedTo,
	arrowOf,
	clickedPart,
	isAtEnd,
	moveIn,
	scrolledPreview,
	selected,
	topOf,
	wheeled,
	withoutChoice,
} from './move-in-panel.js';
import type { PanelAction, PanelResult } from './panel.js';
import { isNumbered } from './panel-layout.js';
import { TOO_FAST } from './panel-messages.js';
import { isEarly, type LookedAt, lookAt, type PanelState, retyped } from './panel-state.js';
import { dueIn, endsWait, outcomeOf, pressedIn } from './press-in-panel.js';
import { isJustGone, noticed, placeNow, withSeen } from './seen-rows.js';
import { ShownPanel } from './shown-panel.js';
import { entered, saidOf } from './speak-panel.js';
import type { TextLine } from './text-line.js';

/** Way an action was chosen: in linear mode, or by a key that was pressed before (ms since the epoch). */
type Press = { readonly isRead?: boolean; readonly pressedAt?: number };

/** Behaviour of every panel. Immutable: a method that changes the panel returns a step with a new one. */
export class EnginePanel<State> extends ShownPanel<State> implements LoadedPanel {
	line(context: ScreenContext): TextLine | null {
		const { line, pane } = this.look(context)?.panel ?? {};
		if (line === undefined) return null;
		const { text = this.state.typed, most, clean, apart, label, isOfSeveralLines } = line;
		const set = (typed: string): UiStep => this.#typed(context, isOfSeveralLines ? typed : typed.trimStart());
		const hasCursor = label !== undefined || pane !== undefined ? true : isOfSeveralLines;
		return { text, most, set, ...defined({ clean, apart, hasCursor, isOfSeveralLines }) };
	}

	key(context: ScreenContext, pressed: PanelKey, press: (free: ScreenContext) => UiStep): UiStep | null {
		const taken = this.kind.takes?.(context, this.state.own, pressed.key);
		if (taken !== undefined) return this.#apply(context, this.state, taken);
		const shown = this.state.due === null ? null : this.look(context);
		if (shown !== null && endsWait(this.state, shown, pressed, (id) => this.isClosedBy(id))) {
			const waited = this.#carryOutDue(context, shown, 'key');
			return withNext(waited, press({ ...context, ui: waited.ui }));
		}
		const underneath = this.underneath(context);
		if (underneath === null) return null;
		const { pending } = this.state;
		const waitsFor = (key: PendingPanelKey | null): UiState =>
			this.#become(context, { ...this.state, pending: key }).ui;
		return guardKey({ pending, isEarly: isEarly(this.state, context), underneath, waitsFor }, context, pressed, press);
	}

	act(context: ScreenContext, pressed: ActionId, room: number, pressedAt = context.now): UiStep {
		if (context.ui.toast?.isOfKey === true)
			return this.act({ ...context, ui: withoutToast(context.ui) }, pressed, room, pressedAt);
		const shown = this.look(context);
		if (shown === null) return this.#closed(context.ui);
		const size = this.sizeIn(context, room);
		const id = arrowOf(this.kind, pressed);
		const { up, down } = this.kind.scrolledBy ?? {};
		if (id === up || id === down)
			return this.#become(context, scrolledPreview(this.#calm, shown, id === up ? -1 : 1, size));
		if (!this.state.isReadWhole && isAtEnd(this.state, shown, size)) {
			const read = { ...this.state, isReadWhole: true };
			return this.#with(read, context, (there) => there.act(context, id, room));
		}
		const moved = moveIn(this.#calm, shown, id, size);
		if (moved !== null) {
			// Each row of values says what is to be typed there.
			const said = shown.panel.line?.isValue === true ? ({ what: 'list' } as const) : moved.said;
			return this.#become(context, { ...moved, said });
		}
		if (this.isClosedBy(id)) return this.#close(context, shown);
		if (isEarly(this.state, context)) return show(toast(context.ui, TOO_FAST, context.now));
		if (id === 'picker-accept') return this.#accept(context, shown);
		const action = shown.actions.find((each) => each.id === id);
		if (action === undefined) return this.#become(context, this.#calm);
		return this.#with(noticed(this.state, shown, context.now), context, (there, look) =>
			there.#run(context, look, action, { pressedAt }),
		);
	}

	/** Null: the words are for the draft, and the panel goes. */
	type(context: ScreenContext, text: string): UiStep | null {
		const { ui, now } = context;
		const shown = this.look(context);
		if (shown === null) return null;
		if (this.state.over?.isClosedWith?.(context.table, text) === true) return this.#close(context, shown);
		if (isNumbered(shown.panel) && /^[1-9]$/.test(text)) {
			if (isEarly(this.state, context)) return show(toast(ui, TOO_FAST, now));
			const at = Number(text) - 1;
			if (at >= shown.panel.rows.length) return show(toast(ui, `There is no row ${text}`, now));
			return this.#enterAt(context, shown, at);
		}
		return (this.coversDraft || this.keys.length > 0) && !this.isIdle(context) ? show(ui) : null;
	}

	/** Where digits choose, a click does at once; elsewhere it selects, as there is more to be read of a row. */
	click(context: ScreenContext, clicked: PanelTarget, room: number): UiStep {
		const shown = this.look(context);
		if (shown !== null && clicked.type === 'line')
			return this.#become(context, clickedPart(this.#calm, shown, clicked.at, this.sizeIn(context, room)));
		const at = shown === null ? -1 : placeNow(this.state, shown, clicked.at);
		if (shown === null || at < 0) return show(context.ui);
		const state = { ...selected(this.#calm, shown, at), top: topOf(this.state, shown, context.ui.columns, room) };
		// A click goes into a field; what was typed there is sent by enter alone.
		const isField = shown.panel.line?.isValue === true;
		const isChosen = at === shown.at || isNumbered(shown.panel);
		if (isField || !isChosen || isEarly(this.state, context)) return this.#become(context, state);
		return this.#with({ ...state, asked: this.state.asked }, context, (there, look) => there.#accept(context, look));
	}

	wheel(context: ScreenContext, lines: number, room: number, over: PanelCell | null): UiStep {
		const shown = this.look(context);
		if (shown === null) return show(context.ui);
		return this.#become(context, wheeled(this.#calm, shown, lines, this.sizeIn(context, room), over));
	}

	follow(context: ScreenContext): UiStep {
		const shown = this.look(context);
		if (shown === null) return show(this.ended(context));
		const next = noticed(this.state, shown, context.now);
		if (next.pending !== null && context.now >= settlesAt(next.pending)) {
			const { ui } = this.#become(context, { ...next, pending: null });
			return settle({ ...context, ui }, next.pending);
		}
		if (next.due !== null && context.now >= next.due.at) return this.#carryOutDue(context, shown, 'time');
		const result = this.kind.follow?.(context, next.own, next) ?? null;
		if (result !== null) return this.#apply(context, next, result);
		return next === this.state ? show(context.ui) : this.#become(context, next);
	}

	#carryOutDue(context: ScreenContext, shown: LookedAt<State>, by: 'time' | 'key'): UiStep {
		const { state, action } = dueIn(noticed(this.state, shown, context.now), shown, context.now, by);
		if (action === null) return this.#become(context, state);
		return this.#carryOut({ ...context, ui: withoutToast(context.ui) }, state, action, false);
	}

	enter(context: ScreenContext, text: string): UiStep | null {
		const shown = this.look(context);
		if (shown === null) return null;
		const to = entered(this.state, shown, context, text);
		if (to === null) return null;
		switch (to.type) {
			case 'state':
				return this.#become(context, to.state);
			case 'closed':
				return this.#closed(to.ui);
			case 'back':
				return this.#back(context, shown);
			case 'typed':
				return this.#find(context, shown, to.text);
			case 'value':
				return this.#with({ ...this.state, typed: to.text }, context, (there, look) => there.#enter(context, look));
			case 'word':
				return this.#run(context, shown, to.action, { isRead: true });
			case 'chosen':
				return this.#enterAt(context, shown, to.at, true);
			case 'run':
				return this.#carryOut(context, to.state, to.action, true);
		}
	}

	#become(context: ScreenContext, state: PanelState<State>, ui = context.ui): UiStep {
		const shown = lookAt(this.kind, state, context);
		if (shown === null) return show({ ...ui, panel: { kind: 'none' } });
		return show(openLoaded(ui, new EnginePanel(this.kind, withSeen(state, shown), shown)));
	}

	/** The panel in which nothing is asked, no key waits, and what is selected was seen. */
	get #calm(): PanelState<State> {
		return { ...this.state, asked: null, pending: null, goneAt: 0 };
	}

	#closed(ui: UiState): UiStep {
		return this.leave({ ...ui, panel: { kind: 'none' } });
	}

	/** esc: what was typed (with vim's keys, insert mode) or selected, then back to what opened it, else closed. */
	#close(context: ScreenContext, shown: LookedAt<State>): UiStep {
		const withdrawn = withoutChoice(this.state, shown, context.now);
		if (withdrawn !== null) return this.#become(context, withdrawn);
		const { isValue, isClosedTyped } = shown.panel.line ?? {};
		const isKept = isValue ?? isClosedTyped ?? context.ui.lineDraft?.vim != null;
		return this.state.typed === '' || isKept ? this.#back(context, shown) : this.#typed(context, '');
	}

	#back(context: ScreenContext, { panel }: LookedAt<State>): UiStep {
		const text = panel.spoken?.closed;
		const { ui, now } = context;
		// A notice was about the panel. On a screen that it is closed is seen.
		const said = text === undefined ? withoutToast(ui) : { ...ui, toast: { text, until: now } };
		if (panel.back !== undefined) return panel.back(this.closedIn(context));
		return this.state.over === null ? this.#closed(said) : show(this.behind(said));
	}

	#typed(context: ScreenContext, typed: string): UiStep {
		const line = this.look(context)?.panel.line;
		return this.#apply(context, retyped(this.state, line, typed), line?.set?.(typed) ?? {});
	}

	/** Sets the typed words; where they match no row and the panel has a message for that, only says so. */
	#find(context: ScreenContext, { panel }: LookedAt<State>, words: string): UiStep {
		const found = lookAt(this.kind, { ...this.state, typed: words, selected: null }, context);
		const why = found?.panel.rows.length === 0 ? panel.line?.none?.(words) : undefined;
		if (why === undefined) return this.#typed(context, words);
		return this.#become(context, { ...this.state, said: { what: 'words', text: why } });
	}

	#enterAt(context: ScreenContext, shown: LookedAt<State>, at: number, isRead = false): UiStep {
		const state = selected(this.state, shown, at);
		return this.#with(state, context, (there, look) => there.#enter(context, look, isRead));
	}

	/** Continues on the panel in another state; where that shows nothing, the screen stays. */
	#with(
		state: PanelState<State>,
		context: ScreenContext,
		then: (panel: EnginePanel<State>, shown: LookedAt<State>) => UiStep,
	): UiStep {
		const there = lookAt(this.kind, state, context);
		return there === null ? show(context.ui) : then(new EnginePanel(this.kind, state, there), there);
	}

	foundFiles(query: string, hits: readonly FileHit[]): LoadedPanel {
		const own = query === this.fileQuery ? this.kind.files?.found(this.state.own, hits) : undefined;
		return own === undefined ? this : this.#as({ own });
	}

	/** The panel as it is come back to: nothing of it is chosen, and it is read out anew. */
	again(): LoadedPanel {
		const own = this.kind.again?.(this.state.own) ?? this.state.own;
		return this.#as({ own, isChosen: false, asked: null, readFrom: 0, said: { what: 'list' } });
	}

	#as(changes: Partial<PanelState<State>>): LoadedPanel {
		const shown = this.lastShown;
		return shown === null ? this : new EnginePanel(this.kind, { ...this.state, ...changes }, shown);
	}

	/** Enter: where the selected row has just gone away it only takes the one in its place. */
	#accept(context: ScreenContext, shown: LookedAt<State>): UiStep {
		if (!isJustGone(this.state, context.now)) return this.#enter(context, shown);
		return this.#become(context, this.#calm, toast(context.ui, 'The list has changed: press it again', context.now));
	}

	/** Does what enter does with the selected row; `isRead`: in linear mode. */
	#enter(context: ScreenContext, shown: LookedAt<State>, isRead = false): UiStep {
		const { row, actions } = shown;
		const action = actions.find(({ isEnter }) => isEnter === true);
		if (action !== undefined) return this.#run(context, shown, action);
		if (row?.why != null) return this.#refuse(context, row.why, isRead);
		if (row?.choose === undefined) return this.#become(context, { ...this.state, asked: null });
		return row.choose(this.closedIn(context));
	}

	/** Carries out an action; one that asks first does so at the second press. */
	#run(context: ScreenContext, { row, at }: LookedAt<State>, action: PanelAction<State>, how: Press = {}): UiStep {
		const { isRead = false, pressedAt = context.now } = how;
		if (action.why != null) return this.#refuse(context, action.why, isRead);
		// The selection follows the row that was acted on, wherever it moves.
		const state = { ...this.state, selected: row?.id ?? this.state.selected, lastAt: at };
		const pressed = pressedIn(state, action, row, context, { pressedAt, isRead });
		if (!pressed.isDue) return this.#become(context, pressed.state, pressed.ui);
		return this.#carryOut({ ...context, ui: pressed.ui }, pressed.state, action, isRead);
	}

	#carryOut(context: ScreenContext, given: PanelState<State>, action: PanelAction<State>, isRead: boolean): UiStep {
		const state = { ...given, ranAt: context.now };
		if (isRead && action.read !== undefined)
			return this.#become(context, { ...state, said: { what: 'lines', lines: action.read(context) } });
		const result = outcomeOf(action, context, () => this.closedIn(context), isRead);
		return this.#apply(context, state, result);
	}

	/** Refuses with a reason; `isRead`: a screen reader says it, so it need not be in the status line. */
	#refuse(context: ScreenContext, why: string, isRead = false): UiStep {
		const state: PanelState<State> = { ...this.state, asked: null, said: { what: 'words', text: why } };
		return this.#become(context, state, isRead ? context.ui : keyToast(context.ui, why, context.now));
	}

	/** Applies a result; one that opened something else brought its own screen. */
	#apply(context: ScreenContext, state: PanelState<State>, result: PanelResult<State>): UiStep {
		const { ui = context.ui, requests = [], closes, words, reads } = result;
		const isElsewhere = ui.panel !== context.ui.panel;
		if (closes === true) return withRequests(isElsewhere ? ui : this.behind(ui), ...requests);
		if (isElsewhere) return withRequests(ui, ...requests);
		const next = { ...appliedTo(state, result, this.look(context)?.row?.id), ...saidOf(words, reads) };
		return { ...this.#become(context, next, ui), requests };
	}
}
