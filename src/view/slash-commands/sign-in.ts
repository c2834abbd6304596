import { shownSignIn } from '../../core/session/sign-in/sign-in-state.js';
import { ALREADY, LOGOUT_RUNNING, NO_LOGOUT, NOT_CONNECTED } from '../sign-in/sign-in-messages.js';
import type { ScreenContext } from '../state/context.js';

/** Why `/login` does not apply; null where it does. */
export function whyNoLogin({ session }: ScreenContext): string | null {
	if (shownSignIn(session) !== undefined) return ALREADY;
	return isConnected(session) ? null : NOT_CONNECTED;
}

/** Why `/logout` does not apply; null where it does. */
export function whyNoLogout({ session }: ScreenContext): string | null {
	if (!isConnected(session)) return NOT_CONNECTED;
	if (session.agent?.auth.logout !== true) return NO_LOGOUT;
	return session.turn === null ? null : LOGOUT_RUNNING;
}

function isConnected({ agent, connection }: ScreenContext['session']): boolean {
	return agent !== null && connection.phase !== 'exited' && connection.phase !== 'failed';
}
