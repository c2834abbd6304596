import { fail } from '../../core/failure.js';
import type { AgentHost } from '../../core/ports.js';
import { SHARED } from '../messages.js';

const refused = async (): Promise<ReturnType<typeof fail>> => fail('denied', SHARED.sessionGone);

/** Answers for sessions that nobody has open any more: everything is refused, nothing is shown. */
export const nobody: AgentHost = {
	onEvents: () => {},
	onJunk: () => {},
	onStderr: () => {},
	onAuthStatus: () => {},
	onAuthAddress: () => {},
	onRefused: () => {},
	onElicitationCompleted: () => {},
	requestPermission: async () => ({ type: 'cancelled' }),
	elicit: async () => ({ action: 'cancel' }),
	readTextFile: refused,
	writeTextFile: refused,
	createTerminal: refused,
	terminalOutput: refused,
	waitForTerminalExit: refused,
	killTerminal: refused,
	releaseTerminal: refused,
};
