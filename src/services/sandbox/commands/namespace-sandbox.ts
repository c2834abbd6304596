import { realpath, stat } from 'node:fs/promises';
import { type Result, succeed } from '../../../core/failure.js';
import type { CommandAccess } from '../../../core/sandbox/command-access.js';
import { Namespace } from '../linux/namespace.js';
import { placeFacts } from '../linux/place-facts.js';
import type { NamespaceSupport } from '../linux/probe.js';
import { SANDBOX } from '../messages.js';
import { carryEnvironment } from './carried-environment.js';
import { FactsGatherer, type Session } from './gather.js';
import { NamespacePool, type NamespaceSpec } from './namespace-pool.js';
import type { EnteredCommand, SandboxedCommand } from './port.js';
import { readView, writeView } from './view.js';

/** Commands in namespaces of Linux. */
export class NamespaceSandbox {
	readonly #support: Extract<NamespaceSupport, { works: true }>;
	readonly #facts: FactsGatherer;
	readonly #pool: NamespacePool;

	/** `folder`: gives an empty folder of ours that stays empty. */
	constructor(
		support: Extract<NamespaceSupport, { works: true }>,
		session: () => Session,
		folder: () => Promise<string>,
	) {
		this.#support = support;
		const { tools, hasOwnProc } = support;
		this.#facts = new FactsGatherer(() => ({ ...session(), hasOwnProc }));
		this.#pool = new NamespacePool(async (spec) =>
			Namespace.start({ tools, hasOwnProc, facts: await placeFacts(), folder: await folder(), ...spec }),
		);
	}

	async enter(command: SandboxedCommand & { readonly access: CommandAccess }): Promise<Result<EnteredCommand>> {
		const lease = await this.#lease(command);
		if (!lease.ok) return lease;
		const { namespace, leave } = lease.value;
		const carried = carryEnvironment(command.env, '/usr/bin/env');
		const { memory } = command;
		const limit = memory === undefined ? '' : `ulimit -v ${memory} 2>/dev/null; `;
		const entered = namespace.enterBy(`${carried.script}; cd -- "$1" && shift && ${limit}exec "$@"`, [
			command.cwd,
			...carried.words,
			command.program,
			...command.args,
		]);
		return succeed({
			file: entered.command,
			args: entered.args,
			cwd: '/',
			env: carried.env,
			leave,
			hides: (path) => hides(namespace, path),
		});
	}

	/** Starts what commands that only read need, so that the first of them does not wait for it. Never rejects. */
	async prepare(env: Readonly<Record<string, string | undefined>>): Promise<void> {
		const program = this.#support.tools.sh;
		const spec = await this.#spec({ access: { files: 'read' }, env: present(env), program });
		if (!spec.ok) return;
		const lease = await this.#pool.take(spec.value);
		if (lease.ok) lease.value.leave();
	}

	/** Ends everything that runs in it. */
	close(): Promise<void> {
		return this.#pool.close();
	}

	async #lease(command: Parameters<NamespaceSandbox['enter']>[0]) {
		const first = await this.#spec(command);
		if (!first.ok) return first;
		const lease = await this.#pool.take(first.value);
		if (lease.ok) return lease;
		// What was there a moment ago may be gone: a socket, a folder of the `PATH`.
		const second = await this.#spec(command);
		return second.ok ? this.#pool.take(second.value) : second;
	}

	async #spec({
		access,
		env,
		program,
	}: Pick<SandboxedCommand, 'env' | 'program'> & { readonly access: CommandAccess }): Promise<Result<NamespaceSpec>> {
		const named = access.files === 'write' ? access.folders : [];
		const { facts, opened } = await this.#facts.gather(env, { program, named });
		if (facts.roots.length === 0 || facts.roots.includes('/')) return SANDBOX.wholeSystem();
		if (access.files === 'read') return succeed({ places: readView(facts), network: 'none' });
		return succeed({
			places: writeView(facts, { network: access.network, folders: opened }),
			network: access.network ? 'shared' : 'none',
		});
	}
}

/** Whether a path is another file in a namespace, or none, than it is outside. */
async function hides({ pid }: Namespace, path: string): Promise<boolean> {
	const real = await realpath(path).catch(() => null);
	if (real === null) return false;
	const [outside, inside] = await Promise.all(
		[real, `/proc/${pid}/root${real}`].map((each) => stat(each).catch(() => null)),
	);
	const isGone = (await stat(`/proc/${pid}/root/usr`).catch(() => null)) === null;
	return outside != null && !isGone && (inside?.ino !== outside.ino || inside.dev !== outside.dev);
}

function present(env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
	return Object.fromEntries(
		Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
	);
}
