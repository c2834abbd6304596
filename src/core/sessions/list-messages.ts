export const renamed = (title: string): string => `The title is “${title}” now.`;
export const deletedHere = (agent: string | null): string =>
	agent === null ? 'The session is deleted.' : `The session is deleted here; ${agent} still has it.`;
export const deletedAtAgent = (agent: string, isHere: boolean): string =>
	isHere ? `The session is deleted at ${agent}; its record is still here.` : `The session is deleted at ${agent}.`;
export const notDeleted = (why: string): string => `Nothing was deleted: ${why}`;
export const NO_LONGER_LISTED = 'The session is no longer in the list.';
