// What the draft says of itself: the line for the shell, the search in the history, and the menu below it. What stands
// in an empty draft is among the frame's messages.

export const shellPlaceholder = 'a command for your shell; a second ! keeps it from the agent';

/** The search in what was sent before. */
export const searchLabel = 'search: ';
export const searchPlace = (number: number, count: number): string => `  ${number} of ${count}`;
export const nothingFound = '  nothing found';

/** Behind rows of the menu. */
export const fromAgent = 'agent ';
export const stagedChanges = 'what git would commit';
export const changes = 'what git finds changed';
export const cannotBeWritten = 'this name cannot be written';
export const recentFile = 'recent';
