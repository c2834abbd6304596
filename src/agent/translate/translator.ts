import type { AgentEvent } from '../../core/agent-event.js';
import type { AgentModes, ConfigOption } from '../../core/agent-info.js';
import { type Result, succeed } from '../../core/failure.js';
import type { PermissionRequest } from '../../core/permission-request.js';
import type { ToolCallPatch } from '../../core/tool-call.js';
import { compact, type JsonObject } from '../json.js';
import { createCallMemory } from './call-memory.js';
import { type Faults, withFaults } from './faults.js';
import { ModeSync } from './mode-sync.js';
import { createSessionModels } from './models.js';
import { withNewFiles } from './new-files.js';
import { toPermissionRequest } from './permission.js';
import { resultOf } from './result.js';
import { createTaskLists } from './task-lists.js';
import { translateUpdate } from './update.js';
import { withWritten } from './written.js';

/** Translates one session's traffic; remembers what later messages leave out. Nothing here throws. */
export type Translator = {
	/** The events of one `session/update`. */
	update(update: unknown): AgentEvent[];
	/** A permission request, and the events that tell what of it could not be read. */
	permission(params: JsonObject): { request: Result<PermissionRequest>; events: AgentEvent[] };
	/** The session was opened with these modes, options and `models`; returns the options, the models among them. */
	opened(modes: AgentModes | null, options: readonly ConfigOption[], models?: unknown): readonly ConfigOption[];
	/** The agent accepted our own switch of its mode, or of an option. */
	modeSet(modeId: string): void;
	optionsSet(options: readonly ConfigOption[]): readonly ConfigOption[];
	/** The agent accepted another of the models that it lists apart; returns all options. */
	modelSet(modelId: string): readonly ConfigOption[];
};

/** Notices that are remembered, so that none is told twice. */
const MOST_NOTICES = 200;

/** What agents send as words of the user, when they tell a session again, that no user ever wrote. */
const NOT_OF_USER = /^<session_context>[\s\S]*<\/session_context>\s*$|^(?:\[Function Response: [^\]\n]*\]\s*)+$/;

/** Builds the translator of one session. */
export function createTranslator(): Translator {
	const calls = createCallMemory();
	const modeSync = new ModeSync();
	const tasks = createTaskLists();
	const models = createSessionModels();
	let lastCommands = '';
	const notices = new Set<string>();
	/** Calls that permission was asked for. */
	const asked = new Set<string>();

	function refine(event: AgentEvent): AgentEvent[] {
		if (event.type === 'text') {
			if (event.role === 'user' && NOT_OF_USER.test(event.text)) return [];
			const modeId = event.role === 'agent' ? modeSync.announcedIn(event.text) : null;
			return modeId === null ? [event] : modeSync.follow({ type: 'agent-mode', modeId });
		}
		if (event.type === 'tool') {
			const known = calls.learn(event.patch);
			const { oddFields: _odd, toolNames: _names, ...news } = event.patch;
			// While a question about it may stand open, what else is said of it counts there.
			const announced = asked.has(news.id) ? known.announced : undefined;
			if (isEnded(known)) asked.delete(news.id);
			const patch = { ...news, ...whatItCameTo(known), ...compact({ announced }) };
			return [{ ...event, patch }, ...tasks.planOf({ ...known, ...patch })];
		}
		if (event.type === 'notice' && event.level !== 'error' && event.isEvent !== true) {
			// Some agents repeat what is always true before each answer.
			const words = `${event.level} ${event.title} ${event.detail ?? ''}`;
			if (notices.has(words)) return [];
			if (notices.size < MOST_NOTICES) notices.add(words);
			return [event];
		}
		if (event.type === 'plan') tasks.sendsPlans();
		if (event.type === 'commands') {
			const commands = JSON.stringify(event.commands);
			if (commands === lastCommands) return [];
			lastCommands = commands;
			return [event];
		}
		if (event.type === 'config-options')
			return modeSync.follow({ ...event, options: models.withModels(event.options) });
		return modeSync.follow(event).map(withModels);
	}

	/** Options that follow a change of mode are those of before it. */
	function withModels(event: AgentEvent): AgentEvent {
		return event.type === 'config-options' ? { ...event, options: models.withModels(event.options) } : event;
	}

	return {
		update: (update) => translateUpdate(update).flatMap(refine),
		permission(params) {
			const faults: Faults = [];
			const read = toPermissionRequest(params, faults, calls.learn);
			if (read.ok && !isEnded(read.value.patch)) asked.add(read.value.patch.id);
			const request = read.ok
				? succeed({ ...read.value, patch: { ...read.value.patch, ...whatItCameTo(read.value.patch) } })
				: read;
			return { request, events: withFaults([], 'permission request', faults, params) };
		},
		opened(modes, options, listed) {
			const all = models.opened(listed, options);
			modeSync.opened(modes, all);
			return all;
		},
		modeSet: (modeId) => modeSync.modeSet(modeId),
		optionsSet(options) {
			const all = models.withModels(options);
			modeSync.optionsSet(all);
			return all;
		},
		modelSet(modelId) {
			const all = models.chosen(modelId);
			modeSync.optionsSet(all);
			return all;
		},
	};
}

function isEnded({ status }: ToolCallPatch): boolean {
	return status === 'completed' || status === 'failed';
}

/** What is read from all that is known of a call, beyond its own fields. */
function whatItCameTo(known: ToolCallPatch): Pick<ToolCallPatch, 'content' | 'result'> {
	return compact({ content: withNewFiles(known) ?? withWritten(known), result: resultOf(known) });
}
