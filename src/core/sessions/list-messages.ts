export const renamed = (title: string): string => `The title is “${title}” now.`;
export const renamedHereAlone = (agent: string, why: string): string => `The title is changed here; ${agent}: ${why}`;
export const deletedHere = (agent: string | null): string =>
	agent === null ? 'The session is deleted.' : `The session is deleted here; ${agent} still has it.`;
export const deletedAtAgent = (agent: string, isHere: boolean): string =>
	isHere ? `The session is deleted at ${agent}; its record is still here.` : `The session is deleted at ${agent}.`;
export const deletedEverywhere = (agent: string): string => `The session is deleted here and at ${agent}.`;
export const notDeleted = (why: string): string => `Nothing was deleted: ${why}`;
export const partlyDeleted = (agent: string, why: string): string =>
	`The session is deleted at ${agent}, but its record is still here: ${why}`;
export const NO_LONGER_LISTED = 'The session is not in the list any more.';
export const NOT_CONNECTED = 'the agent is not connected';
export const NEVER_ENDS = 'its list names the same page again and again; what came before is shown.';
export const TOO_MANY = (count: number): string => `only the first ${count.toLocaleString('en')} sessions are shown.`;
export const NOTHING_SAID = 'Nothing was said in it.';
export const NOT_KEPT = 'Sessions are not kept here (see "persistence" in the configuration).';
