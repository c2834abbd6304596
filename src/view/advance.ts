import type { MouseEvent } from '../terminal/input/mouse.js';
import type { Key } from '../terminal/key.js';
import { type ComposerAction, reduceComposer } from './composer/composer.js';
import type { Line } from './line.js';
import { openPanel } from './panel/engine.js';
import { openLoaded, panelIn } from './panel/loaded-panel.js';
import { openSessionsPanel } from './pickers/open-sessions-panel.js';
import { followReview } from './shadow/follow-review.js';
import type { AppearanceOptions } from './state/appearance-options.js';
import type { ScreenContext } from './state/context.js';
import { followForms, formsIn, withQuestions } from './state/loaded-forms.js';
import type { OpenSessionRow } from './state/open-sessions.js';
import type { PanelName } from './state/panel-name.js';
import type { UiState } from './state/ui-state.js';
import { loadPanel, show, type UiStep, withoutLoading } from './state/ui-step.js';

export type ViewInput =
	| { readonly type: 'key'; readonly key: Key }
	| { readonly type: 'paste'; readonly text: string }
	| { readonly type: 'mouse'; readonly event: MouseEvent }
	/** Words that no entry holds, for `lasting` ms where the usual time is too short. */
	| { readonly type: 'notice'; readonly text: string; readonly lasting?: number }
	/** A panel is to be opened: without `open` its code is loaded first, with it is loaded. */
	| {
			readonly type: 'panel';
			readonly name: PanelName;
			readonly typed?: string;
			readonly open?: (context: ScreenContext, typed: string) => UiStep;
			/** Opens only where no other panel is open. */
			readonly isUnasked?: true;
	  }
	| SessionsInput
	| StateInput;

type SessionsInput = {
	readonly type: 'open-sessions';
	readonly sessions: readonly OpenSessionRow[];
	readonly isListed?: boolean;
};

type StateInput =
	| { readonly type: 'resize'; readonly columns: number; readonly rows: number }
	/** The draft changes by something that no key did: an editor's result, the stored history, found files. */
	| { readonly type: 'compose'; readonly action: ComposerAction }
	| { readonly type: 'configure'; readonly appearance: Partial<AppearanceOptions>; readonly isMouseOn?: boolean }
	| { readonly type: 'status-output'; readonly line: Line }
	/** Time passed, or the session changed. */
	| { readonly type: 'tick' };

export type ViewStep<F> = Taken<F> & {
	/** When time alone changes the frame next (ms since the epoch); null when it does not. */
	readonly wakeAt: number | null;
};

type Taken<F> = UiStep & { readonly frame: F };

/** Input that a view takes by itself; panels mean the same to every view. */
export type TakenInput = Exclude<ViewInput, { type: 'panel' }>;

/** A way to show a session, by pure functions: the cache in the context saves work and decides nothing. */
export type View<F> = {
	/** Nothing is drawn: what happens is read out. */
	readonly isReadOut?: true;
	/** The state after an input by which nothing is drawn anew; null: it has to be taken. Absent: always. */
	readonly quietly?: (ui: UiState, frame: F, input: ViewInput) => UiState | null;
	/** Applies an input to the state. `frame` is the one that the user saw when it came. */
	readonly take: (context: ScreenContext, frame: F, input: TakenInput) => Taken<F>;
	readonly follow: (context: ScreenContext, frame: F) => ViewStep<F>;
};

/** Every front end goes through here. The caller performs requests once; where there were any, a tick follows. */
export function advance<F>(view: View<F>, shown: ScreenContext, frame: F, input: ViewInput): ViewStep<F> {
	const given = view.isReadOut === true ? ({ ...shown, isReadOut: true } as const) : shown;
	const context = withQuestions(given);
	const taken = input.type === 'panel' ? { ...openLate(context, input), frame } : view.take(context, frame, input);
	const followed = view.follow(withQuestions({ ...given, ui: taken.ui }), taken.frame);
	return { ...followed, requests: [...taken.requests, ...followed.requests] };
}

/** A panel that nobody waits for any more stays closed. */
function openLate(context: ScreenContext, input: Extract<ViewInput, { type: 'panel' }>): UiStep {
	const { name, typed, open, isUnasked } = input;
	const { ui } = context;
	const { panel } = ui;
	if (open === undefined) return loadPanel(ui, name, typed);
	if (name === 'vim') return open(context, '');
	if (name === 'forms') return ui.forms?.isLoaded === false ? open(context, '') : show(ui);
	if (panel.kind === 'loading' && panel.name === name) {
		const opener = panel.over === undefined ? ui : withoutLoading(ui, panel);
		return open({ ...context, ui: opener }, panel.typed);
	}
	return isUnasked === true && panel.kind === 'none' ? open(context, '') : show(ui);
}

export function followPanel(context: ScreenContext): UiStep {
	const { ui, requests } = panelIn(context.ui)?.follow(context) ?? show(context.ui);
	const forms = followForms({ ...context, ui });
	const review = followReview({ ...context, ui: forms.ui });
	return { ui: review.ui, requests: [...requests, ...forms.requests, ...review.requests] };
}

export function changeState(ui: UiState, input: StateInput): UiState {
	switch (input.type) {
		case 'tick':
			return ui;
		case 'status-output':
			return { ...ui, statusOutput: input.line };
		case 'resize':
			return { ...ui, columns: input.columns, sideColumns: 0, rows: input.rows };
		case 'configure': {
			const { appearance, isMouseOn = ui.isMouseOn } = input;
			return { ...ui, isMouseOn, appearance: { ...ui.appearance, ...appearance } };
		}
		case 'compose': {
			const { action } = input;
			const forms = action.type === 'mention-results' ? formsIn(ui)?.found(action.query, action.hits) : undefined;
			if (forms !== undefined && forms !== ui.forms) return { ...ui, forms };
			const panel = action.type === 'mention-results' ? panelIn(ui) : null;
			if (action.type === 'mention-results' && panel?.fileQuery === action.query)
				return openLoaded(ui, panel.foundFiles?.(action.query, action.hits) ?? panel);
			return { ...ui, composer: reduceComposer(ui.composer, action) };
		}
	}
}

export function withSessions(context: ScreenContext, { sessions, isListed = false }: SessionsInput): UiState {
	const ui = { ...context.ui, sessions };
	return isListed ? openPanel({ ...context, ui }, openSessionsPanel, null) : ui;
}
