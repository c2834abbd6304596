import { realpath } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Result, succeed } from '../../core/failure.js';
import type { AgentShadowPort } from '../../core/shadow/agent-shadow.js';
import { changeRows } from '../../core/shadow/change-rows.js';
import type { WaitingShadow } from '../../core/shadow/saved-shadow.js';
import type { ShadowOwner } from '../../core/shadow/shadow-port.js';
import type { LeftShadow } from '../../core/shadow/shadow-state.js';
import type { ShadowView } from '../sandbox/agents/agent-options.js';
import type { Namespace } from '../sandbox/linux/namespace.js';
import type { Shadow } from './shadow.js';
import { SHADOW } from './shadow-messages.js';
import { Shadows } from './shadows.js';

/** Milliseconds to wait for another process to release a shadow, and between attempts. */
const PATIENCE = 1000;
const LOOK_AGAIN_AFTER = 50;

export type SessionShadowOptions = {
	readonly stateDir: string;
	readonly cwd: string;
	readonly agent: () => string;
	/** The session that is being resumed, or is open; null: a new one. Waits until that is known. */
	readonly sessionId: () => Promise<string | null>;
};

/**
 * The shadow of one session of this process: opened for its first agent, and continued by every later one. A resumed
 * session that left a shadow of its own continues in that.
 */
export class SessionShadow implements AgentShadowPort {
	readonly #options: SessionShadowOptions;
	readonly #shadows: Shadows;
	#shadow: Shadow | null = null;
	#namespace: Namespace | null = null;
	/** Counts the views: the late end of one must not close the next. */
	#views = 0;
	#readOnly: readonly string[] = [];
	/** Settles when no shadow is being read any more. */
	#looked: Promise<unknown> = Promise.resolve();
	readonly #refused = new Map<string, string>();

	constructor(options: SessionShadowOptions) {
		this.#options = options;
		this.#shadows = new Shadows({ stateDir: options.stateDir });
	}

	current(): Shadow | null {
		return this.#shadow;
	}

	namespace(): Namespace | null {
		return this.#namespace;
	}

	notices(): readonly string[] {
		const readOnly = this.#readOnly.length === 0 ? [] : [SHADOW.readOnly(this.#readOnly)];
		return [...(this.#shadow?.notices ?? []), ...readOnly, ...this.#refused.values()];
	}

	async hasLeft(sessionId: string): Promise<boolean> {
		await this.#looked;
		for (const id of await this.#leftBy(sessionId)) {
			if (!(await this.#shadows.isHeld(id))) return true;
		}
		return false;
	}

	async waitingIn(sessionId: string): Promise<LeftShadow | null> {
		await this.#looked;
		for (const id of await this.#leftBy(sessionId)) {
			const count = await this.#countIn(id);
			if (count > 0) return { id, count };
		}
		return null;
	}

	waitingHere(): Promise<readonly WaitingShadow[]> {
		const looking = this.#lookHere();
		// Opening waits for the look, which holds the shadows' locks.
		this.#looked = looking.catch(() => {});
		return looking;
	}

	/** The view for an agent about to start. One is mounted at a time: the previous agent's ends. */
	async openView(): Promise<Result<ShadowView>> {
		this.#views += 1;
		const number = this.#views;
		await this.#namespace?.close();
		const opened = await this.#open();
		if (!opened.ok) return opened;
		const shadow = opened.value;
		this.#shadow = shadow;
		return succeed({
			place: shadow.place,
			covers: shadow.covers,
			attached: (namespace, readOnly) => {
				if (number !== this.#views) return;
				this.#namespace = namespace;
				if (namespace !== null) this.#readOnly = readOnly;
				shadow.attached(namespace);
			},
		});
	}

	async close(): Promise<void> {
		await this.#namespace?.close();
		await this.#shadow?.close();
	}

	async #lookHere(): Promise<readonly WaitingShadow[]> {
		const found: WaitingShadow[] = [];
		for (const shadow of await this.#shadows.savedOf(this.#options.cwd)) {
			const count = await this.#countIn(shadow.id);
			if (count > 0) found.push({ ...shadow, count });
		}
		return found;
	}

	/** Pending changes of a shadow; 0 for one in use elsewhere, which is looked after there. */
	async #countIn(id: string): Promise<number> {
		if (await this.#shadows.isHeld(id)) return 0;
		const peeked = await countOf(await this.#shadows.peek(id));
		// Opaque folders are seen only in a mounted view, which only the lock's holder may mount.
		return peeked.isComplete ? peeked.count : (await countOf(await this.#shadows.openSaved(id))).count;
	}

	/** Retries, as another process may hold the shadow for a moment to list it. */
	async #reopen(owner: ShadowOwner, id: string): Promise<Result<Shadow>> {
		const until = performance.now() + PATIENCE;
		for (;;) {
			const opened = await this.#shadows.open({ ...owner, resume: id });
			if (opened.ok || opened.failure.code !== 'in-use' || performance.now() >= until) return opened;
			await wait(LOOK_AGAIN_AFTER);
		}
	}

	async #open(): Promise<Result<Shadow>> {
		await this.#looked;
		const cwd = await realpath(this.#options.cwd).catch(() => this.#options.cwd);
		const sessionId = await this.#options.sessionId();
		const owner = { cwd, agent: this.#options.agent(), sessionId };
		for (const id of sessionId === null ? [] : await this.#leftBy(sessionId)) {
			const left = await this.#reopen(owner, id);
			if (left.ok) {
				await this.#shadow?.close();
				return left;
			}
			this.#refused.set(id, SHADOW.notReopened(id, left.failure.message));
		}
		if (this.#shadow === null) return this.#shadows.open(owner);
		await this.#shadow.handOver();
		return succeed(this.#shadow);
	}

	/** The shadows of a session, but for those in use here or not resumable. */
	async #leftBy(sessionId: string): Promise<readonly string[]> {
		const ids = await this.#shadows.ofSession(this.#options.cwd, sessionId);
		if (this.#shadow !== null && ids.includes(this.#shadow.id)) return [];
		return ids.filter((id) => !this.#refused.has(id));
	}
}

async function countOf(opened: Result<Shadow>): Promise<{ readonly count: number; readonly isComplete: boolean }> {
	if (!opened.ok) return { count: 0, isComplete: true };
	const changes = await opened.value.changes();
	await opened.value.close();
	return { count: changes.ok ? changeRows(changes.value).length : 0, isComplete: opened.value.isComplete };
}
