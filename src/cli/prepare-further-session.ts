import { withMcpServers } from '../core/agents/profile.js';
import { fail, type Result, succeed } from '../core/failure.js';
import type { SessionState } from '../core/session/state.js';
import type { HandOverPort } from '../core/sessions/hand-over-port.js';
import { redactText } from '../services/secrets/redact.js';
import type { WantedSession } from '../view/state/open-sessions.js';
import type { RunOptions } from './command.js';
import { CommandFailure, UsageError } from './errors.js';
import { prepareRun } from './prepare-run.js';
import type { PreparedRun } from './prepared-run.js';
import type { World } from './world.js';

type FurtherSession = {
	readonly wanted: WantedSession;
	readonly from: SessionState;
	readonly options: RunOptions;
	readonly runs: readonly PreparedRun[];
	readonly world: World;
};

/** A further session: agent and folder of the one it is opened from, unless others are wanted. Fails with `usage`. */
export async function prepareFurther(further: FurtherSession): Promise<Result<PreparedRun>> {
	const { wanted, from, options, runs, world } = further;
	const { agent, cwd = from.cwd } = wanted;
	let prepared: PreparedRun | null = null;
	try {
		const there = runs.find((run) => run.cwd === cwd) ?? (await prepareRun({ ...options, cwd, resume: null }, world));
		const known = wanted.worktree === undefined ? there : await prepareWorktree(there, wanted.worktree, further);
		prepared = known === there ? null : known;
		const isElsewhere = known.cwd !== from.cwd;
		const run: PreparedRun = {
			...known,
			...(wanted.handOver === undefined ? {} : goingOn(from)),
			isIsolated: wanted.isIsolated === true,
			// Notices about a folder are shown in its first session.
			notices: runs.includes(known) ? [] : known.notices,
			worktreeUse: runs.includes(known) ? null : known.worktreeUse,
		};
		const { isCommandLine, name } = from.profile.launch;
		// A command line has no name to find it by; what it is started with does not depend on the folder.
		if (agent === undefined && (!isElsewhere || isCommandLine === true))
			return succeed({ ...run, profile: withMcpServers(from.profile, from.trustedMcp) });
		const found = await known.profileOf(agent ?? name);
		if (found.missing !== null) {
			await prepared?.worktreeUse?.release();
			return fail('usage', found.missing);
		}
		return succeed({ ...run, profile: found.profile });
	} catch (error) {
		await prepared?.worktreeUse?.release();
		if (error instanceof CommandFailure) return fail('internal', error.message);
		if (error instanceof UsageError) return fail('usage', error.message);
		throw error;
	}
}

/** The part of a session that a hand-over keeps: allowances for the session alone are not among it. */
function goingOn({ mode, rules, additionalDirectories }: SessionState) {
	return {
		mode: mode.mode,
		own: mode.own,
		isModeAsked: true,
		isBypassAllowed: mode.isBypassAllowed,
		additionalDirectories,
		rules: rules.filter(({ origin }) => origin !== 'session' && origin !== 'mode'),
	};
}

/** Makes a worktree without questions: files that are not copied are named in the session. */
async function prepareWorktree(
	there: PreparedRun,
	{ name }: NonNullable<WantedSession['worktree']>,
	{ options, world }: FurtherSession,
): Promise<PreparedRun> {
	const { prepareInWorktree } = await import('./worktrees/start-end.js');
	const said: string[] = [];
	const wanted = { ...options, cwd: there.cwd, resume: null, worktree: { name, isCopying: false } };
	const run = await prepareInWorktree(wanted, there, world, {
		signal: new AbortController().signal,
		say: (words) => said.push(words),
		confirm: async () => null,
	});
	return { ...run, notices: [...said, ...run.notices] };
}

type HandOverContext = {
	readonly options: RunOptions;
	readonly runs: readonly PreparedRun[];
	readonly world: World;
	readonly maxChars: number;
};

export function createHandOver({ options, runs, world, maxChars }: HandOverContext): HandOverPort {
	return {
		maxChars,
		redact: redactText,
		async check(agent, from) {
			const prepared = await prepareFurther({ wanted: { agent }, from, options, runs, world });
			// The sentence begins with the command that it usually comes from.
			if (!prepared.ok) return fail('usage', prepared.failure.message.replace(/^\/agent /, '/handover '));
			const { name } = prepared.value.profile.launch;
			return name === from.profile.launch.name
				? fail('usage', `${name} is the agent of this session; /fork goes on in a copy of it, /compact in a new one`)
				: succeed(name);
		},
	};
}
