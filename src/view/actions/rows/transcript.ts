import { nextPrompt, previousPrompt } from '../../transcript/scroll.js';
import { group, key } from '../action.js';
import { CHOOSE_SUBAGENT, NOTHING_TO_COPY } from '../actions-messages.js';
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
	whyNotCopied,
	whyNotOpened,
	whyNotSaved,
} from '../entry-keys.js';
import { closeTranscript } from '../leave-transcript.js';
import { scrollLine, scrollPage, scrollToBeginning, scrollToEnd, scrollToPrompt } from '../scroll-transcript.js';
import { acceptQuery, closeSearch, openSearch, stepSearch } from '../search.js';

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
		'transcript-close': {
			keys: ['escape', 'q'],
			help: 'end the search; back to the draft',
			hint: 'back',
			run: closeTranscript,
		},
		'transcript-previous-prompt': key('to the prompt above', scrollToPrompt(previousPrompt), '['),
		'transcript-next-prompt': key('to the prompt below', scrollToPrompt(nextPrompt), ']'),
		'transcript-search': { keys: ['/'], help: 'search', hint: 'search', run: openSearch },
		'transcript-next-match': {
			keys: ['n'],
			help: 'the next match',
			hint: 'next',
			when: ({ ui }) => ui.search !== null,
			run: stepSearch(1),
		},
		'transcript-previous-match': key('the match before', stepSearch(-1), 'N'),
		'transcript-next-entry': { keys: ['tab'], help: 'choose the next entry', hint: 'choose', run: chooseEntry(1) },
		'transcript-previous-entry': key('choose the entry before', chooseEntry(-1), 'shift+tab'),
		'transcript-toggle': {
			keys: ['enter', 'space'],
			help: 'fold or open the chosen entry; while none is chosen: a page down',
			hint: (context) => (canFoldChosen(context) ? 'fold' : null),
			run: toggleChosen,
		},
		'transcript-copy': {
			keys: ['c'],
			help: 'copy the source of the chosen entry; else a list',
			hint: (context) => (isEntryChosen(context) ? 'copy' : null),
			whyNot: whyNotCopied,
			run: copyChosen,
		},
		'transcript-copy-part': {
			keys: ['C'],
			help: 'copy a part of it: a code block, a command, a diff',
			whyNot: NOTHING_TO_COPY,
			run: copyPart,
		},
		'transcript-edit': {
			keys: ['e'],
			help: 'open a picture, sound or PDF that came with the chosen entry; else the file that it names, in $EDITOR',
			hint: (context) => (isEntryChosen(context) ? 'open' : null),
			whyNot: whyNotOpened,
			run: openChosen,
		},
		'transcript-open-subagent': {
			keys: ['o'],
			help: 'open the transcript of the chosen sub-agent',
			hint: (context) => (isSubagentChosen(context) ? 'its transcript' : null),
			whyNot: CHOOSE_SUBAGENT,
			run: openChosenSubagent,
		},
		'transcript-save': {
			keys: ['s'],
			help: 'save a file that came with the chosen entry, in the workspace',
			hint: (context) => (canSaveChosen(context) ? 'save' : null),
			whyNot: whyNotSaved,
			run: saveChosen,
		},
	}),
	...searchGroup({
		'find-accept': {
			keys: ['enter'],
			help: 'keep the match, and step with n and N',
			hint: 'done',
			run: acceptQuery,
		},
		'find-close': {
			keys: ['escape', 'ctrl+g', 'ctrl+c'],
			help: 'back to where it began',
			hint: 'back',
			run: closeSearch,
		},
		'find-next': { keys: ['down', 'ctrl+n'], help: 'the next match', hint: 'next', run: stepSearch(1) },
		'find-previous': key('the match before', stepSearch(-1), 'up', 'ctrl+p'),
	}),
};
