import { keyLabel } from '../../terminal/key.js';
import { type ActionId, typedHelp } from './bindings.js';
import type { KeyContext } from './context.js';
import type { BindingTable } from './table.js';

/** A group of the help: its name and its rows. */
export type HelpGroup = {
	readonly group: string;
	/** `id` is the action's, of what is bound. */
	readonly rows: readonly { readonly keys: string; readonly help: string; readonly id?: string }[];
};

/** What the footer can show of a binding; `id` lets the caller leave out what makes no sense right now. */
export type FooterHint = { readonly id: ActionId; readonly keys: string; readonly hint: string };

/** Every bound action in groups, in the table's order, for `?` and the docs. */
export function helpLines(table: BindingTable): readonly HelpGroup[] {
	const groups = new Map<string, HelpGroup['rows'][number][]>();
	const add = (group: string, row: HelpGroup['rows'][number]): void => {
		const rows = groups.get(group);
		if (rows === undefined) groups.set(group, [row]);
		else rows.push(row);
	};
	for (const binding of table.bindings) {
		if (binding.keys.length === 0) continue;
		add(binding.group, { keys: binding.keys.map(keyLabel).join(', '), help: binding.help, id: binding.id });
	}
	for (const { group, keys, help } of typedHelp) add(group, { keys, help });
	return [...groups].map(([group, rows]) => ({ group, rows }));
}

/** The hints of the contexts with the focus, the topmost first; a key that lies under another is left out. */
export function footerHints(contexts: readonly KeyContext[], table: BindingTable): readonly FooterHint[] {
	const hints: FooterHint[] = [];
	const taken = new Set<string>();
	for (const context of contexts) {
		for (const { id, keys, hint, context: where } of table.bindings) {
			if (where !== context) continue;
			const key = keys.find((candidate) => !taken.has(candidate));
			if (key !== undefined && hint !== undefined) hints.push({ id, keys: keyLabel(key), hint });
		}
		for (const key of table.byContext.get(context)?.keys() ?? []) taken.add(key);
	}
	return hints;
}
