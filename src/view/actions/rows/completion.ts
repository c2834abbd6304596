import {
	acceptChoice,
	closeMenu,
	closeSearch,
	newerMatch,
	nextChoice,
	olderMatch,
	previousChoice,
	runChoice,
	takeMatch,
} from '../../composer/commands.js';
import { edit, group } from '../action.js';

const completionGroup = group('completion', 'Completion');
const historySearchGroup = group('history-search', 'History search');

/** The menus over the draft: completion, and the search of what was sent. */
export const completionActions = {
	...completionGroup({
		'completion-accept': { keys: ['tab'], help: 'insert the choice', hint: 'insert', edit: acceptChoice },
		'completion-run': edit('send what is typed; the beginning of a name is completed first', runChoice, 'enter'),
		'completion-previous': edit('the choice above', previousChoice, 'up', 'ctrl+p'),
		'completion-next': edit('the choice below', nextChoice, 'down', 'ctrl+n'),
		'completion-close': { keys: ['escape'], help: 'close the list', hint: 'close', edit: closeMenu },
	}),
	...historySearchGroup({
		'search-older': { keys: ['ctrl+r', 'up', 'ctrl+p'], help: 'an older match', hint: 'older', edit: olderMatch },
		'search-newer': edit('a newer match', newerMatch, 'ctrl+s', 'down', 'ctrl+n'),
		'search-accept': { keys: ['enter', 'tab'], help: 'take the match into the draft', hint: 'take', edit: takeMatch },
		'search-close': {
			keys: ['escape', 'ctrl+g', 'ctrl+c'],
			help: 'back to the draft as it was',
			hint: 'back',
			edit: closeSearch,
		},
	}),
};
