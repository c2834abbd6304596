// Words of the draft: shell mode, history search, and the completion menu. The placeholder of an empty draft is among
// the frame's messages.

export const shellPlaceholder = 'a command for your shell; a second ! keeps it from the agent';

export const searchLabel = 'search: ';
export const searchPlace = (number: number, count: number): string => `  ${number} of ${count}`;
export const nothingFound = '  nothing found';

export const fromAgent = 'agent ';
export const stagedChanges = 'what git would commit';
export const changes = 'what git finds changed';
export const cannotBeWritten = 'this name cannot be written';
export const recentFile = 'recent';
