import type { AgentEvent } from './agent-event.js';
import type { AgentExit, AgentInfo, AgentLaunch, ClientFeatures, ConfigOption, StopReason } from './agent-info.js';
import type { AgentsPort } from './agents/agent-list.js';
import type { ChoicesPort } from './agents/choices.js';
import type { AgentFactsPort } from './agents/facts.js';
import type { ModelProvider } from './agents/profile.js';
import type { AskingPort } from './asking.js';
import type { ContentBlock } from './content.js';
import type { ElicitationAnswer, ElicitationRequest } from './elicitation/elicitation.js';
import type { Result } from './failure.js';
import type { CallDetails, PermissionRequest } from './permission-request.js';
import type { CommandChecksPort, RulesPort } from './policy/ports.js';
import type { PathFact, PermissionOutcome } from './policy/types.js';
import type { Confinement, ConfinementOptions } from './sandbox/confinement.js';
import type { SessionOpened, SessionParams } from './session-params.js';
import type { AgentSessions } from './sessions/agent-sessions.js';
import type { SessionLogsPort } from './sessions/ports.js';
import type { SessionIndexPort } from './sessions/session-index.js';
import type { AgentShadowPort } from './shadow/agent-shadow.js';
import type { ShellPort } from './shell-port.js';
import type { AuthStatus } from './sign-in/auth-status.js';
import type { CredentialsPort } from './sign-in/credentials.js';
import type { SignInAddress } from './sign-in/sign-in-address.js';
import type { SignInCalls } from './sign-in/sign-in-calls.js';
import type { TerminalSignInPort } from './sign-in/terminal-sign-in.js';
import type { SnapshotsPort } from './snapshots.js';
import type { SteeringAnswer } from './steering.js';
import type { TerminalOutput, TerminalsPort } from './terminals-port.js';
import type { ExitStatus, ToolCallPatch } from './tool-call.js';
import type { UsagePort } from './usage/ports.js';
import type { PromptUsage } from './usage/tokens.js';
import type { WorktreesPort } from './worktrees/ports.js';

/** Starts agents. Implemented in `agent/`. */
export type AgentPort = {
	/**
	 * Starts the process in its own group and does the handshake (`initialize`). Fails with
	 * `agent-start`, `agent-handshake` or `timed-out`; the process is gone then.
	 */
	connect(launch: AgentLaunch, options: ConnectOptions, host: AgentHost): Promise<Result<AgentConnection>>;
	/** What a tool call names in its structured fields: what may be decided about of one that no request came for. */
	callDetailsOf(call: ToolCallPatch): Promise<CallDetails>;
};

/**
 * What an agent's launch comes to on this machine: what to start, or why nothing is. Found in `services/`,
 * for `agent/` to start.
 */
export type PreparedLaunch =
	| {
			readonly type: 'ready';
			/** A file, never a name that would be looked up once more. */
			readonly command: string;
			readonly args: readonly string[];
			readonly cwd: string;
			/** All of its environment. */
			readonly env: Readonly<Record<string, string | undefined>>;
	  }
	| { readonly type: 'missing' }
	| { readonly type: 'not-executable' }
	/** Only `file`, which a repository may have brought, has the name. */
	| { readonly type: 'in-repository'; readonly file: string };

/** A launch in a sandbox. */
export type ConfinedLaunch = {
	readonly launch: Extract<PreparedLaunch, { type: 'ready' }>;
	readonly confinement: Confinement;
	/** Tells which process, outside, was started by it. */
	readonly started: (pid: number) => void;
};

/** Puts a launch into a sandbox of its own. Fails with `could-not-start` and why; nothing is left behind then. */
export type Confine = (
	launch: Extract<PreparedLaunch, { type: 'ready' }>,
	options: ConfinementOptions,
) => Promise<Result<ConfinedLaunch>>;

/** How to connect. */
export type ConnectOptions = {
	/** The workspace: where the agent starts unless its launch says otherwise. */
	readonly cwd: string;
	readonly features: ClientFeatures;
	/** Where the agent gets its models from; it is told so before anything else, where it takes that. */
	readonly provider?: ModelProvider | null;
	/** The sandbox that it runs in; absent: none. */
	readonly sandbox?: ConfinementOptions;
	/** Milliseconds until `initialize` must be answered. */
	readonly handshakeTimeout: number;
	readonly signal: AbortSignal;
};

/** A connected agent. No method throws; after the process ended they fail with `agent-exit`. */
export type AgentConnection = SignInCalls &
	AgentSessions & {
		readonly info: AgentInfo;
		/** Settles once, when the process has ended. */
		readonly exited: Promise<AgentExit>;
		newSession(params: SessionParams): Promise<Result<SessionOpened>>;
		/** One prompt turn; settles when the agent answers `session/prompt`. */
		prompt(sessionId: string, blocks: readonly ContentBlock[]): Promise<Result<TurnEnd>>;
		/**
		 * Hands the agent words for the turn that runs (`_session/steering`); it begins no turn of its own for them. Settles
		 * when the agent answers, at any time.
		 */
		steer(
			sessionId: string,
			blocks: readonly ContentBlock[],
		): Promise<Result<SteeringAnswer> & { readonly code?: number | null }>;
		cancel(sessionId: string): Promise<void>;
		setMode(sessionId: string, modeId: string): Promise<Result<void>>;
		/** Returns the options as the agent answered them. */
		setConfigOption(
			sessionId: string,
			optionId: string,
			value: string | boolean,
		): Promise<Result<readonly ConfigOption[]>>;
		/** The sandbox that it runs in; absent: none. */
		readonly confinement?: Confinement;
		/** Its process was there already, for another session of this program: they share its fate. */
		readonly isJoined?: true;
		/**
		 * A connection of its own to the same process, for a session beside this one. Fails with `cancelled` when `signal`
		 * aborted. Absent: the process is this session's alone.
		 */
		join?(host: AgentHost, signal: AbortSignal): Promise<Result<AgentConnection>>;
		/**
		 * Ends the process although other sessions share it, where the session alone cannot be ended. Absent: nobody
		 * shares it, and `close` does that.
		 */
		kill?(): Promise<AgentExit>;
		/** Ends the process group: closes standard input, SIGTERM, then SIGKILL, within three seconds. Idempotent. */
		close(): Promise<AgentExit>;
	};

/** How a prompt turn ended; `word` is the raw stop reason when it is unknown, `usage` what the agent says of its tokens. */
export type TurnEnd = { readonly reason: StopReason; readonly word?: string; readonly usage?: PromptUsage };

/** What the agent may ask of this program. Implemented in `app/` (the gate); called by `agent/`. */
export type AgentHost = {
	/** Translated updates of a session, in order. */
	onEvents(sessionId: string, events: readonly AgentEvent[]): void;
	/** Non-JSON lines on the agent's standard output since the last call. */
	onJunk(count: number): void;
	/** A line of the agent's standard error, for the log. */
	onStderr(line: string): void;
	/** What the agent says of the account that it works with. */
	onAuthStatus(status: AuthStatus): void;
	/** An address that the agent printed while it signs in: no browser may open by itself. */
	onAuthAddress(address: SignInAddress): void;
	/** Another session, whose agent is the same process, signed in or out: they work with one account. */
	onAccountChanged?(change: 'signed-in' | 'signed-out'): void;
	/** How much the session lets through unasked, from 0: whose a request is cannot always be told where several share a process. */
	looseness?(): number;
	/** A request of the agent was answered with an error, for the log. */
	onRefused(method: string, code: number, message: string): void;
	/** `signal` aborts on `$/cancel_request` and when the connection ends. */
	requestPermission(request: PermissionRequest, signal: AbortSignal): Promise<PermissionOutcome>;
	/** Asks the user what the agent wants to know; `signal` aborts as above, and when the request it belongs to is over. */
	elicit(request: ElicitationRequest, signal: AbortSignal): Promise<ElicitationAnswer>;
	/** What the user was to do at an address is done, as the agent says; the id may be any. */
	onElicitationCompleted(elicitationId: string): void;
	readTextFile(request: ReadRequest, signal: AbortSignal): Promise<Result<string>>;
	writeTextFile(request: WriteRequest, signal: AbortSignal): Promise<Result<void>>;
	createTerminal(request: TerminalRequest, signal: AbortSignal): Promise<Result<{ readonly terminalId: string }>>;
	terminalOutput(sessionId: string, terminalId: string): Promise<Result<TerminalOutput>>;
	waitForTerminalExit(sessionId: string, terminalId: string, signal: AbortSignal): Promise<Result<ExitStatus>>;
	killTerminal(sessionId: string, terminalId: string): Promise<Result<void>>;
	releaseTerminal(sessionId: string, terminalId: string): Promise<Result<void>>;
};

/** `fs/read_text_file`; `line` counts from 1, both optional. */
export type ReadRequest = {
	readonly sessionId: string;
	readonly path: string;
	readonly line?: number;
	readonly limit?: number;
	/** The quirks table says that a missing file must read as empty. */
	readonly isMissingEmpty: boolean;
};

/** `fs/write_text_file`. */
export type WriteRequest = { readonly sessionId: string; readonly path: string; readonly content: string };

/** `terminal/create`: `command` and `args` as they are, never joined into a shell line. */
export type TerminalRequest = {
	readonly sessionId: string;
	readonly command: string;
	readonly args: readonly string[];
	readonly env: readonly { readonly name: string; readonly value: string }[];
	readonly cwd?: string;
	/** Bytes of output to keep; the oldest is dropped, at a character boundary. */
	readonly outputByteLimit?: number;
};

/** Files inside the workspace. Implemented in `services/`. */
export type FilesPort = {
	/** Gathers the facts of a path: absolute, links resolved on the deepest existing part. Never fails. */
	inspect(path: string): Promise<PathFact>;
	/**
	 * Reads text. `real` is where the path led when it was decided about: when it leads elsewhere by now nothing is read.
	 * Fails with `outside-workspace`, `not-found`, `too-large`, `not-text`, `not-a-file`, `no-permission`, `invalid`.
	 */
	read(
		path: string,
		options?: { readonly line?: number; readonly limit?: number; readonly real?: string | null },
	): Promise<Result<string>>;
	/**
	 * The links that a shell may put in place of an absolute pattern; null where that is too much to look at, and
	 * where a name begins with a dash.
	 */
	linksBehind?(pattern: string): Promise<readonly string[] | null>;
	/** Writes atomically, making folders; `real` as for `read`. Fails like it, and with `disk-full`. */
	write(path: string, content: string, real?: string | null): Promise<Result<void>>;
};

/** The folders beside the workspace that agents may work in as well. Implemented in `services/`. No method throws. */
export type FoldersPort = {
	/** Resolved, none inside another or the workspace. Another list whenever one was added, else the same. */
	list(): readonly string[];
	/** Adds one: absolute, relative to the workspace, or `~/…`. Fails with `usage` and why. */
	add(path: string): Promise<Result<AddedFolder>>;
	/** Those that cannot be worked in at the moment (removed, unmounted, not allowed), each with why. */
	unusable(): Promise<readonly { readonly folder: string; readonly because: string }[]>;
};

/** What came of adding a folder. */
export type AddedFolder = {
	/** All of them now. */
	readonly directories: readonly string[];
	/** Resolved; null when it is part of another. */
	readonly added: string | null;
	/** What the user should know: which folder is part of which. */
	readonly note: string | null;
};

/**
 * Ends process groups that outlive this program, whatever way it ended. Implemented in `services/`; no
 * method throws. A group is its leader's number. A process that has to stay in the program's own group is added by
 * its own number: it is ended with what it started.
 */
export type ProcessGuard = {
	/** Call it as soon as the leader runs. */
	add(group: number): void;
	/** Call it when nobody of the group is left: the number may be somebody else's soon. */
	remove(group: number): void;
};

/** Facts of the workspace that are shown: the git branch, looked up without running git hooks. */
export type WorkspacePort = {
	branch(): Promise<string | null>;
	/** Whether this folder is there, wherever it is; absent: nobody knows. */
	hasFolder?(path: string): Promise<boolean>;
};

/** The log file. Values are plain facts; secrets never reach it. */
export type LogPort = {
	write(level: 'debug' | 'info' | 'warn' | 'error', what: string, facts?: Readonly<Record<string, unknown>>): void;
};

/** Time, so that tests own it. `after` returns a function that calls the timer off. */
export type ClockPort = { now(): number; after(milliseconds: number, run: () => void): () => void };

/** Unique ids. */
export type IdPort = { next(prefix: string): string };

/** Everything that the app needs of the world. */
export type Ports = {
	readonly agent: AgentPort;
	/** Absent: nobody is there to choose another agent. */
	readonly agents?: AgentsPort;
	readonly files: FilesPort;
	/** Files as the agent sees them, where it works on a view of the workspace; absent: it always sees `files`. */
	readonly agentFiles?: FilesPort;
	/** Absent: no agent works on a view of the workspace. */
	readonly shadow?: AgentShadowPort;
	/** Absent: there is the workspace alone. */
	readonly folders?: FoldersPort;
	readonly terminals: TerminalsPort;
	/** Terminals of their own, for a session beside this one; absent: it gets none. */
	readonly terminalsBeside?: () => TerminalsPort;
	/** Absent: git never counts as reading, and programs are taken for what their names say. */
	readonly commandChecks?: CommandChecksPort;
	/** Absent: nobody is there to run anything themselves. */
	readonly shell?: ShellPort;
	readonly workspace: WorkspacePort;
	/** Absent: nobody is there to look after git worktrees. */
	readonly worktrees?: WorktreesPort;
	/** Absent: nothing is kept, so nothing is watched or taken back. */
	readonly snapshots?: SnapshotsPort;
	readonly rules: RulesPort;
	/** Absent: no keys are kept. */
	readonly credentials?: CredentialsPort;
	/** Absent: there is no terminal to sign in on. */
	readonly terminalSignIn?: TerminalSignInPort;
	/** Absent: what an agent shows about asking holds for this session alone. */
	readonly asking?: AskingPort;
	/** Absent: nothing that is chosen of an agent is kept. */
	readonly choices?: ChoicesPort;
	/** Absent: nothing is kept of what agents can do. */
	readonly agentFacts?: AgentFactsPort;
	/** Absent: sessions are not kept. */
	readonly sessionLogs?: SessionLogsPort;
	/** Absent: there is no list of older sessions. */
	readonly sessionIndex?: SessionIndexPort;
	/** Absent: sessions are not kept, so there are no figures of others. */
	readonly usage?: UsagePort;
	readonly log: LogPort;
	readonly clock: ClockPort;
	/** A random number from 0 to 1; absent: 0. */
	readonly chance?: () => number;
	readonly ids: IdPort;
};
