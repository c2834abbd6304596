import type { FileHit } from '../../core/attachment-ports.js';
import { clipboardRequests } from '../actions/clipboard-requests.js';
import type { ComposerCommand } from '../composer/composer-commands.js';
import { withoutOutcome } from '../composer/composer-state.js';
import type { Vim } from '../composer/editor.js';
import { vimContexts } from '../composer/vim-keys.js';
import type { ActionId } from '../keys/action-ids.js';
import type { KeyContext } from '../keys/key-context.js';
import { TOO_FAST } from '../panel/panel-messages.js';
import { isCurrent } from '../questions/follow-question.js';
import type { ScreenContext } from '../state/context.js';
import type { LoadedForms } from '../state/loaded-forms.js';
import { type Overlay, type ScreenLayout, WHOLE_QUESTION } from '../state/screen-layout.js';
import { isDraftEmpty } from '../state/ui-state.js';
import { show, toast, type UiStep, withoutToast } from '../state/ui-step.js';
import type { FormTarget } from '../target.js';
import {
	carryOut,
	type FormOutcome,
	type FormsState,
	lost,
	postponeForm,
	STILL_TYPING,
	withDraft,
	withView,
	writeToDraft,
} from './carry-out-form.js';
import { drawForm, scrolled } from './draw-form.js';
import * as messages from './elicitation-messages.js';
import { withResults } from './file-finder.js';
import { type FormStep, formKey, pickByKey, wordsOfKey } from './form-keys.js';
import { findOption, pick } from './form-options.js';
import { editText, typeText } from './form-text-keys.js';
import { type FormUi, isTyped, newFormUi, typedIn } from './form-ui.js';
import { answerKey, type FormScene, hasKeys, isForm, isReady, isReview, nonblockingLine, placeOf } from './scene.js';
import { enterLine, spokenForm, spokenNonblocking } from './spoken-form.js';

/** The code is there: the forms that are asked from now on can be filled in. */
export function open({ ui, now }: ScreenContext): UiStep {
	const { opened = null } = ui.forms ?? {};
	const state: FormsState = {
		views: new Map(),
		opened,
		goneUntil: 0,
		isDraftEmpty: isDraftEmpty(ui),
		said: now,
		front: null,
		nonblocking: null,
	};
	return show({ ...ui, forms: new Forms(state) });
}

class Forms implements LoadedForms {
	readonly isLoaded = true;
	readonly state: FormsState;

	constructor(state: FormsState) {
		this.state = state;
	}

	get opened(): string | null {
		return this.state.opened;
	}

	get said(): number {
		return this.state.said;
	}

	get isSecret(): boolean {
		const view = this.#front;
		return view?.fields[view.at]?.secretWord !== undefined;
	}

	get vim(): Vim | null | undefined {
		const view = this.#front;
		const field = view?.focus === 'draft' ? undefined : view?.fields[view.at];
		return view === undefined || field === undefined || !isTyped(field) ? undefined : typedIn(view, field).vim;
	}

	get query(): string | null {
		return this.#front?.finder?.query ?? null;
	}

	/** State of the form in front, by the user's keys. */
	get #front(): FormUi | undefined {
		const { front, views } = this.state;
		return front === null ? undefined : views.get(front);
	}

	focus(context: ScreenContext): readonly KeyContext[] | null {
		if (context.now < this.state.goneUntil) return ['form', 'picker', 'global'];
		const scene = this.#inFront(context);
		if (scene === null || !hasKeys(scene)) return null;
		if (isReview(scene) && isReady(scene)) return ['agent-question', 'form', 'picker', 'global'];
		const field = scene.question.form.fields[scene.view.at];
		const isTyping = field !== undefined && isTyped(field);
		if (!isTyping) return ['form', 'picker', 'global'];
		return [...vimContexts(typedIn(scene.view, field)), 'form', 'picker', 'composer', 'global'];
	}

	draw(context: ScreenContext, room: number): Overlay {
		const scene = this.#inFront(context);
		if (scene !== null) return drawForm(scene, room);
		const waiting = (context.nonblocking ?? []).filter(isForm);
		const lines = waiting.length === 0 || context.ui.panel.kind !== 'none' ? [] : [nonblockingLine(waiting, context)];
		return { lines, lastScroll: 0, answers: [], questionPage: WHOLE_QUESTION, room };
	}

	act(context: ScreenContext, id: ActionId, layout: ScreenLayout, edit: ComposerCommand | undefined): UiStep | null {
		if (context.now < this.state.goneUntil) return this.#swallow(context);
		const scene = this.#inFront(context);
		if (scene === null || !hasKeys(scene)) return null;
		const step = formKey(placeOf(scene), id, edit);
		return step === null ? null : this.#do(scene, step, layout);
	}

	press(context: ScreenContext, command: ComposerCommand): UiStep | null {
		const scene = this.#inFront(context);
		const field = scene === null || !hasKeys(scene) ? undefined : scene.question.form.fields[scene.view.at];
		if (scene === null || field === undefined || !isTyped(field)) return null;
		return this.#do(scene, editText(scene.view, field, command, context.ui.columns));
	}

	type(context: ScreenContext, text: string, isPaste: boolean): UiStep | null {
		if (context.now < this.state.goneUntil) return this.#swallow(context);
		const scene = this.#inFront(context);
		if (scene === null || !hasKeys(scene)) return null;
		const { view, question } = scene;
		const field = question.form.fields[view.at];
		if (field === undefined) {
			return isReady(scene) || isPaste
				? this.#with(writeToDraft(this.state, scene, text, isPaste))
				: this.#do(scene, { view, word: TOO_FAST });
		}
		if (isTyped(field)) return this.#do(scene, typeText(view, field, text, isPaste));
		const picked = isPaste ? null : pickByKey(view, field, text);
		if (picked !== null) return this.#do(scene, picked);
		const next = question.form.fields[view.at + 1];
		if (next !== undefined && (next.otherOf ?? next.noteOf) === field.name) {
			const step = typeText({ ...view, at: view.at + 1, marked: null, scroll: null }, next, text, isPaste);
			return this.#do(scene, step.word === undefined ? step : { ...step, view });
		}
		const found = isPaste ? null : findOption(view, field, text, context.now);
		return found === null
			? this.#with(writeToDraft(this.state, scene, text, isPaste))
			: this.#do(scene, { view: found });
	}

	click(context: ScreenContext, target: FormTarget | null): UiStep | null {
		const scene = this.#inFront(context);
		const isAlone = context.session.questions.length === 0 && (context.nonblocking ?? []).some(isForm);
		if (scene === null) return isAlone ? this.toggle(context) : null;
		const view: FormUi = { ...scene.view, focus: 'form' };
		if (target === null) return this.#do(scene, { view });
		switch (target.type) {
			case 'form-row':
				if (!isReview(scene)) return this.#do(scene, { view, go: { to: scene.question.form.fields.length } });
				return this.#do(scene, isReady(scene) ? { view, go: { row: target.index } } : { view, word: TOO_FAST });
			case 'form-field':
				return this.#do(scene, target.at === view.at ? { view } : { view, go: { to: target.at } });
			case 'form-option': {
				const field = scene.question.form.fields[target.at];
				const at = { ...view, at: target.at, marked: target.index };
				return field === undefined ? null : this.#do(scene, pick(at, field, target.index));
			}
		}
	}

	wheel(context: ScreenContext, layout: ScreenLayout, lines: number): UiStep | null {
		const scene = this.#inFront(context);
		if (scene === null) return null;
		const drawn = drawForm(scene, layout.overlayRoom ?? 1);
		if (drawn.lastScroll === 0) return null;
		return this.#do(scene, { view: { ...scene.view, scroll: scrolled(drawn, lines) } });
	}

	opening(questionId: string | null): Forms {
		const { views, opened } = this.state;
		const id = questionId ?? opened;
		const view = id === null ? undefined : views.get(id);
		const focus: FormUi['focus'] = questionId === null ? 'draft' : 'form';
		const next = view === undefined || id === null ? views : new Map(views).set(id, { ...view, focus });
		return new Forms({ ...this.state, opened: questionId, views: next });
	}

	swallowing(until: number): Forms {
		return new Forms({ ...this.state, goneUntil: until });
	}

	toggle(context: ScreenContext): UiStep | null {
		const { ui, nonblocking = [] } = context;
		const scene = this.#inFront(context);
		if (scene !== null) {
			const focus: FormUi['focus'] = hasKeys(scene) ? 'draft' : 'form';
			if (focus === 'draft' && !scene.question.blocksTurn) return this.#with(postponeForm(this.state, scene));
			return this.#do(scene, { view: { ...scene.view, focus } });
		}
		const [first] = nonblocking.filter(isForm);
		if (first === undefined) return null;
		return show(
			withoutToast({ ...ui, panel: { kind: 'none' }, isTranscriptView: false, forms: this.opening(first.id) }),
		);
	}

	found(query: string, hits: readonly FileHit[]): Forms {
		const { front } = this.state;
		const view = this.#front;
		if (front === null || view?.finder == null) return this;
		return new Forms(withView(this.state, front, { ...view, finder: withResults(view.finder, { query, hits }) }));
	}

	hint(context: ScreenContext, id: ActionId): string | null | undefined {
		if (context.now < this.state.goneUntil) return null;
		const scene = this.#inFront(context);
		const has = scene !== null && hasKeys(scene);
		const isAsked = scene !== null || (context.nonblocking ?? []).some(isForm);
		if (id === 'answer-form' && isAsked) return has ? 'message' : 'answer';
		if (scene === null || !has) return undefined;
		return wordsOfKey(placeOf(scene), id);
	}

	follow(context: ScreenContext): UiStep {
		const { session, ui, now, nonblocking = [] } = context;
		const forms = [...session.questions, ...nonblocking].filter(isForm);
		const { state } = this;
		const isEmpty = isDraftEmpty(ui);
		const gone = [...state.views].filter(([id]) => !forms.some((one) => one.id === id));
		const [first] = session.questions;
		const front = first !== undefined && isForm(first) ? first.id : null;
		const waiting = nonblocking.find(isForm)?.id ?? null;
		const isSame = front === state.front && waiting === state.nonblocking;
		const isKnown = forms.every(({ id }) => state.views.has(id));
		if (isKnown && gone.length === 0 && isEmpty === state.isDraftEmpty && isSame) return show(ui);
		const views = new Map<string, FormUi>();
		for (const question of forms) {
			const view = state.views.get(question.id) ?? newFormUi(question.form, !question.blocksTurn, ui.appearance.vim);
			views.set(question.id, withDraft(view, question, state.isDraftEmpty, isEmpty));
		}
		const isOpen = state.opened !== null && views.has(state.opened);
		const next = new Forms({
			...state,
			views,
			opened: isOpen ? state.opened : null,
			isDraftEmpty: isEmpty,
			front,
			nonblocking: waiting,
			said: isSame ? state.said : state.said + 1,
		});
		return gone.reduce((step, [id, view]) => lost(step, view, id === state.front, now), show({ ...ui, forms: next }));
	}

	spoken(context: ScreenContext): readonly string[] {
		const scene = this.#inFront(context);
		if (scene !== null) return spokenForm(scene);
		const waiting = (context.nonblocking ?? []).find(isForm);
		return waiting === undefined ? [] : spokenNonblocking(waiting, answerKey(context.table));
	}

	enter(context: ScreenContext, text: string | null): UiStep | null {
		const scene = this.#inFront(context);
		return scene === null ? null : this.#do(scene, enterLine(scene, text));
	}

	/** The form in front, unless something else covers it. */
	#inFront(context: ScreenContext): FormScene | null {
		const { session, ui } = context;
		const [question] = session.questions;
		if (question === undefined || !isForm(question) || ui.panel.kind !== 'none' || ui.isTranscriptView) return null;
		const view = this.state.views.get(question.id);
		if (view === undefined || !isCurrent(ui.question, question)) return null;
		return { context, question, view, asked: ui.question };
	}

	#do(scene: FormScene, step: FormStep, layout?: ScreenLayout): UiStep {
		const outcome = carryOut(this.state, scene, step, layout);
		const { question } = scene;
		const view = outcome.state.views.get(question.id);
		const { name = '' } = view?.fields[view.at] ?? {};
		const typed = view?.typed.get(name);
		const asked = typed === undefined ? [] : clipboardRequests(typed);
		if (view === undefined || typed === undefined || asked.length === 0) return this.#with(outcome);
		// Once is enough: what follows may keep the rest of the draft as it is.
		const after = { ...view, typed: new Map(view.typed).set(name, withoutOutcome(typed)) };
		const state = withView(outcome.state, question.id, after);
		return this.#with({ ui: outcome.ui, requests: [...outcome.requests, ...asked], state });
	}

	#with({ ui, requests, state }: FormOutcome): UiStep {
		return { ui: { ...ui, forms: new Forms(state) }, requests };
	}

	#swallow({ ui, now }: ScreenContext): UiStep {
		return show(toast({ ...ui, forms: this.swallowing(now + STILL_TYPING) }, messages.TAKEN_BACK, now));
	}
}
