import { composerBindings } from './composer-bindings.js';
import type { KeyContext } from './context.js';
import { globalBindings } from './global-bindings.js';
import { overlayBindings } from './overlay-bindings.js';

/** What a key means. Overrides of the config name these. */
export type ActionId = (typeof allBindings)[number]['id'];

/** One line of the binding table. */
export type Binding<Id extends string = ActionId> = {
	readonly id: Id;
	/** Canonical key ids (`keyId`); the first is the one that help shows first. */
	readonly keys: readonly string[];
	readonly context: KeyContext;
	/** What it does, for help and docs. */
	readonly help: string;
	readonly group: string;
	/** The word of the footer; only bindings that have one are shown there. */
	readonly hint?: string;
};

const allBindings = [...globalBindings, ...composerBindings, ...overlayBindings] as const;

/** The bindings that hold when the person changed nothing. */
export const defaultBindings: readonly Binding[] = allBindings;

/** Things typed rather than bound, for help and docs. */
export const typedHelp: readonly { readonly keys: string; readonly help: string; readonly group: string }[] = [
	{ keys: '/', help: 'first in the draft: commands', group: 'Writing' },
	{ keys: '@', help: 'a file or folder; @file:10-40 lines of it; @diff, @staged', group: 'Writing' },
	{ keys: '!', help: 'first in the draft: your own shell; !! keeps its output from the agent', group: 'Writing' },
	{ keys: '\\ enter', help: 'a new line, where no other key makes one', group: 'Writing' },
];
