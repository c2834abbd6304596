import type { KeyContext } from './context.js';

type Row<Id extends string> = {
	readonly id: Id;
	readonly keys: readonly string[];
	readonly help: string;
	readonly hint?: string;
};

type Placed<Id extends string> = Row<Id> & { readonly context: KeyContext; readonly group: string };

/** Bindings of one context and one group of the help. */
export function rows<Id extends string>(
	context: KeyContext,
	group: string,
	bindings: readonly Row<Id>[],
): readonly Placed<Id>[] {
	return bindings.map((row) => ({ ...row, context, group }));
}
