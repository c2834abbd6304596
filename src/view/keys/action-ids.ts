export const ONE_TO_NINE = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

function words<Text extends string>(text: Text): readonly Words<Text>[] {
	return text.split(' ') as Words<Text>[];
}

function numbered<Prefix extends string, Place extends number>(prefix: Prefix, places: readonly Place[]) {
	return places.map((place): `${Prefix}-${Place}` => `${prefix}-${place}`);
}

/**
 * Every action by its id, in the order of the help. The ids are in the users' config, so they stay. What an action
 * does is its row in `view/actions/rows/`: without one the program does not compile.
 */
export const ACTION_IDS = [
	...words('interrupt dismiss cycle-mode undo-turn subagents end-command share-command attach-command'),
	...words('permissions open-folder suspend open-sessions next-session previous-session waiting-session'),
	...numbered('session', ONE_TO_NINE),
	...words('toggle-transcript toggle-card toggle-plan redraw toggle-mouse scroll-page-up scroll-page-down'),
	...words('scroll-line-up scroll-line-down scroll-previous-prompt scroll-next-prompt scroll-top'),
	...words('scroll-bottom help leave submit newline steer send-now complete paste-image edit-in-editor stash'),
	...words('edit-queued history-search undo redo move-left move-right move-up move-down move-word-left'),
	...words('move-word-right move-line-start move-line-end move-start move-end select-left select-right'),
	...words('select-up select-down select-word-left select-word-right select-line-start select-line-end'),
	...words('select-all delete-backward delete-forward delete-word-backward delete-word-forward kill-word'),
	...words('kill-line-end kill-line-start yank yank-pop clear-draft completion-accept completion-run'),
	...words('completion-previous completion-next completion-close search-older search-newer search-accept'),
	...words('search-close'),
	...numbered('ask-option', ONE_TO_NINE),
	...words('ask-allow-once ask-allow-always ask-reject-once ask-previous ask-next ask-confirm ask-open'),
	...words('ask-dismiss'),
	...numbered('question-option', ONE_TO_NINE),
	...words('question-previous question-next question-confirm question-open question-dismiss'),
	...numbered('address-option', [1, 2, 3, 4]),
	...words('address-previous address-next address-confirm address-copy address-expand address-dismiss'),
	...words('answer-form form-next form-previous'),
	...numbered('rule-option', [1, 2, 3, 4]),
	...words('rule-previous rule-next rule-confirm rule-back plan-review-edits plan-accept-edits plan-keep'),
	...numbered('plan-option', [4, 5, 6, 7, 8, 9]),
	...words('plan-scroll-up plan-scroll-down plan-page-up plan-page-down plan-top plan-bottom plan-copy'),
	...words('plan-edit plan-dismiss sign-in-copy sign-in-open'),
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
	...words('subagents-open subagents-answer subagents-cancel changes-apply changes-leave changes-discard'),
	...words('changes-apply-all changes-diff-up changes-diff-down changes-later line-erase line-erase-word'),
	...words('line-clear picker-previous picker-next picker-page-up picker-page-down picker-first picker-last'),
	...words('picker-accept picker-close'),
] as const;

/** Ids of earlier versions, which a config may still have. */
export const RENAMED_ACTIONS = {
	'find-erase': 'line-erase',
	'help-up': 'picker-previous',
	'help-down': 'picker-next',
	'help-page-up': 'picker-page-up',
	'help-page-down': 'picker-page-down',
	'help-erase': 'line-erase',
	'agents-erase': 'line-erase',
	'sessions-erase': 'line-erase',
	'side-erase': 'line-erase',
	'sign-in-field-erase': 'line-erase',
	'sign-in-accept': 'picker-accept',
	'sign-in-dismiss': 'picker-close',
	'sign-in-field-accept': 'picker-accept',
	'sign-in-field-back': 'picker-close',
	'sign-in-field-next': 'sign-in-next',
	'sign-in-field-previous': 'sign-in-previous',
	'find-erase-word': 'line-erase-word',
	'find-clear': 'line-clear',
	'sessions-clear': 'line-clear',
	'side-clear': 'line-clear',
	'sign-in-field-clear': 'line-clear',
} as const satisfies Readonly<Record<string, ActionId>>;

export type RenamedAction = keyof typeof RENAMED_ACTIONS;

export type ActionId = (typeof ACTION_IDS)[number];
