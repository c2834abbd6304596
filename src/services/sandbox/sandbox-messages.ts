import { fail } from '../../core/failure.js';
import type { SandboxUnavailable } from '../../core/sandbox/sandbox.js';
import { sanitizeLine } from '../../core/text/sanitize.js';

export const SANDBOX = {
	notSetUp: (detail: string) =>
		fail('could-not-start', 'The sandbox could not be set up.', {
			hint: 'Run without it (sandbox: off), or see what the system said.',
			...(detail === '' ? {} : { detail }),
		}),
	/** `reason` and `hint` are sentences. */
	unavailable: (reason: string, hint: string) =>
		fail('could-not-start', `Commands cannot run in a sandbox. ${reason}`, { hint }),
	wholeSystem: () =>
		fail('could-not-start', 'There is no sandbox for a workspace that is the whole file system.', {
			hint: 'Start in the folder of a project.',
		}),
	movedWorkspace: () =>
		fail('could-not-start', 'The workspace was moved, so no sandbox can show it.', {
			hint: 'Start again in its new folder.',
		}),
	noAgentSandbox: ({ reason, hint }: SandboxUnavailable) => fail('could-not-start', reason, { hint }),
	noShadow: () =>
		fail('could-not-start', 'There is no copy-on-write view of the workspace here.', {
			hint: 'Choose “fence” in /agent, or start with --sandbox fence.',
		}),
	noNetwork: (detail: string) =>
		fail('could-not-start', 'The sandbox could not be given a network that asks.', {
			hint: 'It needs ip (iproute2) or perl. With --network open the agent reaches all that this machine does.',
			...(detail === '' ? {} : { detail }),
		}),
	otherView: 'the agent has a view of its own of the files, where rules cannot hide any',
	movedAway: (path: string): string => `${sanitizeLine(path)} was moved while a rule was made to hold for it`,
	openWithin: (path: string): string => `${sanitizeLine(path)} is mounted where a rule lets nothing be changed`,
	readOnly: () => fail('could-not-start', 'The command was not started: the workspace is read-only in plan mode.'),
	layerInUse: () =>
		fail('could-not-start', 'The copy of the workspace is in use by a command that may see other things.'),
	noLayer: () => fail('could-not-start', 'There is no layer over the workspace that the command could run in.'),
	hasEnded: 'the sandbox has ended',
	ended: () => fail('internal', 'The sandbox has ended.'),
	notChanged: (detail: string) =>
		fail('internal', 'The sandbox could not be changed.', detail === '' ? {} : { detail }),
};
