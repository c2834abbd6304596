import type { AgentEvent } from '../../core/agent-event.js';
import type { AgentModes, ConfigOption } from '../../core/agent-info.js';
import { defined } from '../../core/defined.js';
import { type FilePatch, readPatch } from '../../core/edits/patch.js';
import { type Result, succeed } from '../../core/failure.js';
import type { PermissionRequest } from '../../core/permission-request.js';
import type { TextToWrite } from '../../core/policy/policy-types.js';
import type { DiffContent, ToolCallPatch, ToolContent } from '../../core/tool-call.js';
import { type JsonObject, objectOf, textOf } from '../json.js';
import { createCallMemory } from './call-memory.js';
import { type Faults, withFaults } from './faults.js';
import { pathsOfCall } from './input/input-paths.js';
import { isPatchText, textsOf } from './input/input-texts.js';
import { ModeSync } from './mode-sync.js';
import { createSessionModels } from './translate-models.js';
import { toPermissionRequest } from './translate-permission.js';
import { resultOf } from './translate-result.js';
import { translateUpdate } from './translate-update.js';

/** Notices that are remembered, so that none is shown twice. */
const MOST_NOTICES = 200;

/** Replayed user messages that no user wrote. */
const NOT_OF_USER = /^<session_context>[\s\S]*<\/session_context>\s*$|^(?:\[Function Response: [^\]\n]*\]\s*)+$/;

/** Translates one session's traffic and remembers what later messages leave out. Never throws. */
export function createTranslator() {
	const calls = createCallMemory();
	const modeSync = new ModeSync();
	/** Plans that the agent sends itself take precedence over those of tool calls. */
	let hasPlans = false;
	const models = createSessionModels();
	let lastCommands = '';
	const notices = new Set<string>();
	const asked = new Set<string>();

	function refine(event: AgentEvent): AgentEvent[] {
		if (event.type === 'text') {
			if (event.role === 'user' && NOT_OF_USER.test(event.text)) return [];
			const modeId = event.role === 'agent' ? modeSync.announcedIn(event.text) : null;
			return modeId === null ? [event] : modeSync.follow({ type: 'agent-mode', modeId });
		}
		if (event.type === 'tool') {
			const known = calls.merge(event.patch);
			const { malformedFields: _odd, toolNames: _names, ...news } = event.patch;
			// Counts for a question about the call that may still be open.
			const announced = asked.has(news.id) ? known.announced : undefined;
			if (isEnded(known)) asked.delete(news.id);
			const patch = { ...news, ...whatItCameTo(known), ...defined({ announced }) };
			return [{ ...event, patch }, ...(hasPlans ? [] : planOf({ ...known, ...patch }))];
		}
		if (event.type === 'notice' && event.level !== 'error' && event.isEvent !== true) {
			// Some agents repeat what is always true before each answer.
			const words = `${event.level} ${event.title} ${event.detail ?? ''}`;
			if (notices.has(words)) return [];
			if (notices.size < MOST_NOTICES) notices.add(words);
			return [event];
		}
		if (event.type === 'plan') hasPlans = true;
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

	/** Options that come right after a change of mode still describe the old mode. */
	function withModels(event: AgentEvent): AgentEvent {
		return event.type === 'config-options' ? { ...event, options: models.withModels(event.options) } : event;
	}

	return {
		update: (update: unknown): AgentEvent[] => translateUpdate(update).flatMap(refine),
		/** `events` name what could not be read. */
		permission(params: JsonObject): { request: Result<PermissionRequest>; events: AgentEvent[] } {
			const faults: Faults = [];
			const read = toPermissionRequest(params, faults, calls.merge);
			if (read.ok && !isEnded(read.value.patch)) asked.add(read.value.patch.id);
			const request = read.ok
				? succeed({ ...read.value, patch: { ...read.value.patch, ...whatItCameTo(read.value.patch) } })
				: read;
			return { request, events: withFaults([], 'permission request', faults, params) };
		},
		/** Returns the options, with the models among them. */
		opened(modes: AgentModes | null, options: readonly ConfigOption[], listed?: unknown): readonly ConfigOption[] {
			const all = models.opened(listed, options);
			modeSync.opened(modes, all);
			return all;
		},
		modeSet: (modeId: string): void => modeSync.modeSet(modeId),
		optionsSet(options: readonly ConfigOption[]): readonly ConfigOption[] {
			const all = models.withModels(options);
			modeSync.optionsSet(all);
			return all;
		},
		/** The agent accepted a model that it lists apart; returns all options. */
		modelSet(modelId: string): readonly ConfigOption[] {
			const all = models.chosen(modelId);
			modeSync.optionsSet(all);
			return all;
		},
	};
}

export type Translator = ReturnType<typeof createTranslator>;

function isEnded({ status }: ToolCallPatch): boolean {
	return status === 'completed' || status === 'failed';
}

function whatItCameTo(known: ToolCallPatch): Pick<ToolCallPatch, 'content' | 'result'> {
	return defined({ content: withNewFiles(known) ?? withWritten(known), result: resultOf(known) });
}

/** Plan that a call sets by a task list; none before the call is done, or for a sub-agent's call. */
function planOf({ status, parentId, result }: ToolCallPatch): AgentEvent[] {
	const steps = result?.todos;
	return steps === undefined || status !== 'completed' || parentId !== undefined ? [] : [{ type: 'plan', steps }];
}

const MOST_CHANGES = 50;

/** Content of an edit behind changes that only its input shows; undefined where there are none, or it shows them. */
function withWritten(patch: ToolCallPatch): readonly ToolContent[] | undefined {
	const { kind, content = [], rawInput, rawOutput } = patch;
	if ((kind !== undefined && kind !== 'edit' && kind !== 'other') || content.some((item) => item.type === 'diff'))
		return undefined;
	const texts = textsOf(rawInput, patch.name);
	// A tool of unknown kind may do anything with a text, except a patch.
	if (kind !== 'edit' && !texts.every(({ how, newText }) => how === 'patch' && isPatchText(newText))) return undefined;
	if (texts.length === 0) return undefined;
	const named = pathsOfCall(patch);
	const output = objectOf(rawOutput);
	const isNew = (output['exists'] ?? objectOf(output['metadata'])['exists']) === false;
	const changes = texts.flatMap((text) => changesOf(text, named, isNew)).slice(0, MOST_CHANGES);
	return changes.length === 0 ? undefined : [...changes, ...content];
}

function changesOf(
	{ path, oldText, newText, how }: TextToWrite,
	named: readonly string[],
	isNew: boolean,
): DiffContent[] {
	const patches = how === 'patch' ? readPatch(newText) : null;
	const [first = '', ...others] = named;
	const place = path ?? (others.length === 0 ? first : '');
	if (patches !== null) return patches.flatMap((file) => changesOfFile(file, place, named));
	if (place === '' || (oldText === undefined && newText === '' && how !== 'whole')) return [];
	// Unknown whether the file existed.
	return [changeOf(place, oldText ?? (isNew && how === 'whole' ? null : ''), newText)];
}

function changesOfFile({ path, kind, hunks }: FilePatch, place: string, named: readonly string[]): DiffContent[] {
	// git's prefix swallows the first slash of an absolute path.
	const file = path === '' ? place : named.includes(`/${path}`) ? `/${path}` : path;
	if (file === '') return [];
	return hunks.map(({ lines }) => {
		const side = (other: '+' | '-'): string =>
			lines.flatMap(({ sign, text }) => (sign === other ? [] : [`${text}\n`])).join('');
		return changeOf(file, kind === 'add' ? null : side('+'), side('-'));
	});
}

function changeOf(path: string, oldText: string | null, newText: string): DiffContent {
	return { type: 'diff', path, oldText, newText, isFromInput: true };
}

const WHOLE_KEYS = ['content', 'contents', 'file_text', 'fileText', 'text'];

/** Content with changes of new files marked, as some agents send an empty old text for them; undefined: no change. */
function withNewFiles(patch: ToolCallPatch): readonly ToolContent[] | undefined {
	const { content = [], rawInput, rawOutput } = patch;
	const input = objectOf(rawInput);
	const whole = WHOLE_KEYS.map((key) => textOf(input[key])).find((text) => text !== undefined);
	const output = objectOf(rawOutput);
	const exists = output['exists'] ?? objectOf(output['metadata'])['exists'];
	const isAdded = [input['diff'], input['patch']].some((diff) => typeof diff === 'string' && /^@@ -0,0 \+/m.test(diff));
	const isNew = (item: ToolContent): boolean =>
		item.type === 'diff' &&
		item.oldText === '' &&
		item.newText !== '' &&
		(exists === false || isAdded || item.newText === whole);
	if (exists === true || !content.some(isNew)) return undefined;
	return content.map((item) => (item.type === 'diff' && isNew(item) ? { ...item, oldText: null } : item));
}
