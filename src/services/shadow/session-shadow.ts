import { realpath } from 'node:fs/promises';
import { type Result, succeed } from '../../core/failure.js';
import type { AgentShadowPort } from '../../core/shadow/agent-shadow.js';
import type { ShadowView } from '../sandbox/agents/agent-sandboxes.js';
import type { Namespace } from '../sandbox/linux/namespace.js';
import type { Shadow } from './shadow.js';
import { Shadows } from './shadows.js';

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
 * which goes on where that one stopped. What remained of a session is taken up again with it.
 */
export class SessionShadow implements AgentShadowPort {
	readonly #options: SessionShadowOptions;
	readonly #shadows: Shadows;
	#shadow: Shadow | null = null;
	#namespace: Namespace | null = null;

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

	/** The view for an agent that is about to start. One is mounted at a time: that of an agent before ends. */
	async openView(): Promise<Result<ShadowView>> {
		await this.#namespace?.close();
		const opened = this.#shadow === null ? await this.#open() : succeed(this.#shadow);
		if (!opened.ok) return opened;
		const shadow = opened.value;
		this.#shadow = shadow;
		return succeed({
			place: shadow.place,
			covers: shadow.covers,
			attached: (namespace) => {
				this.#namespace = namespace;
				shadow.attached(namespace);
			},
		});
	}

	/** Lets go of it; what is in it stays. */
	async close(): Promise<void> {
		await this.#namespace?.close();
		await this.#shadow?.close();
	}

	async #open(): Promise<Result<Shadow>> {
		const cwd = await realpath(this.#options.cwd).catch(() => this.#options.cwd);
		const sessionId = await this.#options.sessionId();
		const left = sessionId === null ? [] : await this.#shadows.list(cwd);
		const own = left.findLast((row) => row.sessionId === sessionId);
		const owner = { cwd, agent: this.#options.agent(), sessionId };
		if (own === undefined) return this.#shadows.open(owner);
		const again = await this.#shadows.open({ ...owner, resume: own.id });
		// Another program may have taken it just now.
		return again.ok ? again : this.#shadows.open(owner);
	}
}
