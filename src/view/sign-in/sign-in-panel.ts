import { type SignInState, shownSignIn } from '../../core/sign-in/sign-in-state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { type Line, styled } from '../line.js';
import type { Choose, Panel, PanelAction, PanelKind, PanelRow } from '../panel/panel.js';
import { TYPE_NUMBER } from '../panel/panel-messages.js';
import { wrapLine } from '../spans.js';
import { oneLine, sentence } from '../spoken-text.js';
import type { ScreenContext } from '../state/context.js';
import type { SignInUi } from '../state/sign-in-ui.js';
import { eventStep, show } from '../state/ui-step.js';
import { type SignInText, signInBody } from './sign-in-body.js';
import { exactText, signInRows } from './sign-in-choices.js';
import { fieldsPanel, showPage } from './sign-in-fields.js';

/** Rows that words above them leave at least. */
const LEAST_LIST = 3;
/** Characters of a sentence, and of an address or a command, that are read out. */
const MOST_SENTENCE = 1000;
const MOST_EXACT = 5000;

/** Ways to sign in, a running sign-in, and its text fields. The panel's state is `ui.signIn`. */
export const signInPanel: PanelKind = {
	name: 'sign-in',
	panel(context, _own, { selected, isReadWhole }) {
		const { session, ui } = context;
		const signIn = shownSignIn(session);
		const view = ui.signIn;
		if (signIn === undefined || view === null) return null;
		const shared = {
			title: `Sign in to ${sanitizeLine(session.agent?.title ?? session.profile.launch.name)}`,
			keyWords: keyWords(view),
			isUnfocused: !view.hasFocus,
		};
		const { page } = view;
		if (page.type === 'exact') return exactPage(context, signIn, { ...shared, rows: [] }, isReadWhole);
		const text = textOf(shared.title, signInBody(context, signIn, view), view);
		if (page.type === 'fields') {
			const back: Choose = (there) => showPage(there, { type: 'rows' });
			const { spokenField, ...fields } = fieldsPanel(context, page, selected);
			const spoken = { lines: () => [...text.paragraphs, spokenField] };
			return { ...shared, ...fields, text, back, backWords: 'back', spoken };
		}
		const rows = signInRows(context, signIn, view.isReadWhole === true);
		return {
			...{ ...shared, text, rows, ...firstRow(signIn) },
			actions: () => addressActions(rows),
			...{ back: leaveSignIn(signIn), backWords: signIn.step.type === 'running' ? 'stop' : 'not now' },
			spoken: { lines: () => [`${oneLine(shared.title)}:`, ...text.paragraphs, ...spokenRows(rows)] },
		};
	},
};

function keyWords({ hasFocus, page, step }: SignInUi): string {
	if (page.type === 'exact') return 'esc goes back';
	if (page.type === 'fields') return 'enter goes on, esc goes back';
	if (!hasFocus) return 'tab chooses';
	if (step.type === 'running') return 'esc stops';
	return 'enter chooses, esc not now';
}

/** An address or a command alone; whoever has seen it whole may agree to it. */
function exactPage(context: ScreenContext, signIn: SignInState, panel: Panel<null>, isReadWhole: boolean): Panel<null> {
	const words = exactText(signIn);
	const back = (there: ScreenContext) => {
		const { ui } = showPage(there, { type: 'rows' });
		return show(ui.signIn === null || !isReadWhole ? ui : { ...ui, signIn: { ...ui.signIn, isReadWhole } });
	};
	return {
		...{ ...panel, back, backWords: 'back' },
		text: { title: panel.title, paragraphs: [words], lines: (width) => exactLines(words, width) },
		actions: () => [
			{ id: 'picker-accept', words: 'back', isEnter: true, run: back },
			...addressActions(signInRows(context, signIn, isReadWhole)),
		],
	};
}

function exactLines(text: string, width: number): readonly Line[] {
	return wrapLine([styled(text, { color: 'accent' })], width, { hard: true });
}

function textOf(title: string, body: readonly SignInText[], { step }: SignInUi) {
	return {
		title,
		paragraphs: body.map(({ text, role }) =>
			role === 'exact' ? oneLine(text, MOST_EXACT) : sentence(oneLine(text, MOST_SENTENCE)),
		),
		lines: (width: number) =>
			body.flatMap(({ text, role }) =>
				role === 'exact' ? exactLines(text, width) : wrapLine([styled(text, { color: role })], width),
			),
		// While it runs the address matters more than rows that have keys of their own.
		keeps: step.type === 'running' ? 1 : LEAST_LIST,
		isApart: true as const,
	};
}

/** The method that was tried. For a command to agree to it is the way back: another program is chosen, never hit. */
function firstRow({ step, methods }: SignInState): { readonly first?: string } {
	if (step.type !== 'choosing') return {};
	if (step.command !== undefined) return { first: 'decline' };
	const { tried } = step;
	const first = methods.find(({ id, type }) => (tried === undefined ? type !== 'unknown' : id === tried.methodId));
	return first === undefined ? {} : { first: first.id };
}

/** Letters that copy or open the address, as its rows do. */
function addressActions(rows: readonly PanelRow[]): readonly PanelAction<null>[] {
	return rows.flatMap(({ id, choose }) =>
		choose !== undefined && (id === 'copy' || id === 'open') ? [{ id: `sign-in-${id}`, run: choose } as const] : [],
	);
}

/** esc: what asks is declined, what runs is stopped; else the sign-in is left for now. */
function leaveSignIn({ step }: SignInState): Choose {
	const isAsking = step.type === 'choosing' && step.command !== undefined;
	const type = isAsking ? 'sign-in-declined' : step.type === 'running' ? 'sign-in-stop' : 'sign-in-left';
	return eventStep({ type });
}

function spokenRows(rows: readonly PanelRow[]): readonly string[] {
	if (rows.length === 0) return [];
	const lines = rows.map(({ label, detail = '', why }, index) => {
		// A single letter is a key, not a word.
		const words = [oneLine(label), oneLine(why ?? detail)].filter((word) => word.length > 1).join(', ');
		return `${index + 1} ${why == null ? sentence(words) : `${words}. It cannot be chosen.`}`;
	});
	return [...lines, TYPE_NUMBER];
}
