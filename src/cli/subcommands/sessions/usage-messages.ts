import { oneOf, quote } from '../../quote.js';

// What `acp-tui sessions` says of wrong words on the command line: loaded with every start, so no more than that.

export const TWO_AGENTS = 'use either --agent or --agent-command, not both';
export const takesNoAgent = (action: string): string =>
	`"acp-tui sessions ${action}" takes no --agent: it looks at what is kept here`;
export const badPlace = (text: string, places: readonly string[]): string =>
	`--at ${quote(text)}: must be ${oneOf(places)}`;
