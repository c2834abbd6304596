import type { AgentInfo } from '../../core/agent-info.js';
import type { AgentConnection } from '../../core/agent-port.js';
import { defined } from '../../core/defined.js';
import { type Failure, type Result, succeed } from '../../core/failure.js';
import { serversFor } from '../../core/mcp/server.js';
import type { OpeningStrategy } from '../../core/resuming/resuming.js';
import type { SessionState } from '../../core/session/state.js';
import type { SessionParams } from '../../core/session-params.js';
import type { AgentSessionOptions } from '../agent-session-options.js';
import { mcpNote } from '../given-mcp.js';
import type { ModeSwitches } from '../mode-switches.js';
import { systemPromptFor } from '../prompt-blocks.js';
import { setUpSession } from '../session-setup.js';
import type { OpeningStrategies, ResumedSession } from './opening-strategies.js';

export type OpenerOptions = Pick<
	AgentSessionOptions,
	'ports' | 'store' | 'updates' | 'questions' | 'cwd' | 'isHeadless' | 'resumePatience' | 'retry'
> & { readonly connection: () => AgentConnection | null; readonly switches: ModeSwitches };

type Opened = Pick<ResumedSession, 'opened'> & Partial<ResumedSession>;
type OpenedOn = { readonly strategy: OpeningStrategy; readonly result: Result<Opened> };

export class SessionOpener {
	readonly #options: OpenerOptions;
	/** Closed when another session takes its place. */
	#openSessionId: string | null = null;
	/** Counter: a session that was overtaken by another is closed. */
	#opening = 0;
	#strategies: OpeningStrategies | null = null;
	#left = new AbortController();
	#setup: Promise<void> | null = null;

	constructor(options: OpenerOptions) {
		this.#options = options;
	}

	agentReplaced(): void {
		this.#left.abort();
		this.#setup = null;
		this.#openSessionId = null;
		this.#strategies = null;
	}

	/** Settles when the session is set up; null when there is nothing to wait for. */
	pending(): Promise<void> | null {
		return this.#setup ?? this.#options.updates().history.pending();
	}

	stopResuming(): void {
		this.#strategies?.stop();
	}

	async open(): Promise<void> {
		const { ports, cwd } = this.#options;
		const connection = this.#options.connection();
		if (connection === null) return;
		this.#opening += 1;
		this.#left.abort();
		this.#left = new AbortController();
		const opening = this.#opening;
		const { resuming } = this.#options.store.getState();
		const left = this.#openSessionId;
		// Agents may free a closed session: it stays open until it is forked.
		const isForked = left !== null && resuming?.isFork === true && resuming.sessionId === left;
		if (!isForked) this.#leave(connection, left);
		await ports.terminals.closeAll();
		const additionalDirectories = ports.folders.list();
		const mcpServers = serversFor(this.#options.store.getState().profile.mcpServers, connection.info.mcp);
		const systemPrompt = systemPromptFor(this.#options.store.getState());
		const { strategy, result } = await this.#openOn(connection, {
			cwd,
			additionalDirectories,
			mcpServers,
			systemPrompt,
		});
		if (this.#options.connection() !== connection) return;
		if (this.#opening !== opening) {
			if (result.ok) this.#closeOvertaken(connection, result.value.opened.sessionId);
			return;
		}
		this.#strategies = null;
		if (result.ok && isForked) this.#leave(connection, left);
		if (result.ok) await this.#opened(connection.info, result.value, additionalDirectories);
		else this.#failed(strategy, result.failure);
	}

	/** Not if the overtaking session is the same one. */
	#closeOvertaken(connection: AgentConnection, sessionId: string): void {
		const { resuming } = this.#options.store.getState();
		const isWanted =
			sessionId === this.#openSessionId || (resuming?.isFork === false && sessionId === resuming.sessionId);
		if (!isWanted) connection.closeSession(sessionId).catch(this.#logged('closeSession'));
	}

	#leave(connection: AgentConnection, sessionId: string | null): void {
		this.#openSessionId = null;
		if (sessionId !== null) connection.closeSession(sessionId).catch(this.#logged('closeSession'));
	}

	/** Reports a failure, which may be retried. The end of the process is an event of its own. */
	#failed(strategy: OpeningStrategy, failure: Failure): void {
		const { ports, retry, store } = this.#options;
		if (failure.code === 'agent-exit') return;
		if (failure.code !== 'auth-required') {
			store.dispatch({ type: 'open-failed', strategy, failure, retry: { ...retry, chance: ports.chance() } });
			if (store.getState().reopening?.isOver !== true) return;
		}
		store.dispatch({ type: 'agent-failed', failure });
	}

	async #opened(info: AgentInfo, taken: Opened, additionalDirectories: readonly string[]): Promise<void> {
		const { ports, updates, store } = this.#options;
		const { opened, resumed, failures: resumeFailures, unreached } = taken;
		const { sessionId, modes, options, mcpRefusal } = opened;
		this.#openSessionId = sessionId;
		const isAdded = additionalDirectories !== ports.folders.list();
		// A folder was added meanwhile: nobody has used the new session yet.
		if (isAdded && resumed === undefined && info.takesAdditionalDirectories) return this.open();
		const since = missingSince(this.#options.store.getState(), taken);
		const how = defined({ mcpRefusal, resumed, resumeFailures, unreached });
		// Updates before the answer come before the first prompt.
		store.dispatch({ type: 'session-opened', sessionId, modes, options, isMoreComing: true, ...how });
		this.#noteDirectories(info, additionalDirectories);
		const words = mcpNote(this.#options.store.getState().profile.mcpServers, info, mcpRefusal);
		if (words !== null) store.dispatch({ type: 'note', level: 'warning', ...words });
		if (resumed === 'load' || resumed === 'resume') updates().history.open(sessionId);
		else updates().history.end();
		updates().opened(sessionId);
		await this.#setUp(sessionId, since);
	}

	async #openOn(connection: AgentConnection, params: SessionParams): Promise<OpenedOn> {
		const { resuming } = this.#options.store.getState();
		if (resuming === undefined) {
			const opened = await connection.newSession(params);
			return { strategy: 'new', result: opened.ok ? succeed({ opened: opened.value }) : opened };
		}
		const { history } = this.#options.updates();
		// Loaded only for resuming.
		const [module] = await Promise.all([import('./opening-strategies.js'), history.prepare()]);
		this.#strategies = new module.OpeningStrategies(this.#options, connection, params, resuming);
		const taken = await this.#strategies.run();
		const { result } = taken;
		// Some agents answer before they replay the history.
		if (result.ok && result.value.resumed !== 'new') await history.answered(result.value.resumed === 'load');
		return taken;
	}

	/** Prompts wait for it. */
	async #setUp(sessionId: string, missing: number | null): Promise<void> {
		const { isHeadless, switches, store } = this.#options;
		const setOption = async (optionId: string, value: string | boolean): Promise<void> => {
			void switches.setOption(sessionId, { optionId, value });
			await switches.pending();
		};
		const setup = setUpSession({ sessionId, store, setOption, isUnattended: isHeadless }).then(async (failure) => {
			// Queued prompts go after the briefing was settled.
			if (failure === null && missing !== null) {
				const { brief } = await import('./offer-briefing.js');
				await brief({ ...this.#options, signal: this.#left.signal }, missing);
			}
			return failure;
		});
		// Waiting callers continue only after the result was reported.
		const reported = setup.then((failure) => {
			if (this.#setup === reported) this.#setup = null;
			if (store.getState().sessionId !== sessionId) return;
			store.dispatch(failure === null ? { type: 'session-ready' } : { type: 'agent-failed', failure });
		});
		this.#setup = reported;
		await reported;
	}

	/** An agent that does not know of the folders can still be asked to work in them. */
	#noteDirectories({ title, takesAdditionalDirectories }: AgentInfo, folders: readonly string[]): void {
		if (folders.length === 0 || takesAdditionalDirectories) return;
		this.#options.store.dispatch({
			type: 'note',
			level: 'info',
			title: `${title} does not support additional directories, so it does not know about them.`,
			detail: folders.join('\n'),
			hint: 'it can still read and edit files there when a prompt names them by their full path',
		});
	}

	#logged(what: string): (error: unknown) => void {
		return (error) => this.#options.ports.log.write('error', 'effect failed', { effect: what, error });
	}
}

/** Number of the first entry that the opened session does not know; null: it knows all. */
function missingSince(state: SessionState, { opened, resumed }: Opened): number | null {
	if (resumed === undefined) return null;
	if (resumed === 'new') return 0;
	const { unreached, resuming, missing } = state;
	if (unreached?.sessionId === opened.sessionId) return unreached.since;
	// The briefing was not given so far, and is asked for only now.
	return resuming?.fallback === 'briefing' && missing?.isBriefed !== true ? (missing?.since ?? null) : null;
}
