import type { AgentEvent } from '../../core/agent-event.js';
import type { AgentMode, AgentModes, ConfigOption } from '../../core/agent-info.js';
import { modeOfOptions, withModeOption } from '../../core/agent-modes.js';
import { judge } from '../../core/agents/judged-modes.js';
import type { ModeMeaning } from '../../core/agents/mode-meaning.js';

const LOOSENESS: Readonly<Record<ModeMeaning, number>> = {
	plan: 0,
	reads: 0,
	asks: 0,
	unknown: 0,
	edits: 1,
	much: 2,
	all: 3,
};

/** Keeps `modes` and the option of category `mode` in step: agents with both announce a change in one of them only. */
export class ModeSync {
	#modes: readonly AgentMode[] = [];
	#current: string | undefined;
	#options: readonly ConfigOption[] = [];

	opened(modes: AgentModes | null, options: readonly ConfigOption[]): void {
		this.#modes = modes?.available ?? [];
		this.#current = modes?.current;
		this.#options = options;
	}

	/** Mode that a text announces (Gemini: `[MODE_UPDATE] plan`). A model can write it, so never one that is stricter. */
	announcedIn(text: string): string | null {
		const id = /^\[MODE_UPDATE\] (\S+)\s*$/.exec(text)?.[1];
		const { meanings } = judge(this.#modes);
		const meaning = meanings.get(id ?? '');
		if (id === undefined || meaning === undefined) return null;
		return LOOSENESS[meaning] >= LOOSENESS[meanings.get(this.#current ?? '') ?? 'asks'] ? id : null;
	}

	/** The event, and the one that the agent left out. */
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

	modeSet(modeId: string): void {
		this.#current = modeId;
		this.#options = withModeOption(this.#options, modeId);
	}

	optionsSet(options: readonly ConfigOption[]): void {
		this.#options = options;
		this.#current = modeOfOptions(options, new Set(this.#modes.map(({ id }) => id))) ?? this.#current;
	}
}
