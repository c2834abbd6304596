import { keyLabel } from '../../terminal/key.js';
import { ACTION_IDS, type ActionId } from '../keys/action-ids.js';
import type { KeyContext } from '../keys/context.js';
import type { Keymap } from '../keys/keymap.js';
import type { ScreenContext } from '../state/context.js';
import { ACTIONS, hintOf } from './actions.js';

export type HelpGroup = {
	readonly group: string;
	/** `id` is the action's, of what is bound. */
	readonly rows: readonly { readonly keys: string; readonly help: string; readonly id?: ActionId }[];
};

/** Things typed rather than bound, for help and docs. */
export const typedHelp: readonly { readonly keys: string; readonly help: string; readonly group: string }[] = [
	{ keys: '/', help: 'at the start: commands', group: 'Writing' },
	{ keys: '@', help: 'attach a file or folder; @file:10-40 lines of it; @diff, @staged', group: 'Writing' },
	{
		keys: '!',
		help: 'at the start: run a command in your own shell; !! keeps its output from the agent',
		group: 'Writing',
	},
	{ keys: '#', help: 'at the start: a line for the agent’s memory file', group: 'Writing' },
	{ keys: '\\ enter', help: 'a new line, where no other key makes one', group: 'Writing' },
];

/** Every bound action in groups, for `?` and the docs; only those of `ids` where given. */
export function helpLines(table: Keymap, ids: readonly ActionId[] = ACTION_IDS): readonly HelpGroup[] {
	const groups = new Map<string, HelpGroup['rows'][number][]>();
	const add = (group: string, row: HelpGroup['rows'][number]): void => {
		groups.set(group, [...(groups.get(group) ?? []), row]);
	};
	for (const id of ids) {
		const { group, help } = ACTIONS[id];
		const keys = table.keys.get(id) ?? [];
		if (keys.length > 0) add(group, { keys: keys.map(keyLabel).join(', '), help, id });
	}
	for (const { group, keys, help } of typedHelp) add(group, { keys, help });
	return [...groups].map(([group, rows]) => ({ group, rows }));
}

export type FooterHint = { readonly id: ActionId; readonly keys: string; readonly hint: string };

/** The actions of each context, in their order: the footer asks for them in every frame. */
const byContext = new Map<KeyContext, ActionId[]>();
for (const id of ACTION_IDS) {
	for (const context of ACTIONS[id].contexts) byContext.set(context, [...(byContext.get(context) ?? []), id]);
}

/** The hints of the contexts with the focus, the topmost first; a key that lies under another is left out. */
export function footerHints(contexts: readonly KeyContext[], context: ScreenContext): readonly FooterHint[] {
	const { table } = context;
	const hints: FooterHint[] = [];
	const taken = new Set<string>();
	for (const where of contexts) {
		for (const id of byContext.get(where) ?? []) {
			const means = table.byContext.get(where);
			const key = table.keys.get(id)?.find((candidate) => !taken.has(candidate) && means?.get(candidate) === id);
			const hint = key === undefined ? null : hintOf(context, id);
			if (key !== undefined && hint !== null) hints.push({ id, keys: keyLabel(key), hint });
		}
		for (const key of table.byContext.get(where)?.keys() ?? []) taken.add(key);
	}
	return hints;
}
