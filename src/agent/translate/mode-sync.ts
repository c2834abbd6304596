import type { AgentEvent } from '../../core/agent-event.js';
import type { AgentModes, ConfigOption } from '../../core/agent-info.js';
import { modeOfOptions, withModeOption } from '../../core/agent-modes.js';

/**
 * Keeps an agent's `modes` and its config option of category `mode` in step: agents that have both
 * announce a change in one of them only, and differ in which. The memory of one session.
 */
export class ModeSync {
	#modeIds: ReadonlySet<string> = new Set();
	#current: string | undefined;
	#options: readonly ConfigOption[] = [];

	/** What `session/new` answered. */
	opened(modes: AgentModes | null, options: readonly ConfigOption[]): void {
		this.#modeIds = new Set(modes?.available.map(({ id }) => id));
		this.#current = modes?.current;
		this.#options = options;
	}

	/** The event, and the one that an announced change left out. */
	follow(event: AgentEvent): AgentEvent[] {
		if (event.type === 'agent-mode') {
			const before = this.#options;
			this.modeSet(event.modeId);
			return this.#options === before ? [event] : [event, { type: 'config-options', options: this.#options }];
		}
		if (event.type === 'config-options') {
			const before = this.#current;
			this.optionsSet(event.options);
			return this.#current === before || this.#current === undefined
				? [event]
				: [event, { type: 'agent-mode', modeId: this.#current }];
		}
		return [event];
	}

	/** The agent is in this mode: it said so, or accepted our own switch. */
	modeSet(modeId: string): void {
		this.#current = modeId;
		this.#options = withModeOption(this.#options, modeId);
	}

	/** The agent's options are these: it said so, or accepted our own switch. */
	optionsSet(options: readonly ConfigOption[]): void {
		this.#options = options;
		this.#current = modeOfOptions(options, this.#modeIds) ?? this.#current;
	}
}
