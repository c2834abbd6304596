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
import { group, key } from '../action.js';
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

const chooseRow = (number: number) => key(`choose row ${number}`, chooseSignInNumber(number), String(number));

/** The ways to sign in, a sign-in that runs, and what is typed for one. */
export const signInActions = {
	...signInGroup({
		'sign-in-previous': key('the row above', moveSignIn(-1), 'up', 'ctrl+p', 'shift+tab'),
		'sign-in-next': key('the row below', moveSignIn(1), 'down', 'ctrl+n', 'tab'),
		'sign-in-accept': { keys: ['enter'], help: 'choose', hint: 'choose', run: acceptSignIn },
		'sign-in-copy': key('copy the address', orType('c', withAddress('copy-address')), 'c'),
		'sign-in-open': key('open the address in your browser', orType('o', withAddress('open-address')), 'o'),
		'sign-in-dismiss': {
			keys: ['escape'],
			help: 'back; stop the sign-in; or not now',
			hint: ({ session }) => (session.signIn?.step.type === 'running' ? 'stop' : 'not now'),
			run: dismissSignIn,
		},
		'sign-in-row-1': chooseRow(1),
		'sign-in-row-2': chooseRow(2),
		'sign-in-row-3': chooseRow(3),
		'sign-in-row-4': chooseRow(4),
		'sign-in-row-5': chooseRow(5),
		'sign-in-row-6': chooseRow(6),
		'sign-in-row-7': chooseRow(7),
		'sign-in-row-8': chooseRow(8),
		'sign-in-row-9': chooseRow(9),
	}),
	...earlyGroup({
		'sign-in-early-dismiss': key('stop the sign-in that has just come, or leave it', dismissSignIn, 'escape'),
	}),
	...asideGroup({
		'sign-in-focus': { keys: ['tab'], help: 'from the draft back to the sign-in', hint: 'sign in', run: focusSignIn },
	}),
	...fieldGroup({
		'sign-in-field-accept': { keys: ['enter'], help: 'the next field; then sign in', hint: 'go on', run: acceptField },
		'sign-in-field-next': key('the next field', moveField(1), 'tab', 'down'),
		'sign-in-field-previous': key('the field before', moveField(-1), 'shift+tab', 'up'),
		'sign-in-field-back': { keys: ['escape'], help: 'back, without it', hint: 'back', run: dismissSignIn },
	}),
};
