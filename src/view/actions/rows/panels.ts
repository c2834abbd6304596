import { acceptItem, closeList, moveByPage, moveItem, moveToFirst, moveToLast } from '../../pickers/picker-keys.js';
import { moveQueued, removeQueued } from '../../pickers/queue.js';
import { group } from '../action.js';
import { closeHelp, eraseFilter, scrollHelpLine, scrollHelpPage } from '../help-keys.js';

/** The help, and lists to choose from. */
export const panelActions = {
	...group(
		{ context: 'help', group: 'Help' },
		{
			'help-up': { keys: ['up', 'ctrl+p'], help: 'a line up', run: scrollHelpLine(-1) },
			'help-down': { keys: ['down', 'ctrl+n'], help: 'a line down', run: scrollHelpLine(1) },
			'help-page-up': { keys: ['pageup'], help: 'a page up', run: scrollHelpPage(-1) },
			'help-page-down': { keys: ['pagedown'], help: 'a page down', run: scrollHelpPage(1) },
			'help-erase': { keys: ['backspace', 'ctrl+h'], help: 'typing finds a key; this erases', run: eraseFilter },
			'help-close': {
				keys: ['escape', '?', 'enter'],
				help: 'show all again; then close',
				hint: 'close',
				run: closeHelp,
			},
		},
	),
	...group(
		{ context: 'queue', group: 'Queue', isOfList: true },
		{
			'queue-edit': { keys: ['enter', 'e'], help: 'back into the draft', hint: 'edit', run: acceptItem },
			'queue-remove': { keys: ['d', 'delete'], help: 'take it out of the queue', hint: 'remove', run: removeQueued },
			'queue-earlier': { keys: ['alt+up', 'K'], help: 'send it earlier', hint: 'earlier', run: moveQueued(-1) },
			'queue-later': { keys: ['alt+down', 'J'], help: 'send it later', hint: 'later', run: moveQueued(1) },
		},
	),
	...group(
		{ context: 'picker', group: 'Lists', isOfList: true },
		{
			'picker-previous': { keys: ['up', 'ctrl+p'], help: 'the row above', run: moveItem(-1) },
			'picker-next': { keys: ['down', 'ctrl+n'], help: 'the row below', run: moveItem(1) },
			'picker-page-up': { keys: ['pageup'], help: 'a page up', run: moveByPage(-1) },
			'picker-page-down': { keys: ['pagedown'], help: 'a page down', run: moveByPage(1) },
			'picker-first': { keys: ['home'], help: 'the first row', run: moveToFirst },
			'picker-last': { keys: ['end'], help: 'the last row', run: moveToLast },
			'picker-accept': { keys: ['enter'], help: 'choose', hint: 'choose', run: acceptItem },
			'picker-close': { keys: ['escape'], help: 'close without choosing', hint: 'close', run: closeList },
		},
	),
};
