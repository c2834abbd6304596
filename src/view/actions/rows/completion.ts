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
import { group } from '../action.js';

/** The menus over the draft: completion, and the search of what was sent. */
export const completionActions = {
	...group(
		{ context: 'completion', group: 'Completion' },
		{
			'completion-accept': { keys: ['tab'], help: 'insert the choice', hint: 'insert', edit: acceptChoice },
			'completion-run': {
				keys: ['enter'],
				help: 'send what is typed; the beginning of a name is completed first',
				edit: runChoice,
			},
			'completion-previous': { keys: ['up', 'ctrl+p'], help: 'the choice above', edit: previousChoice },
			'completion-next': { keys: ['down', 'ctrl+n'], help: 'the choice below', edit: nextChoice },
			'completion-close': { keys: ['escape'], help: 'close the list', hint: 'close', edit: closeMenu },
		},
	),
	...group(
		{ context: 'history-search', group: 'History search' },
		{
			'search-older': { keys: ['ctrl+r', 'up', 'ctrl+p'], help: 'an older match', hint: 'older', edit: olderMatch },
			'search-newer': { keys: ['ctrl+s', 'down', 'ctrl+n'], help: 'a newer match', edit: newerMatch },
			'search-accept': { keys: ['enter', 'tab'], help: 'take the match into the draft', hint: 'take', edit: takeMatch },
			'search-close': {
				keys: ['escape', 'ctrl+g', 'ctrl+c'],
				help: 'back to the draft as it was',
				hint: 'back',
				edit: closeSearch,
			},
		},
	),
};
