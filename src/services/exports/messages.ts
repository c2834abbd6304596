import { fail } from '../../core/failure.js';

export const EXPORTS = {
	tooMany: (file: string) =>
		fail('invalid', `There are too many files like ${file}.`, { hint: 'Choose another name.' }),
	noFolder: (file: string) =>
		fail('not-found', `There is no folder for ${file}.`, { hint: 'Make it first, or name another.' }),
};
