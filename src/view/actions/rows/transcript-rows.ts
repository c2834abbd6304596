import { checklistOf } from '../../../core/session/plan/approved-plan.js';
import { scrollOpened } from '../../questions/question-panel.js';
import { togglePlan } from '../../slash-commands/session-commands.js';
import { NO_PLAN } from '../../slash-commands/slash-commands-messages.js';
import { closeTranscript, toggleTranscript } from '../../state/leave-transcript.js';
import { toggleSidePanel } from '../../state/side-panel.js';
import { requestStep, toast, withRequests } from '../../state/ui-step.js';
import { nextPrompt, previousPrompt } from '../../transcript/position.js';
import { group, hinted, key } from '../action.js';
import { NOTHING_TO_COPY } from '../actions-messages.js';
import {
	canFoldChosen,
	canSaveChosen,
	chooseEntry,
	copyChosen,
	copyPart,
	isEntryChosen,
	isSubagentChosen,
	openChosen,
	openChosenSubagent,
	saveChosen,
	toggleChosen,
	toggleNewestCard,
	whyNotCopied,
	whyNotOpened,
	whyNotSaved,
} from '../entry-keys.js';
import { scrollLine, scrollPage, scrollToBeginning, scrollToEnd, scrollToPrompt } from '../scroll-transcript.js';
import { acceptQuery, closeSearch, openSearch, stepSearch } from '../search-actions.js';

const viewGroup = group('transcript', 'Transcript view', { keepsSelection: true });
const searchGroup = group('transcript-search', 'Search in the transcript');

/** The transcript view and the search in it. */
export const transcriptActions = {
	...viewGroup({
		'transcript-up': key('a line up', scrollLine(-1), 'up', 'k'),
		'transcript-down': key('a line down', scrollLine(1), 'down', 'j'),
		'transcript-page-up': key('a page up', scrollPage(-1), 'pageup', 'b'),
		'transcript-page-down': key('a page down', scrollPage(1), 'pagedown', 'f'),
		'transcript-top': key('to the beginning', scrollToBeginning, 'home', 'g'),
		'transcript-bottom': key('to the end', scrollToEnd, 'end', 'G'),
		'transcript-close': hinted('end the search; back to the draft', 'back', closeTranscript, 'escape', 'q'),
		'transcript-previous-prompt': key('to the prompt above', scrollToPrompt(previousPrompt), '['),
		'transcript-next-prompt': key('to the prompt below', scrollToPrompt(nextPrompt), ']'),
		'transcript-search': hinted('search', 'search', openSearch, '/'),
		'transcript-next-match': {
			...key('the next match', stepSearch(1), 'n'),
			hint: 'next',
			when: ({ ui }) => ui.search !== null,
		},
		'transcript-previous-match': key('the match before', stepSearch(-1), 'N'),
		'transcript-next-entry': hinted('choose the next entry', 'choose', chooseEntry(1), 'tab'),
		'transcript-previous-entry': key('choose the entry before', chooseEntry(-1), 'shift+tab'),
		'transcript-toggle': hinted(
			'fold or open the chosen entry; while none is chosen: a page down',
			(context) => (canFoldChosen(context) ? 'fold' : null),
			toggleChosen,
			'enter',
			'space',
		),
		'transcript-copy': {
			...key('copy the source of the chosen entry; else a list', copyChosen, 'c'),
			hint: (context) => (isEntryChosen(context) ? 'copy' : null),
			whyNot: whyNotCopied,
		},
		'transcript-copy-part': {
			...key('copy a part of it: a code block, a command, a diff', copyPart, 'C'),
			whyNot: NOTHING_TO_COPY,
		},
		'transcript-edit': {
			...key(
				'open a picture, sound or PDF that came with the chosen entry; else the file that it names, in $EDITOR',
				openChosen,
				'e',
			),
			hint: (context) => (isEntryChosen(context) ? 'open' : null),
			whyNot: whyNotOpened,
		},
		'transcript-open-subagent': {
			...key('open the transcript of the chosen sub-agent', openChosenSubagent, 'o'),
			hint: (context) => (isSubagentChosen(context) ? 'its transcript' : null),
			whyNot: 'Press tab to choose the card of a sub-agent first',
		},
		'transcript-save': {
			...key('save a file that came with the chosen entry, in the workspace', saveChosen, 's'),
			hint: (context) => (canSaveChosen(context) ? 'save' : null),
			whyNot: whyNotSaved,
		},
	}),
	...searchGroup({
		'find-accept': hinted('keep the match, and step with n and N', 'done', acceptQuery, 'enter'),
		'find-close': hinted('back to where it began', 'back', closeSearch, 'escape', 'ctrl+g', 'ctrl+c'),
		'find-next': hinted('the next match', 'next', stepSearch(1), 'down', 'ctrl+n'),
		'find-previous': key('the match before', stepSearch(-1), 'up', 'ctrl+p'),
	}),
};

const screenGroup = group('global', 'View', { needsScreen: true });
const plainGroup = group('global', 'View');
const scrollGroup = group('global', 'View', { needsScreen: true, keepsSelection: true, movesInQuestion: true });

// In a question of which all is shown they scroll the question.
const page = (direction: -1 | 1) =>
	scrollOpened(({ questionPage }) => direction * questionPage.page, scrollPage(direction));
const line = (direction: -1 | 1) => scrollOpened(() => direction, scrollLine(direction));

/** Scrolling, and what of the screen is shown. */
export const viewActions = {
	...screenGroup({
		'toggle-transcript': key('show the transcript with every card open', toggleTranscript, 'ctrl+o'),
		'toggle-card': {
			...key('open or fold the newest card', toggleNewestCard, 'alt+o'),
			whyNot: 'Nothing to open or fold',
		},
		'toggle-plan': {
			...key('show or hide the agent’s to-do list', togglePlan, 'ctrl+t'),
			when: ({ session }) => checklistOf(session) !== null,
			whyNot: NO_PLAN,
		},
		'toggle-panel': key('show or hide the side panel of wide screens', toggleSidePanel, 'f2'),
		'toggle-mouse': {
			keys: ['ctrl+x'],
			help: 'mouse on or off',
			run({ ui, now }) {
				const isOn = !ui.isMouseOn;
				return withRequests(
					toast({ ...ui, isMouseOn: isOn }, isOn ? 'Mouse on' : 'Mouse off: select with your terminal', now),
					{ type: 'mouse', isOn },
				);
			},
		},
	}),
	...plainGroup({ redraw: key('redraw', requestStep({ type: 'redraw' }), 'ctrl+l') }),
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
