import type { AgentModes, ConfigOption } from '../../core/agent-info.js';
import type { AgentEvent } from '../../core/event.js';

/**
 * Keeps an agent's `modes` and its config option of category `mode` in step: agents that have both
 * announce a change in one of them only, and differ in which.
 */
export type ModeSteps = {
	/** What `session/new` told. */
	opened(modes: AgentModes | null, options: readonly ConfigOption[]): void;
	/** Adds the event that an announced change left out. */
	follow(event: AgentEvent): AgentEvent[];
	/** The agent accepted our own switch. */
	modeSet(modeId: string): void;
	optionsSet(options: readonly ConfigOption[]): void;
};

/** Builds the memory of one session. */
export function createModeSteps(): ModeSteps {
	let modeIds: ReadonlySet<string> = new Set();
	let current: string | undefined;
	let options: readonly ConfigOption[] = [];

	/** The options with the mode's option at `modeId`; null when that changes nothing. */
	function optionsAt(modeId: string): readonly ConfigOption[] | null {
		let isChanged = false;
		const moved = options.map((option) => {
			if (option.type !== 'select' || option.category !== 'mode' || option.value === modeId) return option;
			if (!option.choices.some((choice) => choice.value === modeId)) return option;
			isChanged = true;
			return { ...option, value: modeId };
		});
		return isChanged ? moved : null;
	}

	/** The mode that the options name, when it is another than the one known. */
	function newModeOf(list: readonly ConfigOption[]): string | null {
		for (const option of list)
			if (option.type === 'select' && option.category === 'mode' && modeIds.has(option.value))
				return option.value === current ? null : option.value;
		return null;
	}

	return {
		opened(modes, opened) {
			modeIds = new Set(modes?.available.map(({ id }) => id));
			current = modes?.current;
			options = opened;
		},
		follow(event) {
			if (event.type === 'agent-mode') {
				current = event.modeId;
				const moved = optionsAt(event.modeId);
				if (moved === null) return [event];
				options = moved;
				return [event, { type: 'config-options', options }];
			}
			if (event.type === 'config-options') {
				options = event.options;
				const modeId = newModeOf(options);
				if (modeId === null) return [event];
				current = modeId;
				return [event, { type: 'agent-mode', modeId }];
			}
			return [event];
		},
		modeSet(modeId) {
			current = modeId;
			options = optionsAt(modeId) ?? options;
		},
		optionsSet(set) {
			options = set;
			current = newModeOf(set) ?? current;
		},
	};
}
