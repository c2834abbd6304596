import type { AgentEvent } from './agent-event.js';
import type { AgentExit, AgentInfo, AgentLaunch, ClientFeatures, ConfigOption, StopReason } from './agent-info.js';
import type { ModelProvider } from './agents/profile.js';
import type { ContentBlock } from './content.js';
import type { ElicitationAnswer, ElicitationRequest } from './elicitation/elicitation.js';
import type { Result } from './failure.js';
import type { NetworkJudge } from './network/network.js';
import type { CallDetails, PermissionRequest } from './permission-request.js';
import type { PermissionOutcome } from './policy/types.js';
import type { Confinement, ConfinementChoice, ConfinementOptions } from './sandbox/confinement.js';
import type { SessionOpened, SessionParams } from './session-params.js';
import type { AgentSessions } from './sessions/agent-sessions.js';
import type { AuthStatus } from './sign-in/auth-status.js';
import type { SignInAddress } from './sign-in/sign-in-address.js';
import type { SignInCalls } from './sign-in/sign-in-calls.js';
import type { SteeringAnswer } from './steering.js';
import type { TerminalOutput } from './terminals-port.js';
import type { ExitStatus, ToolCallPatch } from './tool-call.js';
import type { PromptUsage } from './usage/tokens.js';

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
	/** Decides about its connections; absent: it reaches nothing but its own hosts. */
	judge?: NetworkJudge,
) => Promise<Result<ConfinedLaunch>>;

/** How to connect. */
export type ConnectOptions = {
	/** The workspace: where the agent starts unless its launch says otherwise. */
	readonly cwd: string;
	readonly features: ClientFeatures;
	/** Where the agent gets its models from; it is told so before anything else, where it takes that. */
	readonly provider?: ModelProvider | null;
	/** The sandbox that it runs in, or why in none. */
	readonly sandbox: ConfinementChoice;
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
	/** Decides about the connections of a sandbox whose network asks. */
	readonly connections?: NetworkJudge;
	/** A notification that this client does not know, for the log: the protocol lets vendors send their own. */
	onIgnored(method: string): void;
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
