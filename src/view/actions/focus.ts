import { runningCommand } from '../../core/session/entries/user-commands.js';
import { composerContexts } from '../composer/composer.js';
import { vimContexts } from '../composer/vim-keys.js';
import type { KeyContext } from '../keys/key-context.js';
import { panelIn } from '../panel/loaded-panel.js';
import type { TextLine } from '../panel/text-line.js';
import { isDraftFree, mayAnswer, QUESTION_CONTEXTS } from '../questions/early-keys.js';
import { isCurrent } from '../questions/follow-question.js';
import { takesWordsOfPlan } from '../questions/plan-words.js';
import { takesKeys, visibleSignIn } from '../sign-in/in-front.js';
import type { ScreenContext } from '../state/context.js';
import { recentsInReach } from '../state/first-screen.js';
import { formsIn } from '../state/loaded-forms.js';
import { isDraftEmpty, type UiState } from '../state/ui-state.js';

/** The focus stack, the topmost first. A question is in it only while keys may answer it. */
export function focusOf(context: ScreenContext): readonly KeyContext[] {
	const { session, ui, now } = context;
	// Keys that are typed meanwhile are for the panel.
	if (ui.panel.kind === 'loading') return ['picker', 'global'];
	const panel = panelIn(ui);
	if (panel !== null) return [...ofLine(ui, panel.keys, panel.line(context)), 'picker', 'global'];
	const ofForm = formsIn(ui)?.focus(context) ?? null;
	if (ofForm !== null) return ofForm;
	const question = session.questions[0];
	const asking: KeyContext[] = [];
	const isAsking = question !== undefined && isCurrent(ui.question, question) && !ui.question.isFeedback;
	if (isAsking && question.kind !== 'elicitation-form' && ui.question !== null) {
		const context = ui.question.always === null ? QUESTION_CONTEXTS[question.kind] : 'ask-rule';
		// The transcript view hides a plan review, and what is not seen is not answered.
		const isHidden = ui.isTranscriptView && question.kind === 'exit-plan';
		if (!isHidden && mayAnswer(ui.question, isDraftFree(ui), ui, now)) asking.push(context);
	}
	const signIn = visibleSignIn(context);
	if (signIn !== null) {
		if (takesKeys(signIn.view, ui, now)) {
			if (signIn.view.page.type === 'fields') return [...ofLine(ui, ['sign-in-field'], {}), 'picker', 'global'];
			// Keys that mean nothing to the sign-in edit the draft beside it.
			const isOverDraft = signIn.view.page.type === 'rows' && !isDraftEmpty(ui);
			return ['sign-in', 'sign-in-field', 'picker', ...(isOverDraft ? (['composer'] as const) : []), 'global'];
		}
		const composer = composerContexts(ui.composer);
		// A list of completions keeps its own tab.
		if (composer[0] === 'completion') return [...composer, 'sign-in-unfocused', 'global'];
		// The key that leaves counts at once, the others after the guard.
		const early: readonly KeyContext[] = signIn.view.hasFocus ? ['sign-in-early'] : [];
		return [...early, 'sign-in-unfocused', ...composer, 'global'];
	}
	// Words of a search, and `n` for the next match, answer no question.
	if (ui.search !== null)
		return ui.search.isTyping ? [...ofLine(ui, ['transcript-search'], {}), 'global'] : ['transcript', 'global'];
	if (ui.isTranscriptView) return [...asking, 'transcript', 'global'];
	const recents: readonly KeyContext[] = recentsInReach(context).length === 0 ? [] : ['first-screen'];
	const own: readonly KeyContext[] = runningCommand(session) === null ? [] : ['own-command'];
	const composer = composerContexts(ui.composer);
	const ofPlan: readonly KeyContext[] = composer[0] !== 'completion' && takesWordsOfPlan(context) ? ['plan-words'] : [];
	return [...asking, ...recents, ...own, ...ofPlan, ...composer, 'global'];
}

type Line = Pick<TextLine, 'isOfSeveralLines'>;

/** A panel's own keys and those of its line; esc leaves insert mode first, and keys of the panel come before motions. */
function ofLine({ lineDraft }: UiState, own: readonly KeyContext[], line: Line | null): readonly KeyContext[] {
	if (line === null) return own;
	const keys = lineDraft === undefined ? [] : vimContexts(lineDraft);
	const isRest = (context: KeyContext): boolean => context === 'vim-normal';
	const editing: readonly KeyContext[] = line.isOfSeveralLines === true ? ['composer', 'line'] : ['line'];
	return [...keys.filter((context) => !isRest(context)), ...own, ...keys.filter(isRest), ...editing];
}
