import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Result, succeed } from '../../../core/failure.js';
import type { CommandAccess } from '../../../core/sandbox/command-access.js';
import { systemPlaces } from '../linux/system-places.js';
import { sandboxProfile } from '../macos/macos-profile.js';
import { withoutSockets } from './carried-environment.js';
import type { EnteredCommand, Sandbox, SandboxedCommand } from './command-sandbox-port.js';
import { FactsGatherer, type Session } from './gather-view-facts.js';
import { specOf } from './sandbox-spec.js';

/** macOS brings it along; Apple calls it deprecated and starts much of the system with it. */
const SANDBOX_EXEC = '/usr/bin/sandbox-exec';

/** Whether a shell starts under a profile here: tried once for each call. Never rejects. */
export async function profilesWork(): Promise<boolean> {
	const profile = sandboxProfile({ places: await systemPlaces(), temporary: tmpdir(), network: 'none' });
	return new Promise((resolve) => {
		execFile(SANDBOX_EXEC, ['-p', profile, '/bin/sh', '-c', '/usr/bin/true'], { timeout: 5000, env: {} }, (error) =>
			resolve(error === null),
		);
	});
}

/** Commands under sandbox-exec of macOS. */
export class ProfileSandbox implements Sandbox {
	readonly #facts: FactsGatherer;
	readonly #folder: () => Promise<string>;

	/** `folder`: gives a folder of ours. */
	constructor(session: () => Session, folder: () => Promise<string>) {
		this.#facts = new FactsGatherer(() => ({ ...session(), hasOwnProc: false, copies: null }), {
			find: '/usr/bin/find',
		});
		this.#folder = folder;
	}

	async enter(command: SandboxedCommand & { readonly access: CommandAccess }): Promise<Result<EnteredCommand>> {
		const spec = await specOf(command, this.#facts);
		if (!spec.ok) return spec;
		const temporary = join(await this.#folder(), 'tmp');
		await mkdir(temporary, { recursive: true });
		const profile = sandboxProfile({ ...spec.value, temporary });
		const { program, args, memory } = command;
		const limit = memory === undefined ? [] : ['/bin/sh', '-c', `ulimit -v ${memory} 2>/dev/null; exec "$@"`, 'sh'];
		return succeed({
			file: SANDBOX_EXEC,
			args: ['-p', profile, ...limit, program, ...args],
			cwd: command.cwd,
			env: { ...withoutSockets(command.env), TMPDIR: temporary },
			isWaiter: false,
			// sandbox-exec refuses access to hidden files, and says so.
			hides: async () => false,
			leave() {},
		});
	}

	async prepare(): Promise<Result<void>> {
		const spec = await specOf({ access: { files: 'read' }, program: '/bin/sh' }, this.#facts);
		return spec.ok ? succeed(undefined) : spec;
	}

	async close(): Promise<void> {}
}
