import { scrollOpened } from '../../questions/question-keys.js';
import { show, toast, withRequests } from '../../state/step.js';
import { nextPrompt, previousPrompt } from '../../transcript/scroll.js';
import { group, key } from '../action.js';
import { MOUSE_OFF, MOUSE_ON, NO_PLAN, NOTHING_TO_FOLD } from '../actions-messages.js';
import { toggleNewestCard } from '../entry-keys.js';
import { toggleTranscript } from '../leave-transcript.js';
import { scrollLine, scrollPage, scrollToBeginning, scrollToEnd, scrollToPrompt } from '../scroll-transcript.js';

const viewGroup = group('global', 'View', { needsScreen: true });
const plainGroup = group('global', 'View');
const scrollGroup = group('global', 'View', { needsScreen: true, keepsSelection: true, movesInQuestion: true });

// In a question of which all is shown they scroll the question.
const page = (direction: -1 | 1) =>
	scrollOpened(({ questionPage }) => direction * questionPage.page, scrollPage(direction));
const line = (direction: -1 | 1) => scrollOpened(() => direction, scrollLine(direction));

/** Scrolling, and what of the screen is shown. */
export const viewActions = {
	...viewGroup({
		'toggle-transcript': key('show the transcript with every card open', toggleTranscript, 'ctrl+o'),
		'toggle-card': {
			keys: ['alt+o'],
			help: 'open or fold the newest card',
			whyNot: NOTHING_TO_FOLD,
			run: toggleNewestCard,
		},
		'toggle-plan': {
			keys: ['ctrl+t'],
			help: 'show or hide the agent’s to-do list',
			when: ({ session }) => session.plan !== null,
			whyNot: NO_PLAN,
			run: ({ ui }) => show({ ...ui, isPlanFolded: !ui.isPlanFolded }),
		},
		'toggle-mouse': {
			keys: ['ctrl+x'],
			help: 'mouse on or off',
			run({ ui, now }) {
				const isOn = !ui.isMouseOn;
				return withRequests(toast({ ...ui, isMouseOn: isOn }, isOn ? MOUSE_ON : MOUSE_OFF, now), {
					type: 'mouse',
					isOn,
				});
			},
		},
	}),
	...plainGroup({ redraw: key('redraw', ({ ui }) => withRequests(ui, { type: 'redraw' }), 'ctrl+l') }),
	...scrollGroup({
		'scroll-page-up': key('a page up', page(-1), 'pageup'),
		'scroll-page-down': key('a page down', page(1), 'pagedown'),
		'scroll-line-up': key('a line up', line(-1), 'shift+up'),
		'scroll-line-down': key('a line down', line(1), 'shift+down'),
		'scroll-previous-prompt': key('to the prompt above', scrollToPrompt(previousPrompt), 'alt+pageup'),
		'scroll-next-prompt': key('to the prompt below', scrollToPrompt(nextPrompt), 'alt+pagedown'),
		'scroll-top': key('to the beginning', scrollToBeginning, 'ctrl+home'),
		'scroll-bottom': key('to the end, and follow it', scrollToEnd, 'ctrl+end'),
	}),
};
