import type { SandboxUnavailable } from '../../../core/sandbox/sandbox.js';

export type RefusalFacts =
	| { readonly type: 'platform' }
	| { readonly type: 'program'; readonly name: string }
	| {
			readonly type: 'refused';
			/** Words of the system when it was tried. */
			readonly said: string;
			/** `user.max_user_namespaces`; null: the kernel has no user namespaces. */
			readonly mostNamespaces: string | null;
			/** `kernel.unprivileged_userns_clone`, Debian's switch; null where there is none. */
			readonly unprivileged: string | null;
			/** `kernel.apparmor_restrict_unprivileged_userns`, Ubuntu's switch; null where there is none. */
			readonly appArmor: string | null;
			readonly isContainer: boolean;
	  };

/** Why this machine has no sandbox, with the kernel setting that forbids it, if one does. */
export function reasonFor(facts: RefusalFacts): SandboxUnavailable {
	switch (facts.type) {
		case 'platform':
			return { reason: 'This system has no sandbox that acp-tui knows.', hint: 'Linux and macOS have one.' };
		case 'program':
			return { reason: `The program ${facts.name} is missing.`, hint: 'Install util-linux and coreutils.' };
		case 'refused':
			return refused(facts);
	}
}

function refused(facts: Extract<RefusalFacts, { type: 'refused' }>): SandboxUnavailable {
	const { mostNamespaces, unprivileged, appArmor, isContainer, said } = facts;
	if (mostNamespaces === null) {
		return { reason: 'The kernel has no user namespaces.', hint: 'Use a kernel with CONFIG_USER_NS.' };
	}
	if (mostNamespaces === '0') return switchedOff('User namespaces are switched off', 'user.max_user_namespaces=15000');
	if (unprivileged === '0') {
		return switchedOff('User namespaces are switched off for ordinary users', 'kernel.unprivileged_userns_clone=1');
	}
	if (appArmor !== null && appArmor !== '0') {
		return switchedOff('AppArmor restricts user namespaces', 'kernel.apparmor_restrict_unprivileged_userns=0');
	}
	if (isContainer) {
		return {
			reason: 'This container may not make namespaces.',
			hint: 'Start it with a seccomp profile that allows unshare and mount, or run acp-tui outside of it.',
		};
	}
	return { reason: `The system refused a namespace${said === '' ? '' : `: ${lastLine(said)}`}.`, hint: NO_SANDBOX };
}

const NO_SANDBOX = 'Set sandbox to off to run commands without one.';

function switchedOff(what: string, setting: string): SandboxUnavailable {
	return { reason: `${what} on this machine.`, hint: `An administrator can change it: sysctl -w ${setting}` };
}

function lastLine(text: string): string {
	return (text.trim().split('\n').at(-1) ?? '').replace(/\.$/, '').slice(0, 200);
}
