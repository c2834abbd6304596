import type { AgentModes, ConfigOption } from '../../core/agent-info.js';
import type { AgentEvent } from '../../core/event.js';
import type { Result } from '../../core/failure.js';
import type { PermissionRequest } from '../../core/ports.js';
import type { JsonObject } from '../json.js';
import type { Quirks } from '../quirks.js';
import { createCallMemory } from './call-memory.js';
import { type Faults, withFaults } from './faults.js';
import { createModeSteps } from './mode-steps.js';
import { toPermissionRequest } from './permission.js';
import { translateUpdate } from './update.js';

/** Translates one session's traffic; remembers what later messages leave out. Nothing here throws. */
export type Translator = {
	/** The events of one `session/update`. */
	update(update: unknown): AgentEvent[];
	/** A permission request, and the events that tell what of it could not be read. */
	permission(params: JsonObject): { request: Result<PermissionRequest>; events: AgentEvent[] };
	/** The session was opened with these modes and options. */
	opened(modes: AgentModes | null, options: readonly ConfigOption[]): void;
	/** The agent accepted our own switch of its mode, or of an option. */
	modeSet(modeId: string): void;
	optionsSet(options: readonly ConfigOption[]): void;
};

/** Builds the translator of one session of an agent with these quirks. */
export function createTranslator(quirks: Quirks): Translator {
	const calls = createCallMemory();
	const steps = createModeSteps();
	let lastCommands = '';

	function refine(event: AgentEvent): AgentEvent[] {
		if (event.type === 'text') {
			const modeId = announcedMode(event, quirks);
			return modeId === null ? [event] : steps.follow({ type: 'agent-mode', modeId });
		}
		if (event.type === 'tool') {
			calls.learn(event.patch);
			return [event];
		}
		if (event.type === 'commands') {
			const commands = JSON.stringify(event.commands);
			if (commands === lastCommands) return [];
			lastCommands = commands;
			return [event];
		}
		return steps.follow(event);
	}

	return {
		update: (update) => translateUpdate(update).flatMap(refine),
		permission(params) {
			const faults: Faults = [];
			const request = toPermissionRequest(params, quirks, faults, calls.learn);
			return { request, events: withFaults([], 'permission request', faults, params) };
		},
		opened: steps.opened,
		modeSet: steps.modeSet,
		optionsSet: steps.optionsSet,
	};
}

/** The mode that a text of the answer stands for, in agents that announce it so. */
function announcedMode(event: AgentEvent & { type: 'text' }, quirks: Quirks): string | null {
	if (!quirks.announcesModeAsText || event.role !== 'agent') return null;
	return /^\[MODE_UPDATE\] (\S+)\s*$/.exec(event.text)?.[1] ?? null;
}
