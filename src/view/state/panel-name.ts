/** The panels whose code is loaded when they are opened first. */
export type PanelName =
	| 'changes'
	| 'commands'
	| 'commit'
	| 'sessions'
	| 'forms'
	| 'hand-over'
	| 'help'
	| 'hunks'
	| 'palette'
	| 'plan-steps'
	| 'mcp'
	| 'own-commands'
	| 'release-notes'
	| 'review'
	| 'hooks'
	| 'settings'
	| 'side-question'
	| 'status-line'
	| 'status'
	| 'subagents'
	| 'themes'
	| 'try-keys'
	| 'vim';

/** An open panel, as a state keeps it; `panelIn` says what it does. */
export type OpenPanel = {
	readonly name: string;
	/** Takes the place of the draft; else above it. */
	readonly coversDraft: boolean;
	/** Takes all rows that there are. */
	readonly isTall?: boolean;
	/** Takes the place of the side panel, too. */
	readonly isWide?: boolean;
	/** The name of the theme that the screen is painted in meanwhile; absent: the one in force. */
	readonly theme?: string;
};
