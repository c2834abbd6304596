import { expect, test } from 'vitest';
import { isNewSentence } from '../../../src/core/text/new-sentence.js';

test.each([
	['Retrying...', 'Retrying...', 3000, true],
	['Retrying...', 'Error: no connection', 3000, true],
	['Info: /home/ada/created.txt', 'All of them finished.', 2000, true],
	// A stream goes on, though it paused.
	['I use Java', 'Script', 5000, false],
	['I use Java', 'Script here', 5000, false],
	['See ', 'All of them finished.', 5000, false],
	['one. ', 'Two.', 5000, false],
	['the file', ' and All.', 5000, false],
	['the file', 'name ends here.', 5000, false],
	// The same without a pause.
	['Retrying...', 'Retrying...', 200, false],
	['created.txt', 'All of them finished.', 200, false],
	['', 'All of them finished.', 5000, false],
])('Behind %j the chunk %j after %i ms begins anew: %s', (before, chunk, pause, isNew) => {
	expect(isNewSentence(before, chunk, pause)).toBe(isNew);
});
