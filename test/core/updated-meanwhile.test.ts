import { expect, test } from 'vitest';
import { crashSentence } from '../../src/cli/crash.js';
import { unexpected } from '../../src/core/updated-meanwhile.js';

const missing = (words: string, code = 'ERR_MODULE_NOT_FOUND'): Error => Object.assign(new Error(words), { code });

test.each([
	missing("Cannot find module '/lib/acp-tui/dist/chunks/panel-Ab12.js' imported from /lib/acp-tui/dist/main.js"),
	missing("Cannot find module 'C:\\acp-tui\\dist\\chunks\\panel-Ab12.js' imported from C:\\acp-tui\\dist\\main.js"),
	missing("Cannot find module '/lib/acp-tui/dist/chunks/highlight.cjs'\nRequire stack:\n- x", 'MODULE_NOT_FOUND'),
])('A part of the program that an update took away is reported as that: %s', (error) => {
	const words = 'acp-tui was updated while it ran: restart it to go on (acp-tui -c)';
	expect(unexpected(error)).toBe(words);
	expect(crashSentence(error)).toBe(words);
});

test.each([
	missing("Cannot find package 'x' imported from /lib/acp-tui/dist/chunks/panel-Ab12.js"),
	missing("Cannot find module '/w/dist/chunks/a.js'", 'ENOENT'),
	new Error("Cannot find module '/w/dist/chunks/a.js'"),
])('Any other error is reported as it is: %s', (error) => {
	expect(unexpected(error, ' in acp-tui (x)')).toBe(`Something went wrong in acp-tui (x): ${String(error)}`);
	expect(crashSentence(error)).toContain('failed unexpectedly');
});
