import { ONE_TO_NINE } from '../../keys/action-ids.js';
import {
	acceptField,
	acceptSignIn,
	chooseSignInNumber,
	dismissSignIn,
	focusSignIn,
	moveField,
	moveSignIn,
	withAddress,
} from '../../sign-in/sign-in-keys.js';
import type { ScreenContext } from '../../state/context.js';
import type { UiStep } from '../../state/step.js';
import { group, hinted, key, numberedRows } from '../action.js';
import { act } from '../draft.js';

const signInGroup = group('sign-in', 'Signing in');
const earlyGroup = group('sign-in-early', 'Signing in');
const asideGroup = group('sign-in-aside', 'Signing in');
const fieldGroup = group('sign-in-field', 'Signing in');

/** The letter means something while there is an address; else it begins a word. */
const orType =
	(letter: string, run: (context: ScreenContext) => UiStep | null) =>
	(context: ScreenContext): UiStep => {
		const { ui } = context;
		const aside = ui.signIn === null ? ui : { ...ui, signIn: { ...ui.signIn, hasFocus: false } };
		return run(context) ?? act({ ...context, ui: aside }, { type: 'text', text: letter });
	};

/** The ways to sign in, a sign-in that runs, and what is typed for one. */
export const signInActions = {
	...signInGroup({
		'sign-in-previous': key('the row above', moveSignIn(-1), 'up', 'ctrl+p', 'shift+tab'),
		'sign-in-next': key('the row below', moveSignIn(1), 'down', 'ctrl+n', 'tab'),
		'sign-in-accept': hinted('choose', 'choose', acceptSignIn, 'enter'),
		'sign-in-copy': key('copy the address', orType('c', withAddress('copy-address')), 'c'),
		'sign-in-open': key('open the address in your browser', orType('o', withAddress('open-address')), 'o'),
		'sign-in-dismiss': hinted(
			'back; stop the sign-in; or not now',
			({ session }) => (session.signIn?.step.type === 'running' ? 'stop' : 'not now'),
			dismissSignIn,
			'escape',
		),
		...numberedRows('sign-in-row', ONE_TO_NINE, (number) =>
			key(`choose row ${number}`, chooseSignInNumber(number), String(number)),
		),
	}),
	...earlyGroup({
		'sign-in-early-dismiss': key('stop the sign-in that has just come, or leave it', dismissSignIn, 'escape'),
	}),
	...asideGroup({
		'sign-in-focus': hinted('from the draft back to the sign-in', 'sign in', focusSignIn, 'tab'),
	}),
	...fieldGroup({
		'sign-in-field-accept': hinted('the next field; then sign in', 'go on', acceptField, 'enter'),
		'sign-in-field-next': key('the next field', moveField(1), 'tab', 'down'),
		'sign-in-field-previous': key('the field before', moveField(-1), 'shift+tab', 'up'),
		'sign-in-field-back': hinted('back, without it', 'back', dismissSignIn, 'escape'),
	}),
};
