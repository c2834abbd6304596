import { realpath } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Result, succeed } from '../../core/failure.js';
import type { AgentShadowPort } from '../../core/shadow/agent-shadow.js';
import { changeRows } from '../../core/shadow/change-rows.js';
import type { WaitingShadow } from '../../core/shadow/kept-shadow.js';
import type { ShadowOwner } from '../../core/shadow/port.js';
import type { LeftShadow } from '../../core/shadow/shadow-state.js';
import type { ShadowView } from '../sandbox/agents/agent-sandboxes.js';
import type { Namespace } from '../sandbox/linux/namespace.js';
import { SHADOW } from './messages.js';
import type { Shadow } from './shadow.js';
import { Shadows } from './shadows.js';

/** How long another program that has a shadow in hand is waited for, and how often it is asked, in ms. */
const PATIENCE = 1000;
const LOOK_AGAIN_AFTER = 50;

/** Whose shadow it is. */
export type SessionShadowOptions = {
	readonly stateDir: string;
	readonly cwd: string;
	/** The agent's name, as the list of shadows shows it. */
	readonly agent: () => string;
	/** The session that is being taken up, or is open; null: a new one. Waits until that is known. */
	readonly sessionId: () => Promise<string | null>;
};

/**
 * The shadow of one session of this program: opened for the first agent that works in it, and kept for every later one,
 * which goes on where that one stopped. A session that is taken up and left a shadow of its own goes on in that.
 */
export class SessionShadow implements AgentShadowPort {
	readonly #options: SessionShadowOptions;
	readonly #shadows: Shadows;
	#shadow: Shadow | null = null;
	#namespace: Namespace | null = null;
	/** Counts the views: one that ends late says nothing of the next. */
	#views = 0;
	#readOnly: readonly string[] = [];
	/** Settles when no shadow is only looked into any more. */
	#looked: Promise<unknown> = Promise.resolve();
	/** Those that could not be taken up, with what is said of it. */
	readonly #refused = new Map<string, string>();

	constructor(options: SessionShadowOptions) {
		this.#options = options;
		this.#shadows = new Shadows({ stateDir: options.stateDir });
	}

	current(): Shadow | null {
		return this.#shadow;
	}

	/** A process in the namespace that shows the view; null: none does. */
	namespace(): Namespace | null {
		return this.#namespace;
	}

	notices(): readonly string[] {
		const beside = this.#readOnly.length === 0 ? [] : [SHADOW.beside(this.#readOnly)];
		return [...(this.#shadow?.notices ?? []), ...beside, ...this.#refused.values()];
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
		// What is looked into could not be taken up meanwhile.
		this.#looked = looking.catch(() => {});
		return looking;
	}

	/** The view for an agent that is about to start. One is mounted at a time: that of an agent before ends. */
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

	/** Lets go of it; what is in it stays. */
	async close(): Promise<void> {
		await this.#namespace?.close();
		await this.#shadow?.close();
	}

	async #lookHere(): Promise<readonly WaitingShadow[]> {
		const found: WaitingShadow[] = [];
		for (const kept of await this.#shadows.keptOf(this.#options.cwd)) {
			const count = await this.#countIn(kept.id);
			if (count > 0) found.push({ ...kept, count });
		}
		return found;
	}

	/** How many changes wait in it; of one that is in use none, as it is looked after where it is used. */
	async #countIn(id: string): Promise<number> {
		if (await this.#shadows.isHeld(id)) return 0;
		const peeked = await countOf(await this.#shadows.peek(id));
		// A folder that hides what the workspace holds is seen in a view alone, which only the holder may mount.
		return peeked.isComplete ? peeked.count : (await countOf(await this.#shadows.openKept(id))).count;
	}

	/** Another program may have it in hand for a moment, to list it. */
	async #takeUp(owner: ShadowOwner, id: string): Promise<Result<Shadow>> {
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
			const left = await this.#takeUp(owner, id);
			if (left.ok) {
				await this.#shadow?.close();
				return left;
			}
			this.#refused.set(id, SHADOW.notTakenUp(id, left.failure.message));
		}
		if (this.#shadow === null) return this.#shadows.open(owner);
		await this.#shadow.handOver();
		return succeed(this.#shadow);
	}

	/** What a session worked in, unless that is in use here, or could not be taken up. */
	async #leftBy(sessionId: string): Promise<readonly string[]> {
		const ids = await this.#shadows.ofSession(this.#options.cwd, sessionId);
		if (this.#shadow !== null && ids.includes(this.#shadow.id)) return [];
		return ids.filter((id) => !this.#refused.has(id));
	}
}

/** How many changes a shadow holds that was opened for it, and is closed again. */
async function countOf(opened: Result<Shadow>): Promise<{ readonly count: number; readonly isComplete: boolean }> {
	if (!opened.ok) return { count: 0, isComplete: true };
	const changes = await opened.value.changes();
	await opened.value.close();
	return { count: changes.ok ? changeRows(changes.value).length : 0, isComplete: opened.value.isComplete };
}
