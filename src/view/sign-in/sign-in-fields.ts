import type { AuthMethod } from '../../core/auth-method.js';
import type { SignInChoice } from '../../core/sign-in/sign-in-event.js';
import { clip, sanitizeLine } from '../../core/text/sanitize.js';
import { innerWidth } from '../panel/box.js';
import type { Choose, Panel, PanelResult } from '../panel/panel.js';
import type { ScreenContext } from '../state/context.js';
import type { SignInField, SignInPage } from '../state/sign-in-ui.js';
import type { UiState } from '../state/ui-state.js';
import { show, toast, type UiStep, withRequests } from '../state/ui-step.js';

/** Characters of a key; nobody types more, and a paste of more is something else. */
const MOST_TYPED = 4096;

export function showPage({ ui, now }: ScreenContext, page: SignInPage): UiStep {
	const at = { visibleAt: now, focusedAt: now };
	return show(ui.signIn === null ? ui : { ...ui, signIn: { ...ui.signIn, ...at, page, hasFocus: true } });
}

type Secrets = { readonly apiKey?: string; readonly variables?: Readonly<Record<string, string>> };

export function beginSignIn(ui: UiState, choice: SignInChoice, secrets: Secrets): UiStep {
	return withRequests(ui, { type: 'sign-in', choice, ...secrets });
}

/** Begins a sign-in by this method, or asks for what has to be typed for it. */
export const chooseMethod =
	(method: Exclude<AuthMethod, { type: 'unknown' }>, how: Omit<SignInChoice, 'methodId'> = {}): Choose =>
	(context) => {
		const choice: SignInChoice = { methodId: method.id, ...how };
		const fields = fieldsOf(method);
		return fields === null
			? beginSignIn(context.ui, choice, {})
			: showPage(context, { type: 'fields', choice, fields });
	};

/** Fields to type for a method; null for none. */
function fieldsOf(method: AuthMethod): readonly SignInField[] | null {
	if (method.type === 'env_var') {
		return method.variables.map(({ name, label, isSecret, isOptional }) => ({
			variable: name,
			label: label === undefined || label === name ? name : `${label} (${name})`,
			text: '',
			isSecret,
			isOptional,
		}));
	}
	if (method.type !== 'agent' || method.apiKey === undefined) return null;
	const label = method.apiKey.provider === '' ? 'API key' : `API key of ${method.apiKey.provider}`;
	return [{ variable: null, label, text: '', isSecret: true, isOptional: true }];
}

type FieldsPage = Extract<SignInPage, { type: 'fields' }>;

/** Panel of a sign-in's fields: a row for each, and the line of the selected one. */
export function fieldsPanel(
	context: ScreenContext,
	page: FieldsPage,
	selected: string | null,
): Pick<Panel<null>, 'rows' | 'line' | 'actions'> & { readonly spokenField: string } {
	const { ui, now } = context;
	const { fields } = page;
	const most = Math.max(4, Math.floor(innerWidth(ui.columns) / 2) - 7);
	const rows = fields.map((field, at) => ({ id: String(at), label: field.label, more: optionalWords(field) }));
	const index = Math.max(
		0,
		rows.findIndex(({ id }) => id === selected),
	);
	const current = fields[index];
	const set = (text: string): PanelResult<null> =>
		text.length > MOST_TYPED
			? { ui: toast(ui, 'That is too long for a key', now) }
			: { ui: withText(ui, page, index, text) };
	return {
		rows: rows.map((row, at) => {
			const { text = '', isSecret = true } = fields[at] ?? {};
			const shown = `${fieldText(text, isSecret, most)}${at === index ? '▏' : ''}`;
			// An empty detail keeps the column aligned.
			return { ...row, detail: shown === '' ? ' ' : shown };
		}),
		line: {
			most: Number.POSITIVE_INFINITY,
			clean: (typed) => typed.replace(/[\x00-\x1f\x7f-\x9f]/g, ''),
			isValue: true,
			text: current?.text ?? '',
			...{ set, ...(current === undefined ? {} : { apart: fieldRow(current) }) },
		},
		actions: () => [{ id: 'picker-accept', words: 'go on', isEnter: true, run: (there) => accept(there, page, index) }],
		spokenField: current === undefined ? '' : spokenField(current),
	};
}

function optionalWords({ isOptional, variable }: SignInField): string {
	if (!isOptional) return '';
	return variable === null ? 'empty: the agent uses the one of its own environment' : 'may be empty';
}

function spokenField(field: SignInField): string {
	const optional = optionalWords(field);
	const label = sanitizeLine(`${field.label}${optional === '' ? '' : ` (${optional})`}`);
	return field.isSecret
		? `${label}. What you type is not shown. Press enter when done; escape goes back.`
		: `${label}. Press enter when done; escape goes back.`;
}

function withText(ui: UiState, page: FieldsPage, index: number, text: string): UiState {
	const fields = page.fields.map((field, at) => (at === index ? { ...field, text } : field));
	return ui.signIn === null ? ui : { ...ui, signIn: { ...ui.signIn, page: { ...page, fields } } };
}

/** Goes to the next field; from the last one signs in with what was typed, which is gone from the screen then. */
function accept(context: ScreenContext, { fields, choice }: FieldsPage, index: number): PanelResult<null> {
	if (index < fields.length - 1) return { selected: String(index + 1), reads: 'list' };
	const missing = fields.findIndex(({ text, isOptional }) => text.trim() === '' && !isOptional);
	if (missing >= 0) {
		return { selected: String(missing), reads: 'list', ui: toast(context.ui, 'It cannot be empty', context.now) };
	}
	const { ui } = showPage(context, { type: 'rows' });
	const given = fields.filter(({ text }) => text.trim() !== '');
	const key = given.find(({ variable }) => variable === null);
	if (key !== undefined) return beginSignIn(ui, choice, { apiKey: key.text.trim() });
	const variables = Object.fromEntries(
		given.flatMap(({ variable, text }) => (variable === null ? [] : [[variable, text.trim()]])),
	);
	return beginSignIn(ui, choice, Object.keys(variables).length === 0 ? {} : { variables });
}

const fieldRow =
	({ label, text, isSecret }: SignInField) =>
	(width: number): string => {
		const name = clip(sanitizeLine(label), Math.max(4, Math.floor(width / 2)));
		return `${name}: ${fieldText(text, isSecret, Math.max(1, width - name.length - 3))}`;
	};

/** A field with what was typed into it: a secret as dots, as many as there are characters, up to `most`. */
function fieldText(text: string, isSecret: boolean, most: number): string {
	const shown = isSecret ? '•'.repeat(Math.min(most, [...text].length)) : sanitizeLine(text);
	return shown.length <= most ? shown : `…${shown.slice(-(most - 1))}`;
}
