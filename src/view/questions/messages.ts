export const NO_OTHER_RULE = 'No other rule for this';
export const NO_SUCH_ANSWER = 'The agent offers no such answer';
export const NOTHING_MORE = 'Nothing more to show';
export const CHOOSE_ANSWER = 'Choose with ↑ ↓ or a number';
export const CHOOSE_ANSWER_OR_LETTER = 'Choose with ↑ ↓ or a number, or press y or n';
/** What was copied. */
export const THE_PLAN = 'the plan';

export const ANSWER_PLAN_FIRST = 'Answer the plan first: 1 approves it, 2 also accepts edits, 3 keeps planning';
export const ANSWER_FIRST = 'Answer the question first';
export const MESSAGE_FIRST = 'Send or clear your message first';
export const PLAN_MODE_ON = 'Plan mode is on: answer with the keys above';
export const ONLY_EDITS = 'Accept edits covers only edits: answer with the keys above';
export const notCovered = (why: string): string => `Accept edits does not cover this: ${why}`;
export const NO_ALLOW_ONCE = 'The agent offers no clear “allow once”';
