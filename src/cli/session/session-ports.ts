import { createAgentPort } from '../../agent/agent-port.js';
import type { AgentLaunch } from '../../core/agent-info.js';
import type { AgentConnection, AgentPort } from '../../core/agent-port.js';
import type { AgentProfile } from '../../core/agents/profile.js';
import { defined } from '../../core/defined.js';
import { type Failure, fail, type Result } from '../../core/failure.js';
import type { HooksPort } from '../../core/hooks/hook.js';
import { methodsOf, once } from '../../core/once.js';
import type { ClockPort, FoldersPort, Ports } from '../../core/ports.js';
import type { SessionIndexPort } from '../../core/session-index.js';
import { type CredentialsPort, credentialsName, signInLine } from '../../core/sign-in/credentials.js';
import type { UsagePort } from '../../core/usage/usage-report.js';
import { createCommandChecks } from '../../services/command-checks/command-checks.js';
import { createAutoRunFolders } from '../../services/files/auto-run-folders.js';
import { createFiles, type FilesOptions } from '../../services/files/files.js';
import { isTracked } from '../../services/git/is-tracked.js';
import type { HookPlace } from '../../services/hooks/run-hook.js';
import type { CommandSandboxes } from '../../services/sandbox/commands/command-sandbox.js';
import type { SessionIndexOptions } from '../../services/sessions/index/session-index.js';
import { createLazySessionLogs } from '../../services/sessions/lazy-session-logs.js';
import { createCredentials } from '../../services/sign-in/credentials.js';
import { createTerminals } from '../../services/terminals/terminals.js';
import { createWorkspace } from '../../services/workspace.js';
import type { AgentShadow } from '../agent-shadow.js';
import { createConfine } from '../create-confine.js';
import { createLaunchPreparation, savedKeys } from '../launch-preparation.js';
import { ownFolders } from '../paths.js';
import { persistsState } from '../persistence.js';
import type { PreparedRun } from '../prepared-run.js';
import type { ProgramServices } from '../program-services.js';
import { quote } from '../quote-value.js';
import { agentRecords } from '../state-ports.js';
import { milliseconds } from '../units.js';
import type { World } from '../world.js';

export type SessionParts = {
	readonly services: ProgramServices;
	readonly folders: FoldersPort;
	readonly sandbox: CommandSandboxes;
	readonly shadow: AgentShadow;
	readonly profile: () => AgentProfile;
	readonly mayRead?: (() => Promise<void>) | undefined;
};

export function createPorts(
	run: PreparedRun,
	world: World,
	{ services, folders, sandbox, shadow, profile, mayRead }: SessionParts,
) {
	const { cwd, settings } = run;
	const { env, home, paths } = world;
	const { guard, log, recorder, clock, ids, temporary } = services;
	const stateDir = persistsState(run.persistence) ? paths.stateDir : temporary.path;
	const roots = (): readonly string[] => [cwd, ...folders.list()];
	const { commandSeconds } = settings.limits;
	const credentials = createCredentials(paths.credentialsFile);
	const prepare = createLaunchPreparation(
		() => ({ env, workspace: cwd, additionalDirectories: folders.list(), home, stateDir }),
		credentials,
	);
	const confine = createConfine({
		workspace: cwd,
		world,
		folders,
		isPersisted: persistsState(run.persistence),
		temporary: temporary.path,
		layers: services.layers.path,
		shadowView: shadow.openView,
	});
	const agent = createAgentPort(
		{
			clientVersion: world.version,
			prepare,
			savedKeys: (launch) => savedKeys(launch, credentials),
			confine,
			guard,
			...defined({ record: recorder?.write, mayRead }),
		},
		// A process of its own is shared with nothing but what is asked beside the session.
		run.isIsolated ? new Set() : services.processes,
	);
	const newTerminals = () =>
		createTerminals({
			folders: roots,
			env,
			keepEnv: settings.terminals.keepEnv,
			guard,
			sandbox: shadow.commands(sandbox),
			...(commandSeconds === null ? {} : { runtimeLimit: milliseconds(commandSeconds) }),
		});
	const where: FilesOptions = {
		workspace: cwd,
		additionalDirectories: folders.list,
		planFolders: () => profile().planFolders,
		autoRunFolderOf: createAutoRunFolders(env).folderOf,
		isFromRepository: (folder) => isTracked(folder, { cwd, env }),
		ownFolders: ownFolders(paths),
	};
	const files = createFiles(where);
	const terminalSignIn = once(async () => {
		const { createTerminalSignIn } = await import('../../services/sign-in/terminal-sign-in.js');
		return createTerminalSignIn({ prepare, cwd, confine, terminal: null, guard });
	});
	return {
		agent: run.authMethod === null ? agent : signingInFirst(agent, run.authMethod, credentials),
		files,
		agentFiles: shadow.files(files, where),
		shadow: shadow.port,
		folders,
		commandChecks: createCommandChecks({ folders: roots, env }),
		terminals: newTerminals(),
		newTerminals: newTerminals,
		workspace: createWorkspace(cwd),
		rules: run.ruleStore,
		credentials,
		terminalSignIn: methodsOf(terminalSignIn, 'plan', 'enclose', 'run'),
		...agentRecords(paths, run.persistence, log),
		...ownFiles({ home, env }),
		sessionIndex: lazySessionIndex({ folder: paths.sessionsDir, isPersisted: run.persistence.sessions }),
		...(run.persistence.sessions ? { sessionLogs: createLazySessionLogs(paths.sessionsDir) } : {}),
		...(run.persistence.sessions ? { usage: usageOf(paths, clock) } : {}),
		...(run.hooks.length === 0 ? {} : { hooks: lazyHooks({ cwd, env, keepEnv: settings.terminals.keepEnv, guard }) }),
		log,
		clock,
		chance: Math.random,
		ids,
	};
}

/** The agent's settings and memory in the user's home. */
function ownFiles(place: {
	readonly home: string;
	readonly env: World['env'];
}): Pick<Ports, 'ownSettings' | 'ownMemory'> {
	const settings = once(async () =>
		(await import('../../services/agents/settings/own-settings.js')).createOwnSettings(place),
	);
	const memory = once(async () => (await import('../../services/files/own-memory.js')).createOwnMemory(place));
	return { ownSettings: methodsOf(settings, 'read'), ownMemory: methodsOf(memory, 'read', 'write') };
}

function lazySessionIndex(options: SessionIndexOptions): SessionIndexPort {
	const load = once(async () =>
		(await import('../../services/sessions/index/session-index.js')).createSessionIndex(options),
	);
	return methodsOf(load, 'list', 'search', 'find', 'rename', 'delete', 'prune');
}

function lazyHooks(place: HookPlace): HooksPort {
	const load = once(async () => new (await import('../../services/hooks/run-hook.js')).HookRunner(place));
	return methodsOf(load, 'run');
}

function usageOf({ sessionsDir }: World['paths'], clock: ClockPort): UsagePort {
	const load = once(async () => (await import('../../services/usage/usage.js')).createUsage(sessionsDir, clock.now));
	return methodsOf(load, 'recent');
}

/**
 * The port with a sign-in behind each start (`--auth`), by a method of type `agent`: nobody is there to do anything for
 * it. Where it does not succeed the agent is ended, and the start fails with `auth-required`, or with `usage` where the
 * agent has no such method.
 */
function signingInFirst(agent: AgentPort, methodId: string, credentials: Pick<CredentialsPort, 'load'>): AgentPort {
	return {
		...agent,
		async connect(launch, options, host) {
			const connected = await agent.connect(launch, options, host);
			if (!connected.ok) return connected;
			const failure = await signIn(connected.value, launch, { methodId, credentials, signal: options.signal });
			if (failure === null) return connected;
			await connected.value.close();
			return { ok: false, failure };
		},
	};
}

type SignIn = {
	readonly methodId: string;
	readonly credentials: Pick<CredentialsPort, 'load'>;
	readonly signal: AbortSignal;
};

/** Null when it succeeded. */
async function signIn(
	connection: AgentConnection,
	launch: AgentLaunch,
	{ methodId, credentials, signal }: SignIn,
): Promise<Failure | null> {
	const { authMethods, title } = connection.info;
	const method = authMethods.find(({ id }) => id === methodId);
	if (method === undefined) {
		const ids = authMethods.map(({ id }) => id);
		return fail(
			'usage',
			`--auth ${quote(methodId)}: ${title} has no such way to sign in${ids.length === 0 ? '' : `; it has ${ids.join(', ')}`}`,
		).failure;
	}
	if (method.type !== 'agent')
		return fail('usage', `--auth ${quote(methodId)}: this way to sign in needs a user`, { hint: signInLine(launch) })
			.failure;
	const kept = await credentials.load(credentialsName(launch));
	const apiKey = kept.ok ? kept.value.apiKeys[methodId] : undefined;
	const answer: Result<void> = await connection.authenticate(methodId, apiKey === undefined ? {} : { apiKey }, signal);
	if (answer.ok) return null;
	const { message, hint = signInLine(launch) } = answer.failure;
	return { code: 'auth-required', message, hint, authMethods };
}
