import type { AgentInfo, AgentQuirks, ConfigOption } from '../../../src/core/agent-info.js';
import { plainProfile } from '../../../src/core/agents/profile.js';
import type { AskingRecord } from '../../../src/core/asking.js';
import type { Effect, SnapshotMoment } from '../../../src/core/effect.js';
import type { AppEvent } from '../../../src/core/event.js';
import type { Mode } from '../../../src/core/policy/policy-types.js';
import type { Prompt } from '../../../src/core/prompt-schema.js';
import type { Entry, ToolEntry, UserCommand } from '../../../src/core/session/entries/entry.js';
import { eachEntry } from '../../../src/core/session/entries/entry-list.js';
import { type Lookups, noLookups, reduceLookups } from '../../../src/core/session/lookups.js';
import type { PermissionQuestion, PlanQuestion, QuestionWithOptions } from '../../../src/core/session/question.js';
import { initialState } from '../../../src/core/session/reducers/initial-state.js';
import { reduce } from '../../../src/core/session/reducers/reduce.js';
import type { SessionState } from '../../../src/core/session/state.js';
import { noSessionAbilities } from '../../../src/core/session-abilities.js';
import type { ToolCall } from '../../../src/core/tool-call.js';

/** A session that events are folded into, a second apart; keeps the effects. */
export type Play = {
	readonly state: SessionState;
	readonly lookups: Lookups;
	/** Without the snapshots, which every turn begins and ends with. */
	readonly effects: readonly Effect[];
	/** The moments of the snapshots that were wanted. */
	readonly snapshots: readonly SnapshotMoment[];
	readonly at: number;
};

/** An agent that asked in earlier sessions: nothing is said of it. */
export const asked: AskingRecord = { edits: 'asks', commands: 'asks' };

/** A session whose agent is starting. */
export function starting(mode: Mode = 'default', isBypassAllowed = false): Play {
	const launch = { name: 'fake', command: 'fake', args: [], env: {} };
	return {
		state: initialState({ profile: plainProfile(launch), cwd: '/w', mode, isBypassAllowed, since: 0 }),
		lookups: noLookups,
		effects: [],
		snapshots: [],
		at: 1000,
	};
}

/** What the agent says of itself. */
export function infoOf(quirks: Partial<AgentQuirks> = {}): AgentInfo {
	return {
		title: 'Fake',
		name: 'fake',
		version: '1.0.0',
		protocolVersion: 1,
		prompt: { image: false, audio: false, embeddedContext: false },
		sessions: noSessionAbilities,
		takesAdditionalDirectories: false,
		steering: true,
		takesSystemPrompt: false,
		takesProvider: false,
		mcp: { http: false, sse: false, isIgnored: false },
		authMethods: [],
		auth: { logout: false, status: false },
		quirks,
	};
}

/** Folds events in, one after the other; effects of all of them are appended. */
export function play(from: Play, ...events: readonly AppEvent[]): Play {
	let current = from;
	for (const event of events) {
		const at = current.at + 1000;
		const step = reduce(current.state, event, at);
		const snapshots = step.effects.flatMap((effect) => (effect.type === 'take-snapshot' ? [effect.moment] : []));
		const effects = step.effects.filter((effect) => effect.type !== 'take-snapshot');
		current = {
			state: step.state,
			lookups: reduceLookups(current.lookups, event),
			effects: [...current.effects, ...effects],
			snapshots: [...current.snapshots, ...snapshots],
			at,
		};
	}
	return current;
}

/** The same, with the effects of these events alone. */
export function next(from: Play, ...events: readonly AppEvent[]): Play {
	return play({ ...from, effects: [], snapshots: [] }, ...events);
}

export const connected: AppEvent = { type: 'agent-connected', info: infoOf(), asking: asked };
export const opened: AppEvent = { type: 'session-opened', sessionId: 's1', modes: null, options: [] };

/** A session that is open and idle. */
export function ready(mode: Mode = 'default', isBypassAllowed = false): Play {
	return next(starting(mode, isBypassAllowed), connected, opened);
}

/** An event for a prompt. */
export function prompt(text: string, parts: { isFirst?: boolean; interrupts?: boolean } = {}): AppEvent {
	return { type: 'prompt', prompt: promptOf(text), ...parts };
}

export function promptOf(text: string): Prompt {
	return { id: `p-${text}`, text, blocks: [{ type: 'text', text }] };
}

/** A session with a running turn. */
export function busy(text = 'go', from = ready()): Play {
	return play(from, prompt(text));
}

/** Ends the running turn. */
export function endTurn(from: Play, reason: 'end_turn' | 'cancelled' | 'refusal' = 'end_turn'): Play {
	return next(from, { type: 'turn-ended', turnId: turnId(from), reason });
}

export function turnId(from: Play): string {
	return from.state.turn?.id ?? 'none';
}

export function entries(from: Play): Entry[] {
	return [...eachEntry(from.state.entries)];
}

/** Titles of the notes. */
export function notes(from: Play): string[] {
	return entries(from).flatMap((entry) => (entry.kind === 'note' ? [entry.title] : []));
}

/** Prompts that went to the agent. */
export function sent(from: Play): string[] {
	return from.effects.flatMap((effect) => (effect.type === 'send-prompt' ? [effect.prompt.text] : []));
}

export function calls(from: Play): ToolCall[] {
	return entries(from)
		.filter((entry): entry is ToolEntry => entry.kind === 'tool')
		.map((entry) => entry.call);
}

export function commands(from: Play): UserCommand[] {
	return entries(from).flatMap((entry) => (entry.kind === 'user-command' ? [entry.command] : []));
}

export function call(from: Play, id: string): ToolCall | undefined {
	return calls(from).find((candidate) => candidate.id === id);
}

/** The effects by type, for counting. */
export function effectTypes(from: Play): string[] {
	return from.effects.map((effect) => effect.type);
}

/** A permission question. */
export function questionOf(id: string, parts: QuestionParts = {}): QuestionWithOptions {
	const { kind = 'permission', from = 'agent', offers = [], plan = '', ...others } = parts;
	const asked = {
		id,
		request: { source: 'permission', kind: 'edit', title: 'Edit a.ts', paths: [], diffs: [] } as const,
		options: [
			{ id: 'yes', name: 'Yes', kind: 'allow_once' },
			{ id: 'always', name: 'Always', kind: 'allow_always' },
			{ id: 'no', name: 'No', kind: 'reject_once' },
		] as const,
		because: 'default mode asks before every edit',
		askedAt: 0,
		...others,
	};
	switch (kind) {
		case 'permission':
			return { ...asked, kind, from, offers };
		case 'exit-plan':
			return { ...asked, kind, from, plan };
		case 'agent-question':
			return { ...asked, kind };
		case 'confirm':
			return { ...asked, kind };
	}
}

/** What a test says of a question. */
export type QuestionParts = Partial<Omit<PermissionQuestion, 'kind'> & Pick<PlanQuestion, 'plan'>> & {
	readonly kind?: Exclude<QuestionWithOptions['kind'], 'elicitation-url'>;
};

/** A select option of an agent. */
export function option(id: string, value: string, values: readonly string[], category = 'mode'): ConfigOption {
	return {
		type: 'select',
		id,
		name: id,
		category,
		value,
		choices: values.map((choice) => ({ value: choice, name: choice })),
	};
}

/** Session modes with `current`. */
export function modes(current: string, ...ids: readonly string[]) {
	return { current, available: ids.map((id) => ({ id, name: id })) };
}

/** A session that was opened with these modes and options. */
export function openedWith(parts: {
	modes?: ReturnType<typeof modes>;
	options?: readonly ConfigOption[];
	mode?: Mode;
	quirks?: Partial<AgentQuirks>;
	/** What it showed in earlier sessions. */
	asking?: AskingRecord;
}): Play {
	return next(
		starting(parts.mode ?? 'default'),
		{ type: 'agent-connected', info: infoOf(parts.quirks), asking: parts.asking ?? asked },
		{ type: 'session-opened', sessionId: 's1', modes: parts.modes ?? null, options: parts.options ?? [] },
	);
}
