import type { AppEvent } from '../../core/event.js';
import type { OptionKind } from '../../core/policy/types.js';

/** A row that answers the question: its number is its place, from 1. */
export type AnswerRow = {
	readonly label: string;
	/** Letters and keys that stand for it besides its number. */
	readonly keys: string;
	readonly answer: Answer | null;
	/** Why it cannot be chosen, when `answer` is null. */
	readonly because: string;
	/** The same in fewer words. */
	readonly shortBecause?: string;
	/** The label where there is no room for what follows it. */
	readonly shortLabel?: string;
	/** Muted words behind the label. */
	readonly aside?: string;
	/** The same in ever fewer words, for where there is no room for it. */
	readonly shortAsides?: readonly string[];
	/** Part of the command that it would allow was not on the screen: it shows that instead. */
	readonly isUnread?: true;
	/** Its number asks for words, which are the answer: it needs no pause that separates it from the first letter of a word. */
	readonly asksWords?: true;
};

type Answer =
	/** `kind`: of an option that allows or rejects; `opens`: an address for the user's browser. */
	| { readonly type: 'event'; readonly event: AppEvent; readonly kind?: OptionKind; readonly opens?: string }
	/** A row of the review of a form. */
	| { readonly type: 'form' }
	/** Shows the rule that would be written, and asks how far it reaches. `offer` counts from 0. */
	| { readonly type: 'always'; readonly offer: number };
