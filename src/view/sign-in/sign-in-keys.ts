import { defined } from '../../core/defined.js';
import type { SignInChoice } from '../../core/sign-in/sign-in-event.js';
import { openHandOver } from '../hand-over/command.js';
import type { TextLine } from '../panel/text-line.js';
import { openAgents } from '../pickers/agent.js';
import type { ScreenContext } from '../state/context.js';
import { emptyLayout, type ScreenLayout } from '../state/screen-layout.js';
import type { SignInField, SignInPage, SignInUi } from '../state/sign-in-ui.js';
import { show, toast, type UiStep, withEvent, withRequests } from '../state/step.js';
import type { UiState } from '../state/ui-state.js';
import { type SignInRow, type SignInRowChoice, signInRows, visibleSignIn } from './rows.js';
import * as messages from './sign-in-messages.js';

/** Characters of a key; nobody types more, and a paste of more is something else. */
const MOST_TYPED = 4096;

/** Rows of the box around an address, and one of the page before. */
const LINES_KEPT = 4;

/** The screen with another page of the sign-in. */
function withPage(ui: UiState, page: SignInPage, selected: number, now: number): UiState {
	return ui.signIn === null
		? ui
		: { ...ui, signIn: { ...ui.signIn, page, selected, visibleAt: now, focusedAt: now, hasFocus: true } };
}

/** Marks the row above (-1) or below (1); the list goes round. */
export const moveSignIn =
	(by: -1 | 1) =>
	(context: ScreenContext, layout: ScreenLayout): UiStep => {
		const { ui } = context;
		const visible = visibleSignIn(context);
		if (visible === null) return show(ui);
		if (visible.view.page.type === 'exact') return scrollExact(ui, visible.view, by, layout);
		const count = signInRows(context, visible.signIn, visible.view).length;
		if (count === 0) return show(ui);
		return show({ ...ui, signIn: { ...visible.view, selected: (visible.view.selected + by + count) % count } });
	};

/** Shows the rows of the address or command above or below; whoever reaches its end has seen it whole. */
function scrollExact(ui: UiState, view: SignInUi, by: -1 | 1, { lastScroll, overlayRows }: ScreenLayout): UiStep {
	const from = view.page.type === 'exact' ? view.page.from : 0;
	const next = Math.max(0, Math.min(lastScroll, from + by * Math.max(1, overlayRows - LINES_KEPT)));
	const read = next >= lastScroll ? { isReadWhole: true as const } : {};
	return show({ ...ui, signIn: { ...view, ...read, page: { type: 'exact', from: next } } });
}

/** Does what the row with this number, from 1, stands for. */
export const chooseSignInNumber =
	(number: number) =>
	(context: ScreenContext): UiStep => {
		const { ui } = context;
		const visible = visibleSignIn(context);
		if (visible === null || visible.view.page.type === 'exact') return show(ui);
		const row = signInRows(context, visible.signIn, visible.view)[number - 1];
		if (row === undefined) return show(ui);
		return chooseSignInRow({ ...context, ui: { ...ui, signIn: { ...visible.view, selected: number - 1 } } }, row);
	};

/** Does what the marked row stands for. */
export function acceptSignIn(context: ScreenContext, layout: ScreenLayout): UiStep {
	const visible = visibleSignIn(context);
	if (visible === null) return show(context.ui);
	if (visible.view.page.type === 'exact') return dismissSignIn(context, layout);
	const row = signInRows(context, visible.signIn, visible.view)[visible.view.selected];
	return row === undefined ? show(context.ui) : chooseSignInRow(context, row);
}

/** Does what a row stands for; where it cannot be chosen, says why. */
export function chooseSignInRow(context: ScreenContext, { choice, whyNot }: SignInRow): UiStep {
	const { ui, now } = context;
	if (whyNot !== undefined) return show(toast(ui, whyNot, now));
	switch (choice.type) {
		case 'method':
			return chooseMethod(context, choice);
		case 'show-exact':
			return show(withPage(ui, { type: 'exact', from: 0 }, 0, now));
		case 'run-command':
			return begin(ui, choice.choice, {});
		case 'decline':
			return withEvent(ui, { type: 'sign-in-declined' });
		case 'elsewhere':
			return withEvent(ui, { type: 'signed-in-elsewhere' });
		case 'restart':
			return withEvent(ui, { type: 'restart-agent' });
		case 'hand-over':
			return openHandOver(context);
		case 'other-agent':
			return openAgents(context);
		case 'leave':
			return withEvent(ui, { type: 'sign-in-left' });
		case 'stop':
			return withEvent(ui, { type: 'sign-in-stop' });
		case 'copy-address':
			return withRequests(ui, { type: 'copy', text: choice.url, label: messages.ADDRESS_LABEL });
		case 'open-address':
			return withRequests(ui, { type: 'open-address', url: choice.url });
	}
}

function begin(ui: UiState, choice: SignInChoice, secrets: Secrets): UiStep {
	return withRequests(ui, { type: 'sign-in', choice, ...secrets });
}

type Secrets = { readonly apiKey?: string; readonly variables?: Readonly<Record<string, string>> };

function chooseMethod(
	{ ui, now }: ScreenContext,
	{ method, isPlain, isOutside }: Extract<SignInRowChoice, { type: 'method' }>,
): UiStep {
	const choice: SignInChoice = { methodId: method.id, ...defined({ isPlain, isOutside }) };
	switch (method.type) {
		case 'agent': {
			if (method.apiKey === undefined) return begin(ui, choice, {});
			const field: SignInField = {
				variable: null,
				label: messages.keyLabel(method.apiKey.provider),
				text: '',
				isSecret: true,
				isOptional: true,
			};
			return show(withPage(ui, { type: 'fields', choice, fields: [field], index: 0 }, 0, now));
		}
		case 'env_var': {
			const fields = method.variables.map(
				({ name, label, isSecret, isOptional }): SignInField => ({
					variable: name,
					label: label === undefined || label === name ? name : `${label} (${name})`,
					text: '',
					isSecret,
					isOptional,
				}),
			);
			return show(withPage(ui, { type: 'fields', choice, fields, index: 0 }, 0, now));
		}
		case 'terminal-command':
		case 'terminal':
			return begin(ui, choice, {});
		case 'unknown':
			return show(ui);
	}
}

/** esc: back from a page; stops what runs; else leaves the sign-in for now. */
export function dismissSignIn(context: ScreenContext, { lastScroll } = emptyLayout): UiStep {
	const { ui, now } = context;
	const visible = visibleSignIn(context);
	if (visible === null) return show(ui);
	const { page } = visible.view;
	if (page.type === 'exact') {
		const read = page.from >= lastScroll ? { isReadWhole: true as const } : {};
		return show(withPage({ ...ui, signIn: { ...visible.view, ...read } }, { type: 'rows' }, 0, now));
	}
	if (visible.view.page.type !== 'rows') return show(withPage(ui, { type: 'rows' }, 0, now));
	const { step } = visible.signIn;
	if (step.type === 'choosing' && step.command !== undefined) return withEvent(ui, { type: 'sign-in-declined' });
	return withEvent(ui, { type: step.type === 'running' ? 'sign-in-stop' : 'sign-in-left' });
}

/** Gives the keys to the sign-in. */
export function focusSignIn({ ui }: ScreenContext): UiStep {
	return show(ui.signIn === null ? ui : { ...ui, signIn: { ...ui.signIn, hasFocus: true } });
}

/** Copies the address, or opens it; null where there is none. */
export const withAddress =
	(type: 'copy-address' | 'open-address') =>
	(context: ScreenContext): UiStep | null => {
		const visible = visibleSignIn(context);
		if (visible === null) return null;
		const row = signInRows(context, visible.signIn, visible.view).find(({ choice }) => choice.type === type);
		return row === undefined ? null : chooseSignInRow(context, row);
	};

type FieldsPage = Extract<SignInPage, { type: 'fields' }>;

function withField(ui: UiState, view: SignInUi, page: FieldsPage, text: string): UiStep {
	const fields = page.fields.map((field, place) => (place === page.index ? { ...field, text } : field));
	return show({ ...ui, signIn: { ...view, page: { ...page, fields } } });
}

/** The field that is filled in; null where none is. A text that is too long is refused whole. */
export function signInLine(context: ScreenContext): TextLine | null {
	const { ui, now } = context;
	const view = visibleSignIn(context)?.view;
	if (view?.page.type !== 'fields') return null;
	const { page } = view;
	return {
		text: page.fields[page.index]?.text ?? '',
		most: Number.POSITIVE_INFINITY,
		clean: (typed) => typed.replace(/[\x00-\x1f\x7f-\x9f]/g, ''),
		set: (text) =>
			text.length > MOST_TYPED ? show(toast(ui, messages.FIELD_LONG, now)) : withField(ui, view, page, text),
	};
}

/** The field before (-1) or behind (1). */
export const moveField =
	(by: -1 | 1) =>
	({ ui }: ScreenContext): UiStep => {
		const view = ui.signIn;
		if (view?.page.type !== 'fields') return show(ui);
		const { page } = view;
		const index = Math.max(0, Math.min(page.fields.length - 1, page.index + by));
		return show({ ...ui, signIn: { ...view, page: { ...page, index } } });
	};

/** Goes to the next field; from the last one signs in with what was typed, which is gone from the screen then. */
export function acceptField(context: ScreenContext): UiStep {
	const { ui, now } = context;
	const view = ui.signIn;
	if (view?.page.type !== 'fields') return show(ui);
	const { page } = view;
	if (page.index < page.fields.length - 1) return moveField(1)(context);
	const missing = page.fields.findIndex(({ text, isOptional }) => text.trim() === '' && !isOptional);
	if (missing >= 0) {
		return show(toast({ ...ui, signIn: { ...view, page: { ...page, index: missing } } }, messages.FIELD_EMPTY, now));
	}
	const cleared = withPage(ui, { type: 'rows' }, 0, now);
	const given = page.fields.filter(({ text }) => text.trim() !== '');
	const key = given.find(({ variable }) => variable === null);
	if (key !== undefined) return begin(cleared, page.choice, { apiKey: key.text.trim() });
	const variables = Object.fromEntries(
		given.flatMap(({ variable, text }) => (variable === null ? [] : [[variable, text.trim()]])),
	);
	return begin(cleared, page.choice, Object.keys(variables).length === 0 ? {} : { variables });
}
