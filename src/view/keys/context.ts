/** `global` and `composer` are the ground, `empty-draft` lies on the composer; the others, overlays, come first. */
export type KeyContext =
	| 'global'
	| 'composer'
	| 'empty-draft'
	/** A command of the user's runs in the foreground: it lies on the composer. */
	| 'own-command'
	/** The list of the user's commands that run: it lies on `picker`. */
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
	/** A sign-in has just come: of its keys only the one that leaves it counts. */
	| 'sign-in-early'
	/** A sign-in is shown, and the draft has the keys. */
	| 'sign-in-aside'
	| 'sign-in-field'
	| 'help'
	| 'picker'
	/** A line of text in a panel: it lies below the panel's own keys. */
	| 'line'
	| 'open-sessions'
	| 'queue'
	/** The list of sessions, in which typing searches: it lies on `picker`. */
	| 'sessions'
	/** A side question, and the line in which more is asked: both lie on `picker`. */
	| 'side-question'
	| 'side-question-line'
	/** The review of changes in an agent's view of the workspace: it lies on `picker`. */
	| 'changes'
	| 'review'
	| 'review-notes'
	/** A diff with a cursor in it, below the keys of its panel: it lies on `picker`. */
	| 'diff'
	| 'subagents'
	/** The hunks of a change that is asked about: they lie on `picker`. */
	| 'hunks'
	/** The steps of a plan that is reviewed: they lie on `picker`. */
	| 'plan-steps'
	/** The user's own commands: it lies on `picker`. */
	| 'commands'
	/** A commit, and its message while that is written: both lie on `picker`. */
	| 'commit'
	| 'commit-message'
	/** The settings, in which typing searches: it lies on `picker`. */
	| 'settings'
	| 'history-search';
