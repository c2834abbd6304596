/** `global` and `composer` are the ground, `empty-draft` lies on the composer; the others, overlays, come first. */
export type KeyContext =
	| 'global'
	| 'composer'
	| 'empty-draft'
	/** A command of the user's runs in the foreground: it lies on the composer. */
	| 'own-command'
	| 'own-commands'
	/** Modes of vim's keys, and a command or selection that has begun: they lie on the draft or a field. */
	| 'vim-insert'
	| 'vim-normal'
	| 'vim-busy'
	/** Sessions are listed on the first screen: it lies on the empty draft. */
	| 'first-screen'
	| 'completion'
	| 'ask'
	| 'ask-rule'
	/** A question of the agent that words answer too: no letter is a key there. */
	| 'agent-question'
	| 'form'
	| 'elicitation-url'
	| 'plan-review'
	/** Words are written below a plan: it lies on the composer. */
	| 'plan-words'
	| 'transcript'
	| 'transcript-search'
	| 'sign-in'
	/** A sign-in that has just opened: only the key that leaves it counts. */
	| 'sign-in-early'
	/** A sign-in is shown, and the draft has the keys. */
	| 'sign-in-unfocused'
	| 'sign-in-field'
	| 'help'
	/** Base of every panel; contexts of single panels lie on it. */
	| 'picker'
	/** A line of text in a panel: it lies below the panel's own keys. */
	| 'line'
	| 'open-sessions'
	| 'queue'
	| 'sessions'
	| 'side-question'
	| 'side-question-line'
	| 'changes'
	| 'review'
	| 'review-notes'
	| 'diff'
	| 'subagents'
	| 'hunks'
	| 'plan-steps'
	| 'commands'
	| 'commit'
	| 'commit-message'
	| 'settings'
	| 'history-search';
