import { join } from 'node:path';
import { createAgentPort } from '../../../agent/agent-port.js';
import type { AgentLaunch } from '../../../core/agent-info.js';
import type { AgentConnection, AgentHost } from '../../../core/agent-port.js';
import { plainProfile } from '../../../core/agents/profile.js';
import { defined } from '../../../core/defined.js';
import type { Result } from '../../../core/failure.js';
import { refusingHost } from '../../../core/refusing-host.js';
import type { ConfinementChoice } from '../../../core/sandbox/confinement.js';
import { readingSandbox } from '../../../core/session/sandbox/wanted-access.js';
import type { AuthStatus } from '../../../core/sign-in/auth-status.js';
import { type CredentialsPort, credentialsName } from '../../../core/sign-in/credentials.js';
import type { SignInAddress } from '../../../core/sign-in/sign-in-address.js';
import type { TerminalSignInPort } from '../../../core/sign-in/terminal-sign-in.js';
import { createProcessGuard } from '../../../services/guard/process-guard.js';
import { createLog, NO_LOG } from '../../../services/log/log.js';
import { createCredentials } from '../../../services/sign-in/credentials.js';
import type { OuterTerminal } from '../../../services/sign-in/own-terminal.js';
import { createTerminalSignIn } from '../../../services/sign-in/terminal-sign-in.js';
import { createAgentFacts } from '../../../services/state/agent-facts.js';
import { createTemporaryFolder } from '../../../services/state/temporary-folder.js';
import { chooseAgent } from '../../agent-choice.js';
import { autoSandbox, heldAs } from '../../agent-profile.js';
import { needsAgent } from '../../command-line-messages.js';
import { loadConfig } from '../../config/load-config.js';
import { rulesOf, type Settings } from '../../config/settings.js';
import { createConfine } from '../../create-confine.js';
import { UsageError } from '../../errors.js';
import { findWorkspace } from '../../find-workspace.js';
import { createLaunchPreparation } from '../../launch-preparation.js';
import type { ProgramOptions } from '../../option-values.js';
import { persistenceFor, persistsState } from '../../persistence.js';
import { loadRemembered, toRule } from '../../remembered-rules.js';
import { refuseWithoutSandbox } from '../../require-sandbox.js';
import type { SubcommandHost } from '../../subcommand.js';
import { findOwnWorktree } from '../../worktrees/find-worktree.js';
import type { World } from '../../world.js';

/** The options that say which agent is meant. */
export type AgentPlace = Pick<ProgramOptions, 'agent' | 'agentCommand' | 'cwd'>;

/** Without a timeout: as long as a sign-in may take. */
export type SignInRequest = AgentPlace & {
	readonly timeout?: number;
	/** Id of a sign-in method; absent: the only one, or the one that the user chooses. */
	readonly method?: string;
};

/** An agent that is started for nothing but a sign-in: it gets no files, no commands and no permission. */
export type SignInAgent = {
	readonly launch: AgentLaunch;
	readonly cwd: string;
	readonly credentials: CredentialsPort;
	readonly credentialsName: string;
	readonly terminal: TerminalSignInPort;
	/** The sandbox of its process; a shadow of the config becomes a fence. */
	readonly sandbox: ConfinementChoice;
	readonly isPlanMode: boolean;
	/** Starts it, ending the one before; `env` goes over its usual environment. */
	start(env?: Readonly<Record<string, string>>): Promise<Result<AgentConnection>>;
	stop(): Promise<void>;
	/** Name that it gives itself, once it has said so. */
	title(): string;
	status(): AuthStatus | null;
	/** Saves whether the agent is signed in, for the list of agents. */
	remember(isSignedIn: boolean): Promise<void>;
	/** Ends everything. Idempotent. */
	close(): Promise<void>;
};

type SignInAgentEvents = {
	readonly onAddress: (address: SignInAddress) => void;
	/** Asks the user for what the agent wants to know; only where there is a terminal. */
	readonly elicit?: AgentHost['elicit'];
	readonly signal: AbortSignal;
	readonly hasTerminal: boolean;
};

/** Throws a UsageError where no agent is named, for a command that has none of its own. */
export function ensureAgentNamed(command: string, { agent, agentCommand }: AgentPlace): void {
	if ((agent ?? agentCommand) === undefined) throw new UsageError(needsAgent(command));
}

/** Finds the agent that is meant. Throws a UsageError when there is none of that name. */
export async function openSignInAgent(
	request: AgentPlace,
	{ world, hooks }: SubcommandHost,
	{ onAddress, elicit, signal, hasTerminal }: SignInAgentEvents,
): Promise<SignInAgent> {
	const { env, home, paths } = world;
	const cwd = await findWorkspace(request.cwd, world.cwd);
	const { settings } = await loadConfig(paths, cwd);
	const { launch, missing } = await chooseAgent(request, { workspace: cwd, settings, world });
	if (missing !== null) throw new UsageError(missing);
	const sandbox = await sandboxFor(launch, { cwd, settings, world });
	const persistence = persistenceFor(settings.persistence, { isOff: false, env });
	const isStatePersisted = persistsState(persistence);
	const log = persistence.log ? createLog({ file: paths.logFile, level: 'info' }) : NO_LOG;
	const guard = createProcessGuard();
	const temporary = createTemporaryFolder(guard);
	const layers = isStatePersisted ? createTemporaryFolder(guard, join(paths.stateDir, 'layers')) : temporary;
	const credentials = createCredentials(paths.credentialsFile);
	const surroundings = {
		env,
		workspace: cwd,
		additionalDirectories: [],
		home,
		stateDir: isStatePersisted ? paths.stateDir : temporary.path,
	};
	let added: Readonly<Record<string, string>> = {};
	const prepare = createLaunchPreparation(() => surroundings, {
		load: async (name) => {
			const kept = await credentials.load(name);
			return kept.ok ? { ok: true, value: { ...kept.value, env: { ...kept.value.env, ...added } } } : kept;
		},
	});
	let connection: AgentConnection | null = null;
	let status: AuthStatus | null = null;
	let { name: title } = launch;
	const confine = createConfine({
		workspace: cwd,
		world,
		folders: { list: () => [] },
		isPersisted: true,
		temporary: temporary.path,
		layers: layers.path,
		shadowView: null,
	});
	const port = createAgentPort({ clientVersion: world.version, prepare, confine, guard });
	const host: AgentHost = {
		...refusingHost('acp-tui only signs in now.'),
		onStderr: (line) => log.write('debug', 'agent stderr', { line }),
		onAuthAddress: onAddress,
		...defined({ elicit }),
		onAuthStatus: (next) => {
			status = next;
		},
	};
	const stop = async (): Promise<void> => {
		const running = connection;
		connection = null;
		await running?.close();
	};
	const close = async (): Promise<void> => {
		await stop();
		await Promise.all([temporary.remove(), layers.remove()]);
		guard.close();
		await log.close();
	};
	hooks.close = close;
	return {
		launch,
		cwd,
		credentials,
		credentialsName: credentialsName(launch),
		terminal: createTerminalSignIn({ prepare, cwd, confine, terminal: ownTerminal(), guard }),
		sandbox,
		isPlanMode: settings.mode === 'plan',
		async start(more = {}) {
			await stop();
			added = more;
			status = null;
			const canAsk = hasTerminal && elicit !== undefined;
			const elicitation = { form: canAsk, url: canAsk };
			const features = { files: false, terminals: false, terminalSignIn: hasTerminal, elicitation };
			const handshakeTimeout = Math.round(settings.limits.handshakeSeconds * 1000);
			const connected = await port.connect(launch, { cwd, features, sandbox, handshakeTimeout, signal }, host);
			if (connected.ok) {
				connection = connected.value;
				({ title } = connected.value.info);
			}
			return connected;
		},
		stop,
		title: () => title,
		status: () => status,
		remember: async (isSignedIn) => {
			if (isStatePersisted) await rememberSignIn(paths.agentFactsFile, launch, isSignedIn);
		},
		close,
	};
}

function ownTerminal(): OuterTerminal {
	return { keys: process.stdin, screen: process.stdout };
}

/** Sandbox that holds it, as in a session. Throws a UsageError where that cannot be had: nothing is started then. */
async function sandboxFor(
	launch: AgentLaunch,
	{ cwd, settings, world }: { readonly cwd: string; readonly settings: Settings; readonly world: World },
): Promise<ConfinementChoice> {
	const { env, home, paths } = world;
	const auto = (of: AgentLaunch, isSaid: boolean) => autoSandbox(of, isSaid, { paths, workspace: cwd });
	const held = await heldAs(launch, { workspace: cwd, home, env, settings, sandbox: null, auto });
	await refuseWithoutSandbox(held, cwd);
	const remembered = await loadRemembered(paths, cwd, await findOwnWorktree(paths, cwd));
	const rules = [...rulesOf(settings).map(toRule), ...remembered.rules];
	return readingSandbox({ profile: { ...plainProfile(launch), ...held }, rules });
}

/** An agent of a command line is in no list, so nothing is saved of it. */
async function rememberSignIn(file: string, { name, isCommandLine }: AgentLaunch, signedIn: boolean): Promise<void> {
	if (isCommandLine === true) return;
	const facts = createAgentFacts({ file });
	const before = (await facts.load()).find(({ launch }) => launch === name);
	const nothing = { launch: name, name: '', version: '', abilities: [] };
	await facts.save({ ...(before ?? nothing), signedIn, at: Date.now() });
}
