import type { ReviewNote } from '../../../src/core/review/review.js';

/** A note on these lines of a file. */
export const noteAt = (line: number, lastLine = line): ReviewNote => ({
	...{ id: 'n', path: 'a.ts', side: 'new', text: 'why?', excerpt: '' },
	line,
	...(lastLine === line ? {} : { lastLine }),
});
