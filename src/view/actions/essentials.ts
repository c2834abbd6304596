import { keyLabel } from '../../terminal/key.js';
import type { ActionId } from '../keys/action-ids.js';
import type { Keymap } from '../keys/keymap.js';
import type { HelpGroup } from './help.js';

type Row =
	| { readonly ids: readonly ActionId[]; readonly words: string }
	| { readonly typed: string; readonly words: string };

/** Keys that somebody needs in the first hour, in short words: the first page of the help. */
const groups: readonly { readonly group: string; readonly rows: readonly Row[] }[] = [
	{
		group: 'Writing',
		rows: [
			{ ids: ['submit'], words: 'send; queue while it works' },
			{ ids: ['newline'], words: 'a new line' },
			{ typed: '@', words: 'attach a file or a folder' },
			{ typed: '/', words: 'commands' },
			{ typed: '!', words: 'a command in your own shell' },
			{ ids: ['move-up', 'move-down'], words: 'what you sent before' },
			{ ids: ['history-search'], words: 'search what you sent' },
			{ ids: ['complete'], words: 'complete what is typed' },
			{ ids: ['edit-in-editor'], words: 'the draft in your editor' },
			{ ids: ['stash'], words: 'put the draft aside, or back' },
			{ ids: ['paste-image'], words: 'the picture in the clipboard' },
		],
	},
	{
		group: 'While the agent works',
		rows: [
			{ ids: ['dismiss'], words: 'close the panel, else stop the agent' },
			{ ids: ['send-now'], words: 'stop the agent and send now' },
			{ ids: ['edit-queued'], words: 'edit the last queued message' },
		],
	},
	{
		group: 'A question',
		rows: [
			{ ids: ['ask-allow-once', 'ask-allow-always', 'ask-reject-once'], words: 'yes, always, no' },
			{ typed: '1 … 9', words: 'that answer' },
			{ ids: ['ask-open'], words: 'show the full request' },
			{ ids: ['answer-dismiss'], words: 'reject it' },
		],
	},
	{
		group: 'Reading',
		rows: [
			{ ids: ['toggle-transcript'], words: 'everything opened; / searches' },
			{ ids: ['scroll-page-up', 'scroll-page-down'], words: 'scroll; the wheel too' },
			{ ids: ['scroll-bottom'], words: 'to the end' },
			{ ids: ['toggle-card'], words: 'open or fold the newest card' },
			{ ids: ['toggle-plan'], words: 'the agent’s to-do list' },
			{ ids: ['toggle-mouse'], words: 'mouse on or off' },
		],
	},
	{
		group: 'Session',
		rows: [
			{ ids: ['cycle-mode'], words: 'default, accept edits, plan' },
			{ ids: ['undo-turn'], words: 'undo file changes' },
			{ ids: ['interrupt'], words: 'stop; clear; twice: quit' },
			{ ids: ['leave'], words: 'quit, on an empty draft' },
			{ ids: ['suspend'], words: 'suspend; fg resumes' },
		],
	},
];

/** The first page of the help, with the keys that are in force; what has no key is left out. */
export function essentialGroups(table: Keymap): readonly HelpGroup[] {
	const keysOf = (id: ActionId): readonly string[] => (table.keys.get(id) ?? []).map(keyLabel);
	return groups.map(({ group, rows }) => ({
		group,
		rows: rows.flatMap((row) => {
			if ('typed' in row) return [{ keys: row.typed, help: row.words }];
			const [first = [], ...more] = row.ids.map(keysOf);
			// Of three keys the first is one that only some terminals report.
			const own = more.length > 0 ? first.slice(0, 1) : first.length > 2 ? first.slice(-2) : first.slice(0, 1);
			const keys = [...own, ...more.flatMap((each) => each.slice(0, 1))].join(' ');
			return keys === '' ? [] : [{ keys, help: row.words }];
		}),
	}));
}
