import type { AppOptions } from '../../app/app-options.js';
import type { PreparedRun } from '../prepare.js';
import { milliseconds } from '../units.js';

// Without a user to offer the kill to, a cancelled turn gets this long at most (milliseconds).
const HEADLESS_PATIENCE = 3000;

/** How often `-p` sends a prompt again unless it is told otherwise. */
export const HEADLESS_RETRIES = 2;

export function appOptions(run: PreparedRun, isHeadless: boolean): AppOptions {
	const { limits, capabilities, retry } = run.settings;
	const cancelPatience = milliseconds(limits.cancelSeconds);
	return {
		profile: run.profile,
		cwd: run.cwd,
		...(run.worktree === null ? {} : { worktree: run.worktree }),
		mode: run.mode,
		isModeAsked: run.isModeAsked,
		isBypassAllowed: run.isBypassAllowed,
		rules: run.rules,
		// Without an interface there is no terminal to give away, and nobody to be asked.
		features: {
			...capabilities,
			terminalSignIn: !isHeadless,
			...(isHeadless ? {} : { elicitation: { form: true, url: true } }),
		},
		handshakeTimeout: milliseconds(limits.handshakeSeconds),
		cancelPatience: isHeadless ? Math.min(cancelPatience, HEADLESS_PATIENCE) : cancelPatience,
		retry: isHeadless ? { limit: run.retries ?? HEADLESS_RETRIES, seconds: retry.seconds } : retry,
		isHeadless,
	};
}
