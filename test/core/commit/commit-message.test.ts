import { expect, test } from 'vitest';
import { cleanMessage, subjectLength } from '../../../src/core/commit/commit-message.js';

test.each<[string, string, string]>([
	['as it is', 'Add a door\n\nIt had none.', 'Add a door\n\nIt had none.'],
	['without a fence around it', '```\nAdd a door\n\nIt had none.\n```\n', 'Add a door\n\nIt had none.'],
	['without what announces it', 'Here is the message:\n\n```text\nAdd a door\n```\nShall I go on?', 'Add a door'],
	['of a fence that is still written', '```\nAdd a', 'Add a'],
	['with code in its body', 'Add a door\n\nUse it so:\n\n```js\nopen()\n```', 'Add a door\n\nUse it so:\n\nopen()'],
	['without a label and quotes', '**Commit message:** "Add a door"', 'Add a door'],
	['without a heading', '# Add a door\n\n## Why\nNone', 'Add a door\n\nWhy\nNone'],
	['without the cut of git’s editor', 'Add\n# ------------------------ >8 ------------------------\nb', 'Add\nb'],
	['without what moves the cursor or hides', 'Add \u001B[2Ja\u0007 door\r\nx', 'Add a door\nx'],
	['with a number at a line’s start', 'Add\n\n#12 wanted it', 'Add\n\n#12 wanted it'],
	['empty', '  \n', ''],
])('a message of an agent is taken %s', (_, said, taken) => {
	expect(cleanMessage(said)).toBe(taken);
});

test('a message that goes on for ever is cut, and its subject is counted as people count', () => {
	expect(cleanMessage('a'.repeat(100_000)).length).toBe(8000);
	expect(subjectLength('Ü🎉\nmore')).toBe(2);
});
