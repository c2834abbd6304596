/**
 * Every action by its id, in the order of the help. The ids are in the users' config, so they stay. What an action
 * does is its row in `view/actions/rows/`: without one the program does not compile.
 */
export const ACTION_IDS = [
	...['interrupt', 'dismiss', 'cycle-mode', 'undo-turn', 'end-command', 'share-command', 'attach-command', 'suspend'],
	...['toggle-transcript', 'toggle-card', 'toggle-plan', 'redraw', 'toggle-mouse', 'scroll-page-up'],
	...['scroll-page-down', 'scroll-line-up', 'scroll-line-down', 'scroll-previous-prompt', 'scroll-next-prompt'],
	...['scroll-top', 'scroll-bottom'],
	...['help', 'leave'],
	...['submit', 'newline', 'send-now', 'complete', 'paste-image', 'edit-in-editor', 'stash', 'edit-queued'],
	...['history-search', 'undo', 'redo'],
	...['move-left', 'move-right', 'move-up', 'move-down', 'move-word-left', 'move-word-right', 'move-line-start'],
	...['move-line-end', 'move-start', 'move-end'],
	...['select-left', 'select-right', 'select-up', 'select-down', 'select-word-left', 'select-word-right'],
	...['select-line-start', 'select-line-end', 'select-all'],
	...['delete-backward', 'delete-forward', 'delete-word-backward', 'delete-word-forward', 'kill-word'],
	...['kill-line-end', 'kill-line-start', 'yank', 'yank-pop', 'clear-draft'],
	...['completion-accept', 'completion-run', 'completion-previous', 'completion-next', 'completion-close'],
	...['search-older', 'search-newer', 'search-accept', 'search-close'],
	...['ask-option-1', 'ask-option-2', 'ask-option-3', 'ask-option-4', 'ask-option-5', 'ask-option-6', 'ask-option-7'],
	...['ask-option-8', 'ask-option-9', 'ask-allow-once', 'ask-allow-always', 'ask-reject-once', 'ask-previous'],
	...['ask-next', 'ask-confirm', 'ask-open', 'ask-dismiss'],
	...['question-option-1', 'question-option-2', 'question-option-3', 'question-option-4', 'question-option-5'],
	...['question-option-6', 'question-option-7', 'question-option-8', 'question-option-9', 'question-previous'],
	...['question-next', 'question-confirm', 'question-open', 'question-dismiss'],
	...['rule-option-1', 'rule-option-2', 'rule-option-3', 'rule-option-4', 'rule-previous', 'rule-next'],
	...['rule-confirm', 'rule-back'],
	...['plan-review-edits', 'plan-accept-edits', 'plan-keep', 'plan-option-4', 'plan-option-5', 'plan-option-6'],
	...['plan-option-7', 'plan-option-8', 'plan-option-9', 'plan-scroll-up', 'plan-scroll-down', 'plan-page-up'],
	...['plan-page-down', 'plan-top', 'plan-bottom', 'plan-copy', 'plan-edit', 'plan-dismiss'],
	...['sign-in-previous', 'sign-in-next', 'sign-in-accept', 'sign-in-copy', 'sign-in-open', 'sign-in-dismiss'],
	...['sign-in-row-1', 'sign-in-row-2', 'sign-in-row-3', 'sign-in-row-4', 'sign-in-row-5', 'sign-in-row-6'],
	...['sign-in-row-7', 'sign-in-row-8', 'sign-in-row-9', 'sign-in-focus', 'sign-in-field-accept'],
	...['sign-in-field-next', 'sign-in-field-previous', 'sign-in-field-erase', 'sign-in-field-clear'],
	...['sign-in-field-back'],
	...['transcript-up', 'transcript-down', 'transcript-page-up', 'transcript-page-down', 'transcript-top'],
	...['transcript-bottom', 'transcript-close', 'transcript-previous-prompt', 'transcript-next-prompt'],
	...['transcript-search', 'transcript-next-match', 'transcript-previous-match', 'transcript-next-entry'],
	...['transcript-previous-entry', 'transcript-toggle', 'transcript-copy', 'transcript-copy-part', 'transcript-edit'],
	...['find-accept', 'find-close', 'find-next', 'find-previous', 'find-erase', 'find-erase-word', 'find-clear'],
	...['help-up', 'help-down', 'help-page-up', 'help-page-down', 'help-erase', 'help-close'],
	...['queue-edit', 'queue-remove', 'queue-earlier', 'queue-later'],
	...['picker-previous', 'picker-next', 'picker-page-up', 'picker-page-down', 'picker-first', 'picker-last'],
	...['picker-accept', 'picker-close'],
] as const;

/** What a key means. */
export type ActionId = (typeof ACTION_IDS)[number];
