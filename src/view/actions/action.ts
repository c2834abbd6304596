import { defined } from '../../core/defined.js';
import type { ComposerCommand } from '../composer/composer-commands.js';
import type { ActionId } from '../keys/action-ids.js';
import type { KeyContext } from '../keys/key-context.js';
import type { ScreenContext } from '../state/context.js';
import type { ScreenLayout } from '../state/screen-layout.js';
import type { UiStep } from '../state/ui-step.js';
import { act } from './draft-actions.js';

/** Step of an action on the screen that the user saw; null where it does not apply, and `whyNot` says why. */
type Run = (context: ScreenContext, layout: ScreenLayout, id: ActionId) => UiStep | null;

/** Everything about an action that a key can be bound to. Its id is its place in the table of actions. */
export type Action = {
	readonly contexts: readonly KeyContext[];
	/** Its heading in the help. */
	readonly group: string;
	/** Canonical key ids (`keyId`) that hold unless the config says otherwise; help shows the first one first. */
	readonly keys: readonly string[];
	readonly help: string;
	/** Word in the footer; null: none now. Actions without `hint` are never shown there. */
	readonly hint?: string | ((context: ScreenContext, id: ActionId) => string | null);
	/** When it applies, where that is known beforehand; else always. */
	readonly when?: (context: ScreenContext) => boolean;
	/** Words of the status line where it does not apply; nothing when absent. */
	readonly whyNot?: string | ((context: ScreenContext) => string);
	readonly run: Run;
	/** Change to a draft, of keys of the draft. */
	readonly edit?: ComposerCommand;
	/**
	 * A character that may begin a word waits for the next key; `reversible`: it acts at once, and is undone if it did.
	 */
	readonly waits?: 'before' | 'reversible';
	/** Moves in the transcript, or acts on it: what is selected there stays selected. */
	readonly keepsSelection?: true;
	/** Means nothing in linear mode (lines for screen readers). */
	readonly needsScreen?: true;
	/** Acts on the list that is open; any other action that puts something else in its place closes the list. */
	readonly isOfList?: true;
	/** Moves in a question are meant for the question: no pause is owed after them before keys answer. */
	readonly movesInQuestion?: true;
};

type Flags = Pick<Action, 'keepsSelection' | 'needsScreen' | 'isOfList' | 'movesInQuestion'>;

/** A key of the draft need not say how it is run. */
type Row = Omit<Action, 'contexts' | 'group' | 'run'> &
	({ readonly run: Run } | { readonly run?: never; readonly edit: ComposerCommand });

export function group(given: KeyContext | readonly KeyContext[], name: string, flags: Flags = {}) {
	const contexts = typeof given === 'string' ? [given] : given;
	return <Id extends ActionId>(rows: Readonly<Record<Id, Row>>): Readonly<Record<Id, Action>> => {
		const actions: Partial<Record<Id, Action>> = {};
		for (const id in rows) {
			const row: Row = rows[id];
			actions[id] = { ...flags, ...row, contexts, group: name, run: runOf(row) };
		}
		// Every id of the rows has been given one.
		return actions as Readonly<Record<Id, Action>>;
	};
}

export const key = (help: string, run: Run, ...keys: readonly string[]) => ({ help, run, keys });

/** A row that the footer shows. */
export const hinted = (help: string, hint: Action['hint'], run: Run, ...keys: readonly string[]) => ({
	...key(help, run, ...keys),
	...defined({ hint }),
});

export const edit = (help: string, command: ComposerCommand, ...keys: readonly string[]) => ({
	help,
	edit: command,
	keys,
});

/** A row for each number, whose id ends with it. */
export function numberedRows<Prefix extends string, Place extends number, R extends Partial<Action>>(
	prefix: Prefix,
	numbers: readonly Place[],
	rowOf: (number: Place) => R,
) {
	const rows = numbers.map((number) => [`${prefix}-${number}`, rowOf(number)] as const);
	return Object.fromEntries(rows) as Readonly<Record<`${Prefix}-${Place}`, R>>;
}

function runOf(row: Row): Run {
	if (row.run !== undefined) return row.run;
	const { edit } = row;
	return (context) => act(context, { type: 'command', command: edit });
}
