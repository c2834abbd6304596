export const ONE_TO_THREE = [1, 2, 3] as const;
export const ONE_TO_NINE = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

function words<Text extends string>(text: Text): readonly Words<Text>[] {
	return text.split(' ') as Words<Text>[];
}

function numbered<Prefix extends string, Place extends number>(prefix: Prefix, places: readonly Place[]) {
	return places.map((place): `${Prefix}-${Place}` => `${prefix}-${place}`);
}

/** In the order of the help. The ids are in the users' config, so they stay. What each does: `view/actions/rows/`. */
export const ACTION_IDS = [
	...words('interrupt dismiss cycle-mode undo-turn review-turn subagents background-command end-command share-command'),
	...words('attach-command choose-model choose-thinking'),
	...words('permissions open-folder suspend open-sessions next-session previous-session waiting-session'),
	...numbered('session', ONE_TO_NINE),
	...words(
		'toggle-transcript toggle-card toggle-plan toggle-panel redraw toggle-mouse scroll-page-up scroll-page-down',
	),
	...words('scroll-line-up scroll-line-down scroll-previous-prompt scroll-next-prompt scroll-top'),
	...words(
		'scroll-bottom help palette leave submit newline steer send-now queue-draft complete paste-image edit-in-editor stash',
	),
	...words('vim-normal vim-cancel vim-redo vim-left vim-right vim-up vim-down vim-start vim-end vim-delete'),
	...words('edit-queued history-search undo redo move-left move-right move-up move-down move-word-left'),
	...words('move-word-right move-line-start move-line-end move-start move-end select-left select-right'),
	...words('select-up select-down select-word-left select-word-right select-line-start select-line-end'),
	...words('select-all delete-backward delete-forward delete-word-backward delete-word-forward kill-word'),
	...words('kill-line-end kill-line-start yank yank-pop clear-draft completion-accept completion-run'),
	...words('completion-previous completion-next completion-close search-older search-newer search-accept'),
	...words('search-close'),
	...numbered('resume-recent', ONE_TO_THREE),
	...numbered('answer', ONE_TO_NINE),
	...words('ask-allow-once ask-allow-always ask-reject-once answer-previous answer-next answer-confirm'),
	...words('ask-open question-open address-copy address-expand plan-copy plan-edit answer-dismiss answer-form'),
	...words('form-next form-previous plan-scroll-up plan-scroll-down plan-page-up plan-page-down plan-top plan-bottom'),
	...words('sign-in-copy sign-in-open'),
	...numbered('sign-in-row', ONE_TO_NINE),
	...words(
		'sign-in-previous sign-in-next sign-in-early-dismiss sign-in-focus transcript-up transcript-down transcript-page-up',
	),
	...words('transcript-page-down transcript-top transcript-bottom transcript-close transcript-previous-prompt'),
	...words('transcript-next-prompt transcript-search transcript-next-match transcript-previous-match'),
	...words('transcript-next-entry transcript-previous-entry transcript-toggle transcript-copy'),
	...words('transcript-copy-part transcript-edit transcript-open-subagent transcript-save find-accept'),
	...words('find-close find-next find-previous help-close'),
	...words('queue-edit queue-steer queue-merge queue-remove queue-earlier queue-later open-sessions-new'),
	...words('open-sessions-isolated open-sessions-agent open-sessions-close sessions-open sessions-folders'),
	...words('sessions-rename sessions-delete sessions-export sessions-fork sessions-preview-up'),
	...words('sessions-preview-down side-close side-take side-copy side-ask side-hide side-send side-back'),
	...words(
		'subagents-open subagents-answer subagents-cancel own-commands-attach own-commands-end changes-apply changes-leave changes-discard',
	),
	...words('commands-edit commands-trust commands-trust-all commands-new'),
	...words('changes-apply-all changes-apply-hunk changes-later line-erase line-erase-word'),
	...words('review-viewed review-stage review-stage-file review-take-back review-note review-select review-send'),
	...words(
		'review-notes review-close review-drop-note review-send-notes diff-next-hunk diff-previous-hunk diff-next-file diff-previous-file',
	),
	...words('diff-down diff-up diff-line-up diff-line-down diff-edit diff-layout diff-find diff-focus diff-keys'),
	...words('hunks-open hunk-take hunk-leave hunk-take-rest hunk-leave-rest hunk-split hunk-edit hunk-next'),
	...words('hunk-previous hunk-search hunk-keys hunk-quit hunk-line-up hunk-line-down'),
	...words('plan-steps-open plan-words step-take step-strike step-change step-note'),
	...words('commit-run commit-mark commit-mark-all commit-edit commit-editor commit-ask commit-leave commit-done'),
	...words('settings-place settings-unset settings-trust'),
	...words('line-clear picker-previous picker-next picker-page-up picker-page-down picker-first picker-last'),
	...words('picker-accept picker-close'),
] as const;

export type ActionId = (typeof ACTION_IDS)[number];
