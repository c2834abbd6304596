import { type ActionId, ONE_TO_NINE } from '../../keys/action-ids.js';
import { focusSignIn, panelOfSignIn } from '../../sign-in/in-front.js';
import type { ScreenContext } from '../../state/context.js';
import type { ScreenLayout } from '../../state/screen-layout.js';
import { show, type UiStep } from '../../state/ui-step.js';
import { group, hinted, key, numberedRows } from '../action.js';
import { act } from '../draft-actions.js';

const signInGroup = group('sign-in', 'Signing in');
const earlyGroup = group('sign-in-early', 'Signing in');
const unfocusedGroup = group('sign-in-unfocused', 'Signing in');
const fieldGroup = group('sign-in-field', 'Signing in');

/** Does in the sign-in what a key of every list does. */
const does =
	(id: ActionId) =>
	(context: ScreenContext, { overlayRows, overlayRoom = overlayRows }: ScreenLayout): UiStep =>
		panelOfSignIn(context)?.act(context, id, overlayRoom) ?? show(context.ui);

/** The letter means something while there is an address; else it begins a word. */
const orType = (letter: string, id: ActionId) => (context: ScreenContext, layout: ScreenLayout) => {
	if (panelOfSignIn(context)?.hint(context, id) !== undefined) return does(id)(context, layout);
	const { ui } = context;
	const unfocused = ui.signIn === null ? ui : { ...ui, signIn: { ...ui.signIn, hasFocus: false } };
	return act({ ...context, ui: unfocused }, { type: 'text', text: letter });
};

const chooseRow = (number: number) => (context: ScreenContext) =>
	panelOfSignIn(context)?.type(context, String(number)) ?? null;

/** The ways to sign in, a sign-in that runs, and what is typed for one, besides the keys of every list. */
export const signInActions = {
	...signInGroup({
		'sign-in-copy': key('copy the address', orType('c', 'sign-in-copy'), 'c'),
		'sign-in-open': key('open the address in your browser', orType('o', 'sign-in-open'), 'o'),
		...numberedRows('sign-in-row', ONE_TO_NINE, (number) =>
			key(`choose row ${number}`, chooseRow(number), String(number)),
		),
	}),
	...fieldGroup({
		'sign-in-previous': key('the row above', does('picker-previous'), 'shift+tab'),
		'sign-in-next': key('the row below', does('picker-next'), 'tab'),
	}),
	...earlyGroup({
		'sign-in-early-dismiss': key('stop the sign-in that has just come, or leave it', does('picker-close'), 'escape'),
	}),
	...unfocusedGroup({ 'sign-in-focus': hinted('from the draft back to the sign-in', 'sign in', focusSignIn, 'tab') }),
};
