import type { PermissionOption, PermissionOutcome, RuleScope } from '../../core/policy/types.js';
import type { RefusalsChoice } from '../../core/session/question.js';
import type { PlanChoice } from '../../core/user-event.js';

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
	/** Its number asks for words, which are the answer: it need not wait to be told from the first of a word. */
	readonly asksWords?: true;
};

export type Answer =
	| { readonly type: 'option'; readonly outcome: PermissionOutcome; readonly option: PermissionOption | null }
	/** The same answer, and the address opens in the user's browser. */
	| { readonly type: 'open'; readonly outcome: PermissionOutcome; readonly url: string }
	/** A row of the review of a form. */
	| { readonly type: 'form' }
	| { readonly type: 'plan'; readonly choice: PlanChoice }
	| { readonly type: 'refusals'; readonly choice: RefusalsChoice }
	/** Shows the rule that would be written, and asks how far it reaches. `offer` counts from 0. */
	| { readonly type: 'always'; readonly offer: number }
	| {
			readonly type: 'remember';
			readonly outcome: PermissionOutcome;
			readonly text: string;
			readonly scope: RuleScope;
	  };
