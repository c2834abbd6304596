import { describe, expect, it } from 'vitest';
import { fail, succeed } from '../../../../src/core/failure.js';
import type { NamespaceTools } from '../../../../src/services/sandbox/linux/namespace-tools.js';
import {
	type ProbedMachine,
	probeMachine,
	probeNamespaces,
} from '../../../../src/services/sandbox/linux/probe-sandbox.js';

const TOOLS: NamespaceTools = {
	unshare: '/usr/bin/unshare',
	nsenter: '/usr/bin/nsenter',
	setpriv: '/usr/bin/setpriv',
	mount: '/usr/bin/mount',
	umount: '/usr/bin/umount',
	pivotRoot: '/usr/sbin/pivot_root',
	mkdir: '/usr/bin/mkdir',
	cp: '/usr/bin/cp',
	ln: '/usr/bin/ln',
	sh: '/bin/sh',
};

/** A machine that refuses namespaces, with these files. */
function machine(files: Readonly<Record<string, string>>, more: Partial<ProbedMachine> = {}): ProbedMachine {
	return {
		platform: 'linux',
		findTools: async () => ({ tools: TOOLS }),
		tryNamespace: async () =>
			fail('could-not-start', 'no', { detail: 'unshare: unshare failed: Operation not permitted' }),
		read: async (path) => files[path] ?? null,
		...more,
	};
}

const MOST = '/proc/sys/user/max_user_namespaces';
const DEBIAN = '/proc/sys/kernel/unprivileged_userns_clone';
const UBUNTU = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';

describe('the probe of a machine', () => {
	it.each<[string, ProbedMachine, RegExp, RegExp]>([
		['another system', machine({}, { platform: 'win32' }), /no sandbox/, /Linux/],
		[
			'a missing program',
			machine({}, { findTools: async () => ({ missing: 'setpriv' }) }),
			/program setpriv is missing/,
			/util-linux/,
		],
		['a kernel without user namespaces', machine({}), /kernel has no user namespaces/, /CONFIG_USER_NS/],
		['none allowed', machine({ [MOST]: '0\n' }), /switched off on/, /sysctl -w user\.max_user_namespaces=/],
		[
			'Debian’s switch',
			machine({ [MOST]: '100', [DEBIAN]: '0\n' }),
			/for ordinary users/,
			/kernel\.unprivileged_userns_clone=1/,
		],
		[
			'Ubuntu’s switch',
			machine({ [MOST]: '100', [DEBIAN]: '1', [UBUNTU]: '1\n' }),
			/AppArmor/,
			/apparmor_restrict_unprivileged_userns=0/,
		],
		['a container', machine({ [MOST]: '100', '/.dockerenv': '' }), /container/, /seccomp/],
		['anything else', machine({ [MOST]: '100' }), /refused a namespace: .*not permitted\.$/, /sandbox to off/],
	])('says why there is no sandbox: %s', async (_, given, reason, hint) => {
		const support = await probeMachine(given);
		expect(support).toMatchObject({
			works: false,
			because: { reason: expect.stringMatching(reason), hint: expect.stringMatching(hint) },
		});
	});

	it('does without a /proc of its own where that alone is refused', async () => {
		const tryNamespace: ProbedMachine['tryNamespace'] = async (_, hasOwnProc) =>
			hasOwnProc ? fail('could-not-start', 'no') : succeed(undefined);
		expect(await probeMachine(machine({}, { tryNamespace }))).toEqual({ works: true, tools: TOOLS, hasOwnProc: false });
	});

	it.runIf(process.platform === 'linux')('finds out about this one, once', async () => {
		const support = await probeNamespaces();
		expect(support.works || support.because.reason !== '').toBe(true);
		expect(await probeNamespaces()).toBe(support);
	});
});
