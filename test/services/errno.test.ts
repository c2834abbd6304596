import { expect, test } from 'vitest';
import { systemError } from '../../src/services/errno.js';

const thrown = (code: string, message: string) => Object.assign(new Error(message), { code });

test.each([
	['EACCES', "EACCES: permission denied, open '/w/a'", 'permission denied'],
	['EMFILE', "EMFILE: too many open files, open '/proc/self/fd/7/.acp-tui-1.tmp'", 'too many open files'],
	['EIO', 'EIO: i/o error, read', 'i/o error'],
	['', 'the folder belongs to another user, look at it', 'the folder belongs to another user, look at it'],
])('An error of the system is reported without the call and the path: %s', (code, message, why) => {
	expect(systemError(thrown(code, message)).why).toBe(why);
});
