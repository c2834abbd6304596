import type { FileHit } from '../../core/attachment-ports.js';
import { isNonblocking, type Question } from '../../core/session/question.js';
import type { SessionState } from '../../core/session/state.js';
import { weakLast } from '../../core/weak-memo.js';
import type { ComposerCommand } from '../composer/composer-commands.js';
import type { ActionId } from '../keys/action-ids.js';
import type { KeyContext } from '../keys/key-context.js';
import type { FormTarget } from '../target.js';
import type { ScreenContext } from './context.js';
import type { Overlay, ScreenLayout } from './screen-layout.js';
import type { OpenForms, UiState } from './ui-state.js';
import { loadPanel, show, type UiStep } from './ui-step.js';

/**
 * The forms that agents ask the user to fill in, and what the user did in each. The code is loaded with the first of
 * them. It is a value: whatever changes it returns a step with another one in its place. The methods are pure; null
 * means that the input is for something else.
 */
export type LoadedForms = OpenForms & {
	/** Words that the finder of files is to search for; null for nothing. */
	readonly query: string | null;
	/** Key contexts of the form in front; null while it has no focus. */
	focus(context: ScreenContext): readonly KeyContext[] | null;
	/** At most `room` rows: the form in front, or a row that says that one waits beside the turn. */
	draw(context: ScreenContext, room: number): Overlay;
	/** Carries out a bound key; `edit` is its effect on a draft. */
	act(context: ScreenContext, id: ActionId, layout: ScreenLayout, edit: ComposerCommand | undefined): UiStep | null;
	/** A command for the field at hand that no key gave. */
	press(context: ScreenContext, command: ComposerCommand): UiStep | null;
	type(context: ScreenContext, text: string, isPaste: boolean): UiStep | null;
	/** A click on a part of what was drawn; null: between the parts. */
	click(context: ScreenContext, part: FormTarget | null): UiStep | null;
	/** The wheel by so many lines. */
	wheel(context: ScreenContext, layout: ScreenLayout, lines: number): UiStep | null;
	/** Opens a form that waits beside the turn, by its question's id; null puts it back. */
	opening(questionId: string | null): LoadedForms;
	/** The key that goes between the form and the draft, and opens what waits beside the turn. */
	toggle(context: ScreenContext): UiStep | null;
	/** Takes keys until then (ms since the epoch) for some that were meant for a form that is gone. */
	swallowing(until: number): LoadedForms;
	/** Takes what a search for files found. */
	found(query: string, hits: readonly FileHit[]): LoadedForms;
	/** The words in the footer for a key; undefined where the usual ones hold. */
	hint(context: ScreenContext, id: ActionId): string | null | undefined;
	/** Follows the session: called before each frame. The same state where nothing changed. */
	follow(context: ScreenContext): UiStep;
	/** Words of a screen reader for it: lines to be said once, by a number that grows with each of them. */
	readonly said: number;
	spoken(context: ScreenContext): readonly string[];
	/** A line that was typed and entered in linear mode; null: esc. */
	enter(context: ScreenContext, text: string | null): UiStep | null;
};

/** The forms, once their code is there. */
export function formsIn({ forms }: Pick<UiState, 'forms'>): LoadedForms | null {
	// Only their code puts itself there; the state cannot name what refers to the state.
	return forms?.isLoaded === true ? (forms as LoadedForms) : null;
}

/** The step that loads the code with the first form, and then brings the forms up to the session. */
export function followForms(context: ScreenContext): UiStep {
	const { ui, session, nonblocking = [] } = context;
	if (ui.forms !== undefined) return formsIn(ui)?.follow(context) ?? show(ui);
	const isAsked = session.questions.some(({ kind }) => kind === 'elicitation-form') || nonblocking.length > 0;
	if (!isAsked) return show(ui);
	const { requests } = loadPanel(ui, 'forms');
	return { ui: { ...ui, forms: { isLoaded: false, opened: null } }, requests };
}

/**
 * Questions that the view shows: a form that does not block the turn waits beside, and is none of them until the user
 * opens it.
 */
export function withQuestions<C extends ScreenContext>(context: C): C {
	const { session, ui } = context;
	if (!session.questions.some(isNonblocking)) return context;
	const opened = ui.forms?.opened ?? null;
	const made = arranged(session, [opened], () => {
		const isShown = (question: Question): boolean => !isNonblocking(question) || question.id === opened;
		const shown = session.questions.filter(isShown);
		const questions = [...shown.filter(({ id }) => id === opened), ...shown.filter(({ id }) => id !== opened)];
		return { session: { ...session, questions }, nonblocking: session.questions.filter((one) => !isShown(one)) };
	});
	return { ...context, ...made };
}

const arranged = weakLast<SessionState, Pick<ScreenContext, 'session' | 'nonblocking'>>();
