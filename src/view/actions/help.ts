import { keyLabel } from '../../terminal/key.js';
import { ACTION_IDS, type ActionId } from '../keys/action-ids.js';
import type { KeyContext } from '../keys/key-context.js';
import type { Keymap } from '../keys/keymap.js';
import type { ScreenContext } from '../state/context.js';
import { ACTIONS, hintersIn, hintOf } from './actions.js';

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

/** The actions of each context, in their order, and those with a hint of their own: the footer asks in every frame. */
const byContext = inContexts(ACTION_IDS);
const hinted = inContexts(ACTION_IDS.filter((id) => ACTIONS[id].hint !== undefined));

function inContexts(ids: readonly ActionId[]): ReadonlyMap<KeyContext, readonly ActionId[]> {
	const found = new Map<KeyContext, ActionId[]>();
	for (const id of ids) {
		for (const context of ACTIONS[id].contexts) {
			const there = found.get(context);
			if (there === undefined) found.set(context, [id]);
			else there.push(id);
		}
	}
	return found;
}

/** The hints of the contexts with the focus, the topmost first; a key that lies under another is left out. */
export function footerHints(contexts: readonly KeyContext[], context: ScreenContext): readonly FooterHint[] {
	const { table } = context;
	const hints: FooterHint[] = [];
	const above: ReadonlyMap<string, ActionId>[] = [];
	const hinters = hintersIn(context);
	const ids = hinters.length === 0 ? hinted : byContext;
	for (const where of contexts) {
		const means = table.byContext.get(where);
		if (means === undefined) continue;
		for (const id of ids.get(where) ?? []) {
			const isFree = (key: string) => means.get(key) === id && !above.some((keys) => keys.has(key));
			const key = table.keys.get(id)?.find(isFree);
			const hint = key === undefined ? null : hintOf(context, id, hinters);
			if (key !== undefined && hint !== null) hints.push({ id, keys: keyLabel(key), hint });
		}
		above.push(means);
	}
	return hints;
}
