import type { AgentProfile } from '../../core/agents/profile.js';
import { defined } from '../../core/defined.js';
import type { AppEvent } from '../../core/event.js';
import { type Failure, fail, type Result, succeed } from '../../core/failure.js';
import type { Ports } from '../../core/ports.js';
import type { ResumeEffect } from '../../core/resuming/resume-event.js';
import type { Resuming } from '../../core/resuming/resuming.js';
import type { RestoredSession } from '../../core/session/resuming/restored-session.js';
import { isRecordId } from '../../core/session-record.js';
import type { LogHolder, SessionLogsPort } from '../../core/sessions/session-log-ports.js';
import { logDamaged } from '../../core/sessions/sessions-messages.js';
import { shadowOf } from '../../core/shadow/saved-shadow.js';
import type { Store } from '../store.js';
import { readSession } from './read-session.js';
import * as messages from './resume-messages.js';

export type RestoreOptions = {
	readonly ports: Ports;
	readonly store: Pick<Store, 'getState' | 'dispatchAll'>;
	/** `--mode` was given: it overrides the session's mode. */
	readonly isModeAsked: boolean;
};

type RestoreEffect = Extract<ResumeEffect, { type: 'restore-session' }>;
type Wanted = Pick<RestoreEffect, 'isFork' | 'fallback'>;

/** Dispatches `resume-begun`, and `session-restored` where there is a transcript; or `resume-refused`. */
export async function restoreSession(options: RestoreOptions, effect: RestoreEffect): Promise<void> {
	const found = await ('recordId' in effect.target
		? fromRecord(options, effect.target.recordId, effect)
		: fromAgent(options, effect.target, effect));
	options.store.dispatchAll(found.ok ? found.value : [{ type: 'resume-refused', failure: found.failure }]);
}

async function fromAgent(
	options: RestoreOptions,
	target: Exclude<RestoreEffect['target'], { readonly recordId: string }>,
	{ isFork, fallback }: Wanted,
): Promise<Result<readonly AppEvent[]>> {
	const elsewhere = await folderElsewhere(options, target, target.sessionId);
	if (elsewhere.failure !== undefined) return { ok: false, failure: elsewhere.failure };
	const agent = await agentOf(options, target.agent);
	if (!agent.ok) return agent;
	const { sessionId, title } = target;
	const resuming: Resuming = {
		sessionId,
		title,
		settings: null,
		isFork,
		hasTranscript: false,
		failed: [],
		deaths: 0,
		// Without a transcript there is nothing for a briefing.
		...(fallback === 'plain' ? { fallback } : {}),
	};
	// A request without the folders would resume the session without them.
	const folders = await addFolders(options, target.additionalDirectories ?? []);
	// Emitted after `resume-begun`, so that they do not reopen the session.
	return succeed([{ type: 'resume-begun', resuming, ...agent.value }, ...folders, ...elsewhere.notes]);
}

async function fromRecord(
	options: RestoreOptions,
	recordId: string,
	{ isFork, fallback }: Wanted,
): Promise<Result<readonly AppEvent[]>> {
	const { sessionLogs: logs } = options.ports;
	if (logs === undefined) return fail('not-found', messages.NONE_SAVED);
	if (!isRecordId(recordId)) return fail('not-found', `There is no session ${recordId.slice(0, 40)}.`);
	const isOpenHere = options.store.getState().record?.id === recordId;
	// Before the agent is asked: two programs must not continue one session.
	const claim = isFork || isOpenHere ? null : await logs.claim?.(recordId);
	if (claim?.ok === false && claim.failure.code === 'in-use')
		return openElsewhere(await logs.holder(recordId), recordId);
	const begun = await beginFrom(options, recordId, { isFork, ...defined({ fallback }) }, logs);
	const isGoneOnWith = begun.ok && begun.value.readOnly === undefined;
	if (!isGoneOnWith && claim?.ok === true) await claim.value.release();
	return begun.ok ? succeed(begun.value.events) : begun;
}

function openElsewhere(holder: LogHolder | null, recordId: string): Result<never> {
	if (holder?.isThisProgram === true)
		return fail('in-use', 'This session is open in this program already.', {
			hint: 'switch to it in the list of sessions',
		});
	return fail('in-use', messages.openElsewhere(holder?.pid ?? null), { hint: messages.openElsewhereHint(recordId) });
}

async function beginFrom(
	options: RestoreOptions,
	recordId: string,
	{ isFork, fallback }: Wanted,
	logs: SessionLogsPort,
): Promise<Result<{ readonly events: readonly AppEvent[]; readonly readOnly?: string }>> {
	const read = await readSession(logs, recordId);
	if (!read.ok) return read;
	const restored = read.value;
	const elsewhere = await folderElsewhere(options, restored, recordId);
	if (elsewhere.failure !== undefined) return { ok: false, failure: elsewhere.failure };
	const agent = await agentOf(options, restored.agent);
	const { settings, notes } = settingsFor(options, restored);
	const { unreached } = restored.state;
	const resuming: Resuming = {
		// Nobody knows a session of an unavailable agent.
		sessionId: agent.ok ? (unreached?.sessionId ?? restored.sessionId) : null,
		title: restored.state.title,
		settings: agent.ok ? settings : null,
		isFork,
		hasTranscript: hasPrompts(restored),
		failed: agent.ok ? [] : [{ strategy: 'resume', failure: agent.failure }],
		deaths: 0,
		...defined({
			fallback,
			newer: agent.ok && unreached !== undefined ? (restored.sessionId ?? undefined) : undefined,
		}),
	};
	// A fork has a record of its own.
	const copy = isFork ? await logs.copy(recordId) : null;
	if (copy?.ok === false) return copy;
	const record = copy === null ? {} : { recordId: copy.value };
	const damage = restored.skippedLines;
	const isBranch = isFork && hasPrompts(restored);
	const folders = await addFolders(options, restored.additionalDirectories);
	const events: readonly AppEvent[] = [
		{ type: 'resume-begun', resuming, ...(agent.ok ? agent.value : {}) },
		{ type: 'session-restored', restored: { ...restored, settings, ...record } },
		...folders,
		...(isBranch ? [{ type: 'session-branched', kind: 'fork', before: null, sets: [], isKept: true } as const] : []),
		...(damage === 0 ? [] : [{ type: 'note', level: 'warning', title: logDamaged(damage) } as const]),
		...notes,
		...elsewhere.notes,
	];
	return succeed({ events, ...defined({ readOnly: restored.readOnly }) });
}

function hasPrompts({ state: { entries } }: RestoredSession): boolean {
	return entries.leaves.some((leaf) => leaf.some(({ kind }) => kind === 'user'));
}

async function agentOf(
	{ ports, store }: RestoreOptions,
	name: string,
): Promise<Result<{ readonly profile?: AgentProfile }>> {
	if (store.getState().profile.launch.name === name) return succeed({});
	if (ports.agents === undefined)
		return fail('not-found', `The session belongs to ${name}, which is not the agent of this run.`);
	const profile = await ports.agents.profile(name);
	return profile.ok ? succeed({ profile: profile.value }) : profile;
}

/** A session of another folder needs another call, unless that is gone: this program works in one folder. */
async function folderElsewhere(
	{ ports, store }: RestoreOptions,
	session: Pick<RestoredSession, 'cwd' | 'sessionId'>,
	id: string,
): Promise<{ readonly failure?: Failure; readonly notes: readonly AppEvent[] }> {
	const { cwd } = session;
	const here = store.getState().cwd;
	if (cwd === here) return { notes: [] };
	const isThere = (await ports.workspace.hasFolder?.(cwd)) ?? true;
	if (isThere) {
		const failure: Failure = {
			code: 'usage',
			message: `This session works in ${cwd}.`,
			hint: messages.otherFolderHint(cwd, id, shadowOf((await ports.shadow?.saved?.()) ?? [], session) !== undefined),
		};
		return { failure, notes: [] };
	}
	return {
		notes: [{ type: 'note', level: 'warning', title: `The session's folder ${cwd} is gone: it goes on in ${here}.` }],
	};
}

/** Bypass is restored only if this call allows it. */
function settingsFor(
	{ store, isModeAsked }: RestoreOptions,
	{ settings }: RestoredSession,
): { readonly settings: RestoredSession['settings']; readonly notes: readonly AppEvent[] } {
	const { ownModes, mode: now } = store.getState();
	const { mode, isBypassAllowed } = now;
	const { own, ...others } = settings;
	if (isModeAsked)
		return { settings: { ...others, mode, ...defined({ own: now.own, instructed: own?.name }) }, notes: [] };
	const isSame = ownModes.some(({ name, version }) => name === own?.name && version === own.version);
	if (own !== undefined && !isSame) {
		const note = { type: 'note', level: 'warning', ...messages.modeNotBack(own.name, others.mode) } as const;
		return { settings: { ...others, instructed: own.name }, notes: [note] };
	}
	if (settings.mode !== 'bypassPermissions' || isBypassAllowed) return { settings, notes: [] };
	return {
		settings: { ...settings, mode },
		notes: [
			{
				type: 'note',
				level: 'info',
				title: 'The session was left with permissions bypassed; that is off now.',
				hint: 'start with --allow-bypass to have it in reach',
			},
		],
	};
}

/** Folders that cannot be added are noted. */
async function addFolders({ ports }: RestoreOptions, wanted: readonly string[]): Promise<readonly AppEvent[]> {
	const { folders } = ports;
	const events: AppEvent[] = [];
	for (const path of wanted) {
		if (folders.list().includes(path)) continue;
		const added = await folders.add(path);
		if (added.ok) events.push({ type: 'directory-added', ...added.value, remark: added.value.note });
		else events.push({ type: 'note', level: 'warning', title: added.failure.message });
	}
	return events;
}
