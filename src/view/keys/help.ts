import { type ActionId, typedHelp } from './bindings.js';
import type { KeyContext } from './context.js';
import { keyLabel } from './key.js';
import type { BindingTable } from './table.js';

/** A group of the help: its name and its rows. */
export type HelpGroup = {
	readonly group: string;
	readonly rows: readonly { readonly keys: string; readonly help: string }[];
};

/** What the footer can show of a binding; `id` lets the caller leave out what makes no sense right now. */
export type FooterHint = { readonly id: ActionId; readonly keys: string; readonly hint: string };

/** Every bound action in groups, in the table's order, for `?` and the docs. */
export function helpLines(table: BindingTable): readonly HelpGroup[] {
	const groups = new Map<string, { keys: string; help: string }[]>();
	const add = (group: string, keys: string, help: string): void => {
		const rows = groups.get(group);
		if (rows === undefined) groups.set(group, [{ keys, help }]);
		else rows.push({ keys, help });
	};
	for (const binding of table.bindings) {
		if (binding.keys.length > 0) add(binding.group, binding.keys.map(keyLabel).join(', '), binding.help);
	}
	for (const row of typedHelp) add(row.group, row.keys, row.help);
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
