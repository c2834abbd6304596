import { readFile } from 'node:fs/promises';
import { messageOf, type Result, succeed } from '../../../core/failure.js';
import type { AccessChange, EndedProcess, ViewsChange, WorkspaceAccess } from '../../../core/sandbox/confinement.js';
import { Serial } from '../../../core/serial.js';
import { nameOf, processesIn } from '../agents/sandbox-processes.js';
import type { WorkspaceAccessSwitch } from '../agents/workspace-access.js';
import type { Namespace } from '../linux/namespace.js';
import { SANDBOX } from '../sandbox-messages.js';
import { type SandboxSpec, showsTheSame } from './sandbox-spec.js';
import { canChange } from './view-switch.js';

/** A namespace that a command may enter, until `leave`. */
export type Lease = { readonly namespace: Namespace; leave(): void };

type Entry = {
	readonly key: string;
	readonly spec: SandboxSpec;
	readonly started: Promise<Result<Namespace>>;
	active: number;
	/** No command enters it; it is closed when the last one has left. */
	isRetired: boolean;
	/** Switches its access; resolved once it was needed. */
	access: Promise<Pick<WorkspaceAccessSwitch, 'set'>> | null;
	/** Set when the namespace ends, and it is known whether anything could be changed through it to the last. */
	isOver: boolean;
	/** Looks at what a command left behind; who comes next waits for them. */
	checks: Promise<unknown>;
};

/** More views at once are a session whose folders change all the time. */
const MOST_IDLE = 4;

/**
 * The namespaces of a session's commands, one for each view: they are started when they are first needed, shared by
 * commands that see the same, started again when they ended. One in which a command left a process behind is not used
 * again, unless it shows a layer: of these there is one at a time, as a layer must not be mounted twice, and what a
 * command left running there serves the next.
 */
export class NamespacePool {
	readonly #start: (spec: SandboxSpec) => Promise<Result<Namespace>>;
	readonly #switchOf: (namespace: Namespace, spec: SandboxSpec) => Promise<Pick<WorkspaceAccessSwitch, 'set'>>;
	#access: WorkspaceAccess = 'write';
	readonly #changes = new Serial();
	/** Namespaces that nothing enters any more, and that run on. */
	readonly #retired = new Set<Entry>();
	/** The one used last is the last. */
	#entries: readonly Entry[] = [];
	readonly #closing = new Set<Promise<unknown>>();
	/** Whether a writable namespace has ended: the agent can still write files that a command in it passed on. */
	#isHandedOn = false;
	#isClosed = false;

	constructor(
		start: (spec: SandboxSpec) => Promise<Result<Namespace>>,
		switchOf: (namespace: Namespace, spec: SandboxSpec) => Promise<Pick<WorkspaceAccessSwitch, 'set'>>,
	) {
		this.#start = start;
		this.#switchOf = switchOf;
	}

	/** Makes what commands may change read-only, for running ones too, or writable again. Never rejects. */
	setAccess(access: WorkspaceAccess): Promise<ViewsChange> {
		this.#access = access;
		return this.#changes.run(async () => {
			// Processes that an ended command left are ended with its namespace, not made read-only in it.
			await Promise.all(this.#all().map(({ checks }) => checks));
			const entries = this.#all().filter(({ spec }) => canChange(spec.places));
			// An idle namespace is replaced: it might still have the access of an earlier switch.
			for (const entry of entries.filter(({ active }) => active === 0)) this.#retire(entry);
			const busy = entries.filter(({ active }) => active > 0);
			const ended = await Promise.all(busy.map((entry) => this.#switch(entry, access)));
			await Promise.all(this.#closing);
			const isHandedOn = this.#isHandedOn;
			this.#isHandedOn = false;
			return { ended: ended.flat(), ...(isHandedOn ? { isHandedOn } : {}) };
		});
	}

	/** Retired namespaces included. */
	#all(): readonly Entry[] {
		return [...this.#entries, ...this.#retired];
	}

	async #switch(entry: Entry, access: WorkspaceAccess): Promise<readonly EndedProcess[]> {
		const started = await entry.started;
		if (!started.ok) return [];
		const namespace = started.value;
		const change = await this.#set(entry, namespace, access);
		if (change.type === 'changed') return change.ended;
		const gone = change.type === 'held' ? change.ended : [];
		if (access === 'write') return gone;
		const left = seenIn(namespace.pid).map((pid): EndedProcess => ({ pid, name: nameOf(pid), path: null }));
		this.#noteOpen(entry);
		this.#retire(entry);
		await namespace.close();
		return [...gone, ...left];
	}

	#set(entry: Entry, namespace: Namespace, access: WorkspaceAccess): Promise<AccessChange> {
		entry.access ??= this.#switchOf(namespace, entry.spec);
		return entry.access
			.then((change) => change.set(access))
			.catch((error: unknown): AccessChange => ({ type: 'failed', reason: messageOf(error) }));
	}

	/** A namespace for one command. Fails with `could-not-start` when it cannot be set up. */
	async take(spec: SandboxSpec): Promise<Result<Lease>> {
		if (this.#access === 'read' && canChange(spec.places)) return SANDBOX.readOnly();
		const entry = await this.#entryFor(spec);
		if (entry === null) return SANDBOX.layerInUse();
		entry.active += 1;
		const started = await entry.started;
		if (!started.ok) {
			this.#leave(entry);
			return started;
		}
		if (this.#access === 'read' && canChange(spec.places)) {
			this.#leave(entry);
			return SANDBOX.readOnly();
		}
		let hasLeft = false;
		const leave = (): void => {
			if (hasLeft) return;
			hasLeft = true;
			entry.checks = entry.checks.then(async () => {
				if (spec.hasLayer !== true && (await hasLeftovers(started.value.pid))) this.#retire(entry);
				this.#leave(entry);
			});
		};
		return succeed({ namespace: started.value, leave });
	}

	/** Ends all of them and every process in them. Never rejects. */
	async close(): Promise<void> {
		this.#isClosed = true;
		for (const entry of this.#entries) this.#end(entry);
		this.#entries = [];
		await Promise.all(this.#closing);
	}

	/** Ends what runs in the layer, and what commands there left running. */
	async endLayer(): Promise<void> {
		for (const entry of this.#all()) if (entry.spec.hasLayer === true) this.#end(entry);
		this.#entries = this.#entries.filter(({ isRetired }) => !isRetired);
		await Promise.all(this.#closing);
	}

	/** Null: something runs in the layer, and sees other things than this command should. */
	async #entryFor(spec: SandboxSpec): Promise<Entry | null> {
		const key = JSON.stringify(spec);
		for (;;) {
			const found = this.#entries.find((entry) => entry.key === key);
			if (found === undefined) {
				const inTheWay = spec.hasLayer === true ? this.#withLayer() : undefined;
				if (inTheWay === undefined) return this.#add(key, spec);
				const busy = await inTheWay;
				if (busy !== null) return showsTheSame(busy.spec, spec) ? busy : null;
				continue;
			}
			const { checks } = found;
			await checks;
			if (!found.isRetired && found.checks === checks) {
				this.#entries = [...this.#entries.filter((entry) => entry !== found), found];
				return found;
			}
		}
	}

	/** The one that shows the layer, where something runs in it; null once it is closed. Undefined: there is none. */
	#withLayer(): Promise<Entry | null> | undefined {
		const shown = this.#entries.find((entry) => entry.spec.hasLayer === true);
		if (shown === undefined) return this.#closing.size === 0 ? undefined : Promise.all(this.#closing).then(() => null);
		return this.#closedOrBusy(shown);
	}

	async #closedOrBusy(entry: Entry): Promise<Entry | null> {
		const started = await entry.started;
		if (started.ok && (await hasLeftovers(started.value.pid))) return entry;
		if (entry.active > 0) return entry;
		this.#retire(entry);
		await Promise.all(this.#closing);
		return null;
	}

	#add(key: string, spec: SandboxSpec): Entry {
		const started = this.#start(spec).catch((error: unknown) => SANDBOX.notSetUp(messageOf(error)));
		const entry: Entry = {
			key,
			spec,
			started,
			active: 0,
			isRetired: false,
			access: null,
			isOver: false,
			checks: Promise.resolve(),
		};
		void started.then((result) => {
			if (!result.ok) this.#retire(entry);
			else
				void result.value.ended.then(() => {
					if (canChange(spec.places)) this.#noteOpen(entry);
					this.#retire(entry);
				});
		});
		const idle = this.#entries.filter(({ active, spec: { hasLayer } }) => active === 0 && hasLayer !== true);
		for (const old of idle.slice(0, Math.max(0, this.#entries.length + 1 - MOST_IDLE))) this.#retire(old);
		this.#entries = [...this.#entries, entry];
		return entry;
	}

	#leave(entry: Entry): void {
		entry.active -= 1;
		if (entry.isRetired && entry.active === 0) this.#end(entry);
	}

	#retire(entry: Entry): void {
		if (entry.isRetired) return;
		entry.isRetired = true;
		this.#entries = this.#entries.filter((other) => other !== entry);
		if (entry.active === 0) this.#end(entry);
		else this.#retired.add(entry);
	}

	#end(entry: Entry): void {
		entry.isRetired = true;
		this.#retired.delete(entry);
		const closing = entry.started
			.then((result) => (result.ok ? this.#close(entry, result.value) : undefined))
			.catch(() => {
				// Its processes end with this program.
			})
			.finally(() => this.#closing.delete(closing));
		this.#closing.add(closing);
	}

	/**
	 * Makes what commands may change read-only before the namespace ends: a folder that a command handed to the agent would
	 * stay writable for the agent otherwise.
	 */
	async #close(entry: Entry, namespace: Namespace): Promise<void> {
		if (canChange(entry.spec.places) && !this.#isClosed && !entry.isOver) {
			const change = await this.#set(entry, namespace, 'read');
			if (change.type === 'changed') entry.isOver = true;
			else this.#noteOpen(entry);
		}
		await namespace.close();
	}

	/** Notes that the namespace ends, and could be written to until then. */
	#noteOpen(entry: Entry): void {
		if (!entry.isOver) this.#isHandedOn = true;
		entry.isOver = true;
	}
}

/**
 * Whether processes live in a namespace that nobody waits for: its first process has them as its children then, beside
 * the one with which it waits itself.
 */
async function hasLeftovers(pid: number): Promise<boolean> {
	const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
	const children = text.split(' ').filter((name) => name.trim() !== '');
	if (children.length <= 1) return false;
	const living = await Promise.all(
		children.map((child) =>
			readFile(`/proc/${child}/stat`, 'utf8').then(
				(line) => !/\) [ZX] /.test(line),
				() => false,
			),
		),
	);
	return living.filter(Boolean).length > 1;
}

/** Only for the note: processes that cannot be inspected are ended as well. */
function seenIn(namespacePid: number): readonly number[] {
	try {
		return processesIn(namespacePid);
	} catch {
		return [];
	}
}
