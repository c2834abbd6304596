import { ADDRESS_WARNINGS, type SignInAddress } from '../../../core/sign-in/sign-in-address.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { quote } from '../../quote-value.js';

// Words of "acp-tui login" and "logout". Texts of agents are sanitised where they are written out.

/** An address printed by the agent, with warnings to read before it is opened. */
export function addressLines(
	{ url, host, warnings, callbackPort }: SignInAddress,
	isRemote: boolean,
): readonly string[] {
	const doubts = warnings.map((warning) => ADDRESS_WARNINGS[warning]);
	return [
		'To sign in, open this address:',
		`  ${url}`,
		...(doubts.length === 0 ? [] : [`Look at it first (${host}): ${doubts.join('; ')}.`]),
		...(callbackPort === undefined || !isRemote
			? []
			: [
					`The sign-in ends at port ${callbackPort} of this machine. To reach it from a browser on your own one:`,
					`  ssh -L ${callbackPort}:localhost:${callbackPort} HOST`,
				]),
	];
}

export const noAddressRemote = (agent: string): string =>
	`${agent} has shown no address yet, and a browser that it opens on this machine cannot be seen. Stop with ctrl+c and choose another way, or sign in on the machine itself.`;

export const unknownMethod = (id: string, agent: string, ids: readonly string[]): string =>
	`--method ${quote(id)}: ${agent} has no such way to sign in${ids.length === 0 ? '' : `; it has ${ids.join(', ')}`}`;
export const noMethods = (agent: string, own: string | undefined): string =>
	own === undefined
		? `${agent} needs a sign-in and offers no way to do it here; use the agent's own program.`
		: `${agent} needs a sign-in and offers no way to do it here. Instead, ${own}.`;

export const otherProgram = (agent: string, line: string): string =>
	`${agent} wants to sign in with this command, which is not its own program:\n  ${line}`;
export const leavesSandbox = (agent: string, line: string): string =>
	`To sign in to ${agent} outside its sandbox, this command is run:\n  ${line}`;
export const inPlanMode = (agent: string, line: string): string =>
	`${agent} wants to sign in with this command. It has no sandbox, so plan mode cannot restrict it:\n  ${line}`;
export const running = (line: string): string => `Running: ${line}`;
export const runningInSandbox = (line: string): string => `Running in the agent’s sandbox: ${line}`;

export const keyCancelled = (agent: string): string => `The sign-in to ${agent} was cancelled: no key was given.`;

export const shown = (text: string): string => sanitizeLine(text);
