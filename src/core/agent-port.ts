import type { AgentEvent } from './agent-event.js';
import type { AgentExit, AgentInfo, AgentLaunch, ClientFeatures, ConfigOption, StopReason } from './agent-info.js';
import type { NetworkJudge } from './agent-network.js';
import type { ModelProvider } from './agents/profile.js';
import type { ContentBlock } from './content.js';
import type { ElicitationAnswer, ElicitationRequest } from './elicitation/elicitation.js';
import type { Result } from './failure.js';
import type { CallDetails, PermissionRequest } from './permission-request.js';
import type { PermissionOutcome } from './policy/policy-types.js';
import type { Confinement, ConfinementChoice, ConfinementOptions } from './sandbox/confinement.js';
import type { SessionOpened, SessionParams } from './session-params.js';
import type { AgentSessions } from './sessions/agent-sessions.js';
import type { AuthStatus } from './sign-in/auth-status.js';
import type { SignInAddress } from './sign-in/sign-in-address.js';
import type { SteeringAnswer } from './steering-event.js';
import type { TerminalOutput, TerminalSpawn } from './terminals-port.js';
import type { ExitStatus, ToolCallPatch } from './tool-call.js';
import type { PromptUsage } from './usage/tokens.js';

export type AgentPort = {
	/** In a process group of its own. Fails with `agent-start`, `agent-handshake`, `timed-out`; no process is left then. */
	connect(launch: AgentLaunch, options: ConnectOptions, host: AgentHost): Promise<Result<AgentConnection>>;
	/** Details from structured fields, to decide about a call without a permission request. */
	callDetailsOf(call: ToolCallPatch): Promise<CallDetails>;
};

/** Prepared launch of an agent on this machine, or why there is none. Made in `services/` for `agent/`. */
export type PreparedLaunch =
	| {
			readonly type: 'ready';
			/** A path, never a name that would be looked up once more. */
			readonly command: string;
			readonly args: readonly string[];
			readonly cwd: string;
			readonly env: Readonly<Record<string, string | undefined>>;
	  }
	| { readonly type: 'missing' }
	| { readonly type: 'not-executable' }
	/** The only file of that name is `file`, which a repository may have brought. */
	| { readonly type: 'in-repository'; readonly file: string };

export type ConfinedLaunch = {
	readonly launch: Extract<PreparedLaunch, { type: 'ready' }>;
	readonly confinement: Confinement;
	readonly started: (pid: number) => void;
};

/** Puts a launch into a sandbox of its own. Fails with `could-not-start` and why; nothing is left behind then. */
export type Confine = (
	launch: Extract<PreparedLaunch, { type: 'ready' }>,
	options: ConfinementOptions,
	/** Absent: only the agent's own hosts are reached. */
	judge?: NetworkJudge,
) => Promise<Result<ConfinedLaunch>>;

export type ConnectOptions = {
	/** The workspace, where the agent starts unless its launch says otherwise. */
	readonly cwd: string;
	readonly features: ClientFeatures;
	/** Model provider, set before anything else where the agent takes one. */
	readonly provider?: ModelProvider | null;
	readonly sandbox: ConfinementChoice;
	/** Milliseconds until `initialize` must be answered. */
	readonly handshakeTimeout: number;
	readonly signal: AbortSignal;
};

/** A connected agent. No method throws; after the process ended they fail with `agent-exit`. */
export type AgentConnection = SignInCalls &
	AgentSessions & {
		readonly info: AgentInfo;
		readonly exited: Promise<AgentExit>;
		newSession(params: SessionParams): Promise<Result<SessionOpened>>;
		prompt(sessionId: string, blocks: readonly ContentBlock[]): Promise<Result<TurnEnd>>;
		/** `_session/steering`: words for the running turn; begins none. Settles when the agent answers, at any time. */
		steer(
			sessionId: string,
			blocks: readonly ContentBlock[],
		): Promise<Result<SteeringAnswer> & { readonly code?: number | null }>;
		cancel(sessionId: string): Promise<void>;
		setMode(sessionId: string, modeId: string): Promise<Result<void>>;
		setConfigOption(
			sessionId: string,
			optionId: string,
			value: string | boolean,
		): Promise<Result<readonly ConfigOption[]>>;
		readonly confinement?: Confinement;
		/** Shares the process, and its fate, with another session of this program. */
		readonly isJoined?: true;
		/** Connects a second session to the same process; absent: the process is this session's alone. */
		join?(host: AgentHost, signal: AbortSignal): Promise<Result<AgentConnection>>;
		/** Ends the process although other sessions share it. Absent: nobody shares it, and `close` does that. */
		kill?(): Promise<AgentExit>;
		/** Ends the process group: closes standard input, SIGTERM, then SIGKILL, within three seconds. Idempotent. */
		close(): Promise<AgentExit>;
	};

/** End of a prompt turn; `word` is the raw stop reason when unknown, `usage` what the agent says of its tokens. */
export type TurnEnd = { readonly reason: StopReason; readonly word?: string; readonly usage?: PromptUsage };

/** Requests that the agent may make of this program. Implemented in `app/` (the gate); called by `agent/`. */
export type AgentHost = {
	onEvents(sessionId: string, events: readonly AgentEvent[]): void;
	onJunk(count: number): void;
	onStderr(line: string): void;
	onAuthStatus(status: AuthStatus): void;
	/** Address that the agent printed while it signs in: no browser may open by itself. */
	onAuthAddress(address: SignInAddress): void;
	/** Reports that another session on the same process signed in or out: they share the account. */
	onAccountChanged?(change: 'signed-in' | 'signed-out'): void;
	looseness?(): number;
	readonly connections?: NetworkJudge;
	/** Unknown notification, for the log: the protocol lets vendors send their own. */
	onIgnored(method: string): void;
	onRefused(method: string, code: number, message: string): void;
	/** `signal` aborts on `$/cancel_request` and when the connection ends. */
	requestPermission(request: PermissionRequest, signal: AbortSignal): Promise<PermissionOutcome>;
	/** `signal` aborts as above, and when the request that it belongs to is over. */
	elicit(request: ElicitationRequest, signal: AbortSignal): Promise<ElicitationAnswer>;
	/** `elicitation/complete`; the id may be any. */
	onElicitationCompleted(elicitationId: string): void;
	readTextFile(request: ReadRequest, signal: AbortSignal): Promise<Result<string>>;
	writeTextFile(request: WriteRequest, signal: AbortSignal): Promise<Result<void>>;
	createTerminal(request: TerminalRequest, signal: AbortSignal): Promise<Result<{ readonly terminalId: string }>>;
	terminalOutput(sessionId: string, terminalId: string): Promise<Result<TerminalOutput>>;
	waitForTerminalExit(sessionId: string, terminalId: string, signal: AbortSignal): Promise<Result<ExitStatus>>;
	killTerminal(sessionId: string, terminalId: string): Promise<Result<void>>;
	releaseTerminal(sessionId: string, terminalId: string): Promise<Result<void>>;
};

export type ReadRequest = {
	readonly sessionId: string;
	readonly path: string;
	readonly line?: number;
	readonly limit?: number;
};

export type WriteRequest = { readonly sessionId: string; readonly path: string; readonly content: string };

/** `terminal/create`: `command` and `args` as they are, never joined into a shell line. */
export type TerminalRequest = Pick<TerminalSpawn, 'sessionId' | 'command' | 'args' | 'env' | 'outputByteLimit'> & {
	readonly cwd?: string;
};

/** Sign-in methods of a connected agent. No method throws; after the process ended they fail with `agent-exit`. */
export type SignInCalls = {
	/** Signs in by a method of type `agent`, in minutes. Aborting fails with `cancelled`. No failure repeats `apiKey`. */
	authenticate(methodId: string, options: { readonly apiKey?: string }, signal: AbortSignal): Promise<Result<void>>;
	/** Fails with `usage`, and sends nothing, where the agent has no `logout`. Its sessions may be refused afterwards. */
	logout(): Promise<Result<void>>;
	/** Asks for the account where possible (`auth/status`), else returns the last report; null: none. */
	authStatus(): Promise<Result<AuthStatus | null>>;
};
