import { show } from '../../state/step.js';
import { END } from '../../transcript/position.js';
import { nextPrompt, previousPrompt, scrollToStart } from '../../transcript/scroll.js';
import { group } from '../action.js';
import {
	canFoldChosen,
	chooseEntry,
	copyChosen,
	copyPart,
	isEntryChosen,
	openChosen,
	toggleChosen,
	whyNotCopied,
	whyNotOpened,
} from '../entry-keys.js';
import { closeTranscript } from '../leave-transcript.js';
import { NOTHING_TO_COPY } from '../messages.js';
import { scrollLine, scrollPage, scrollToPrompt } from '../scroll-transcript.js';
import { acceptQuery, clearQuery, closeSearch, eraseCharacter, eraseWord, openSearch, stepSearch } from '../search.js';

/** The transcript view and the search in it. */
export const transcriptActions = {
	...group(
		{ context: 'transcript', group: 'Transcript view', keepsSelection: true },
		{
			'transcript-up': { keys: ['up', 'k'], help: 'a line up', run: scrollLine(-1) },
			'transcript-down': { keys: ['down', 'j'], help: 'a line down', run: scrollLine(1) },
			'transcript-page-up': { keys: ['pageup', 'b'], help: 'a page up', run: scrollPage(-1) },
			'transcript-page-down': { keys: ['pagedown', 'f'], help: 'a page down', run: scrollPage(1) },
			'transcript-top': {
				keys: ['home', 'g'],
				help: 'to the beginning',
				run: ({ ui }) => show({ ...ui, anchor: scrollToStart() }),
			},
			'transcript-bottom': { keys: ['end', 'G'], help: 'to the end', run: ({ ui }) => show({ ...ui, anchor: END }) },
			'transcript-close': {
				keys: ['escape', 'q'],
				help: 'end the search; back to the draft',
				hint: 'back',
				run: closeTranscript,
			},
			'transcript-previous-prompt': { keys: ['['], help: 'to the prompt above', run: scrollToPrompt(previousPrompt) },
			'transcript-next-prompt': { keys: [']'], help: 'to the prompt below', run: scrollToPrompt(nextPrompt) },
			'transcript-search': { keys: ['/'], help: 'search', hint: 'search', run: openSearch },
			'transcript-next-match': {
				keys: ['n'],
				help: 'the next match',
				hint: 'next',
				when: ({ ui }) => ui.search !== null,
				run: stepSearch(1),
			},
			'transcript-previous-match': { keys: ['N'], help: 'the match before', run: stepSearch(-1) },
			'transcript-next-entry': { keys: ['tab'], help: 'choose the next entry', hint: 'choose', run: chooseEntry(1) },
			'transcript-previous-entry': { keys: ['shift+tab'], help: 'choose the entry before', run: chooseEntry(-1) },
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
				help: 'open the picture of the chosen entry, or the file that it names, in $EDITOR',
				hint: (context) => (isEntryChosen(context) ? 'open' : null),
				whyNot: whyNotOpened,
				run: openChosen,
			},
		},
	),
	...group(
		{ context: 'transcript-search', group: 'Search in the transcript' },
		{
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
			'find-previous': { keys: ['up', 'ctrl+p'], help: 'the match before', run: stepSearch(-1) },
			'find-erase': { keys: ['backspace', 'ctrl+h'], help: 'the character before', run: eraseCharacter },
			'find-erase-word': { keys: ['ctrl+w', 'alt+backspace'], help: 'the word before', run: eraseWord },
			'find-clear': { keys: ['ctrl+u'], help: 'another search', run: clearQuery },
		},
	),
};
