import type { AgentHost } from './agent-port.js';
import { fail } from './failure.js';

export function refusingHost(message: string): AgentHost {
	const refused = async (): Promise<ReturnType<typeof fail>> => fail('denied', message);
	return {
		onEvents: () => {},
		onJunk: () => {},
		onStderr: () => {},
		onAuthStatus: () => {},
		onAuthAddress: () => {},
		onIgnored: () => {},
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
}
