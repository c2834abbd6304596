/** The panels whose code is loaded when they are opened first. */
export type PanelName = 'changes' | 'sessions' | 'forms' | 'hand-over' | 'side-question' | 'subagents';

/** A panel whose code is loaded, as a state keeps it; `panelIn` says what it does. */
export type OpenPanel = { readonly name: PanelName };
