import type { TerminalRequest } from '../../core/agent-port.js';
import { defined } from '../../core/defined.js';
import { fail, type Result, succeed } from '../../core/failure.js';
import { detailsOf } from '../../core/policy/action-details.js';
import { accessOf } from '../../core/policy/command-access.js';
import { refusalForAgent } from '../../core/policy/decide.js';
import type { ActionRequest, CommandFact, PathFact } from '../../core/policy/policy-types.js';
import { withoutLogin } from '../../core/policy/shell/invocation.js';
import type { TerminalListener, TerminalOutput, TerminalsPort } from '../../core/terminals-port.js';
import type { ExitStatus } from '../../core/tool-call.js';
import { terminalAction, terminalCommand } from '../action-request.js';
import { withFindings } from '../command-findings.js';
import { findOpenCall } from '../find-call.js';
import { authorize } from './authorize.js';
import { type ClientContext, openCalls, realWorkspace, refuseForeignSession } from './client-context.js';
import { SandboxedRuns } from './sandboxed/sandboxed-runs.js';
import { type ReportedCommand, reportSettled } from './sandboxed/settle-in-layer.js';

const LINE_SIGNS = /[\s;|&<>()$`]/;
const SHELL = '/bin/sh';
/** Requests inspected at the same time; no more commands may run at once either. */
const MOST_LOOKING = 64;
const IN_LAYER = { files: 'layer', network: false } as const;
const NOT_RUN: ExitStatus = { code: null, signal: null };

type Seen = { readonly command: CommandFact; readonly cwd: PathFact & { readonly real: string } };

type Authorized = { readonly action: ActionRequest; readonly callId: string | undefined; readonly isInLayer: boolean };

export class TerminalMethods {
	readonly #client: ClientContext;
	readonly #terminals: TerminalsPort;
	readonly #owners = new Map<string, string>();
	readonly #runs: SandboxedRuns;
	/** Commands that run by rule or read-only: their end is reported without a decision. */
	readonly #unreported = new Map<string, ReportedCommand>();
	#looking = 0;

	constructor(client: ClientContext) {
		this.#client = client;
		this.#terminals = client.ports.terminals;
		const listener: TerminalListener = {
			onData: (terminalId, data) => client.store.dispatch({ type: 'terminal-output', terminalId, data }),
			onExit: (terminalId, exit, isDiscarded) => {
				const fate = isDiscarded === true ? { isDiscarded } : {};
				client.store.dispatch({ type: 'terminal-exited', terminalId, exit, ...fate });
				const ended = this.#unreported.get(terminalId);
				if (ended !== undefined) reportSettled(client, ended, { changes: [], exit });
				this.#unreported.delete(terminalId);
			},
		};
		this.#runs = new SandboxedRuns(client, listener);
		// An agent that ignores a cancel has forgotten its terminals.
		client.store.onEvent((event) => {
			if (event.type !== 'cancel-ignored') return;
			for (const terminalId of this.#owners.keys()) void this.#runs.kill(terminalId);
		});
	}

	async create(request: TerminalRequest, signal: AbortSignal): Promise<Result<{ readonly terminalId: string }>> {
		const foreign = refuseForeignSession(this.#client, request.sessionId);
		if (foreign !== null) return foreign;
		// An inspection costs much more than a request, and further terminals are refused anyway.
		if (this.#looking >= MOST_LOOKING || this.#terminals.hasRoom?.() === false) {
			return fail('could-not-start', `${request.command} was not started: too many terminals are open.`, {
				hint: 'Release the terminals that are done, or kill one.',
			});
		}
		this.#looking += 1;
		const seen = await this.#lookAt(request).finally(() => {
			this.#looking -= 1;
		});
		if (!seen.ok) return seen;
		// The session may have been left during the inspection.
		const gone = refuseForeignSession(this.#client, request.sessionId);
		if (gone !== null) return gone;
		const begun = await this.#begin(request, seen.value, { signal, mayUseLayer: true });
		// Without a layer the user is asked as usual.
		return begun === 'no-layer' ? this.#begin(request, seen.value, { signal }) : begun;
	}

	async #begin(
		request: TerminalRequest,
		{ cwd, command }: Seen,
		options: { readonly signal: AbortSignal; readonly mayUseLayer: true },
	): Promise<Result<{ readonly terminalId: string }> | 'no-layer'>;
	async #begin(
		request: TerminalRequest,
		seen: Seen,
		options: { readonly signal: AbortSignal },
	): Promise<Result<{ readonly terminalId: string }>>;
	async #begin(
		request: TerminalRequest,
		{ cwd, command }: Seen,
		options: { readonly signal: AbortSignal; readonly mayUseLayer?: true },
	): Promise<Result<{ readonly terminalId: string }> | 'no-layer'> {
		const authorized = await this.#authorize(request, { command, cwd }, options);
		if (!authorized.ok) return authorized;
		const { action, callId, isInLayer } = authorized.value;
		const { cwd: workspace, mode } = this.#client.store.getState();
		const isReading = detailsOf(action).isReadOnlyCommand;
		const [program = request.command, ...args] = isReading
			? withoutLogin([request.command, ...request.args])
			: [request.command, ...request.args];
		// Files that git ignores may exist only in the layer, so reading commands run there.
		const isReadThere =
			isReading && options.mayUseLayer === true && this.#client.ports.commandLayer?.hasIgnored() === true;
		const sandbox =
			isInLayer || isReadThere ? IN_LAYER : accessOf(action, { mode: mode.mode, rules: this.#client.rules() });
		const created = await this.#runs.create(
			{
				sessionId: request.sessionId,
				...(command.line === undefined ? { command: program, args } : { command: SHELL, args: ['-c', command.line] }),
				env: request.env,
				cwd: cwd.real,
				...defined({ outputByteLimit: request.outputByteLimit }),
				...(isReading && !isReadThere ? { notFrom: workspace } : {}),
				...(sandbox === null ? {} : { sandbox }),
			},
			action,
		);
		if (!created.ok) return isInLayer || isReadThere ? 'no-layer' : created;
		if (!isInLayer && !isReadThere) {
			this.#unreported.set(created.value.terminalId, { command: action.title, because: isReading ? 'read' : 'rule' });
		}
		return this.#started(request, created.value.terminalId, {
			command: action.title,
			cwd: cwd.real,
			...defined({ toolCallId: callId }),
		});
	}

	async #lookAt(request: TerminalRequest) {
		const { ports, store } = this.#client;
		const usual = this.#client.sessions.folderOf(request.sessionId) ?? store.getState().cwd;
		const cwd = await ports.files.inspect(request.cwd ?? usual);
		if (!cwd.isInside || cwd.real === null) {
			return fail('outside-workspace', `${cwd.given} is outside the workspace; the command was not started.`);
		}
		const workspace = await realWorkspace(this.#client);
		const isLine = await this.#isLine(request, cwd.real);
		const command = await withFindings(terminalCommand(request, cwd, isLine), workspace, ports);
		return succeed({ cwd: { ...cwd, real: cwd.real }, command });
	}

	/** Some agents send a whole shell line as the command, unless a program has that path. */
	async #isLine({ command, args, env }: TerminalRequest, cwd: string): Promise<boolean> {
		if (args.length > 0 || !LINE_SIGNS.test(command)) return false;
		return (await this.#terminals.isProgram?.({ command, cwd, env })) !== true;
	}

	async #authorize(
		request: TerminalRequest,
		{ command, cwd }: Seen,
		{ signal, mayUseLayer }: { readonly signal: AbortSignal; readonly mayUseLayer?: true },
	): Promise<Result<Authorized>> {
		const { store, grants, sessions } = this.#client;
		const call = findOpenCall(
			store.getState(),
			(candidate) => candidate.kind === 'execute' && candidate.terminals.length === 0,
		);
		const action = sessions.named(request.sessionId, terminalAction(request, command, call?.id));
		const granted = grants.takeCommand(command, cwd);
		const isGranted = granted?.by === 'user';
		const isOther = granted === null && grants.hasCommand(openCalls(this.#client));
		const grant = {
			isGranted,
			wasHooked: granted !== null,
			...(isOther
				? { because: 'this is not the command, folder or environment that was allowed before' }
				: defined({ mayUseLayer })),
		};
		const authorization = await authorize(this.#client, action, grant, signal);
		// The grant belongs to the call in which it was given.
		if (authorization.isOpen) {
			return succeed({ action, callId: granted?.toolCallId, isInLayer: authorization.isInLayer === true });
		}
		reportSettled(this.#client, { command: action.title, because: 'denied' }, { changes: [], exit: NOT_RUN });
		const { mode, rules } = store.getState();
		return fail('denied', refusalForAgent(authorization.verdict, action, { mode: mode.mode, rules }));
	}

	async #started(
		request: TerminalRequest,
		terminalId: string,
		facts: { readonly command: string; readonly cwd: string; readonly toolCallId?: string },
	) {
		const left = refuseForeignSession(this.#client, request.sessionId);
		if (left !== null) {
			await this.#runs.release(terminalId);
			return left;
		}
		this.#owners.set(terminalId, request.sessionId);
		this.#client.store.dispatch({ type: 'terminal-started', terminalId, ...facts, ours: true });
		return succeed({ terminalId });
	}

	async output(sessionId: string, terminalId: string): Promise<Result<TerminalOutput>> {
		return this.#isOwn(sessionId, terminalId) ? this.#runs.output(terminalId) : unknown(terminalId);
	}

	async waitForExit(sessionId: string, terminalId: string, signal: AbortSignal): Promise<Result<ExitStatus>> {
		return this.#isOwn(sessionId, terminalId) ? this.#runs.waitForExit(terminalId, signal) : unknown(terminalId);
	}

	async kill(sessionId: string, terminalId: string): Promise<Result<void>> {
		return this.#isOwn(sessionId, terminalId) ? this.#runs.kill(terminalId) : unknown(terminalId);
	}

	async release(sessionId: string, terminalId: string): Promise<Result<void>> {
		// Releasing twice is harmless (ACP v1 «terminal/release»).
		if (!this.#isOwn(sessionId, terminalId)) return succeed(undefined);
		this.#owners.delete(terminalId);
		const released = await this.#runs.release(terminalId);
		this.#client.store.dispatch({ type: 'terminal-released', terminalId });
		return released;
	}

	#isOwn(sessionId: string, terminalId: string): boolean {
		return this.#owners.get(terminalId) === sessionId;
	}
}

function unknown(terminalId: string): Result<never> {
	return fail('no-such-terminal', `There is no terminal ${terminalId} in this session.`);
}
