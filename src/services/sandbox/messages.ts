import { fail } from '../../core/failure.js';

/** What goes wrong with sandboxes. */
export const SANDBOX = {
	notSetUp: (detail: string) =>
		fail('could-not-start', 'The sandbox could not be set up.', {
			hint: 'Run without it (sandbox: off), or see what the system said.',
			...(detail === '' ? {} : { detail }),
		}),
	ended: () => fail('internal', 'The sandbox has ended.'),
	notChanged: (detail: string) =>
		fail('internal', 'The sandbox could not be changed.', detail === '' ? {} : { detail }),
};
