import { isModeOption } from '../../core/agent-modes.js';
import type { AgentConnection } from '../../core/agent-port.js';
import type { AppEvent } from '../../core/event.js';
import { fail } from '../../core/failure.js';
import type { Ports } from '../../core/ports.js';
import type { Prompt } from '../../core/prompt-schema.js';
import type { Resuming } from '../../core/resuming/resuming.js';
import { looserAgentMode, strictAgentMode } from '../../core/session/modes/agent-mode.js';
import { agentPlanMode } from '../../core/session/modes/mode.js';
import type { SessionState } from '../../core/session/state.js';
import { briefing } from '../../core/sessions/briefing.js';
import type { SideQuestion } from '../../core/side-question/side-question.js';
import type { TurnUsage } from '../../core/usage/turn-usage.js';
import type { AppOptions, SideApp } from '../app-options.js';
import { SideConnection, type Undeleted } from './side-connection.js';
import { SIDE_QUESTION, staysLoose } from './side-question-messages.js';
import { type AskedQuestion, sideQuestionOf } from './side-state.js';

/** `changed`: options that differ from this session's. */
export type OpenSideApp = (changed: Partial<AppOptions>, ports: Ports) => SideApp;

type SideSessionParts = {
	readonly id: string;
	readonly ports: Ports;
	readonly openSideApp: OpenSideApp;
	readonly main: SessionState;
	readonly connection: AgentConnection;
	readonly changed: (question: SideQuestion) => void;
	readonly counted: (turn: TurnUsage) => void;
};

/** Milliseconds of silence while forking, after which a new session with a briefing is opened. */
const FORK_PATIENCE = 20_000;
const NOTHING = { amount: 0, currency: 'USD' };
/** Milliseconds for a stopped answer before its session is closed. */
const CANCEL_PATIENCE = 1000;

/**
 * Session of a side question on the conversation's agent: a fork where possible, else a new session with a briefing. It
 * is in plan mode and headless: questions are refused. Nothing is saved.
 */
export class SideSession {
	readonly #parts: SideSessionParts;
	readonly #app: SideApp;
	readonly #connection: SideConnection;
	readonly #briefing: string;
	#asked: AskedQuestion;
	#shown: SideQuestion | null = null;
	#lastTurn: TurnUsage | undefined;
	#closing: Promise<readonly Undeleted[]> | null = null;

	constructor(parts: SideSessionParts, prompt: Prompt) {
		const { ports, main, connection, openSideApp } = parts;
		this.#parts = parts;
		this.#asked = { ...askedNow(parts, prompt), firstPrompt: prompt.id };
		this.#briefing = briefing(main);
		this.#connection = new SideConnection(connection);
		this.#app = openSideApp(optionsFor(main), sidePorts(ports, this.#connection));
		this.#app.onEvent((event) => this.#follow(event));
		this.#app.subscribe(() => this.#publish());
		this.#app.dispatch({ type: 'resume-begun', resuming: resumingFor(main, this.#briefing !== '') });
		this.#app.dispatch({ type: 'prompt', prompt: sidePrompt(prompt) });
		this.#app.start();
	}

	get isOpen(): boolean {
		const { phase } = this.#app.getState().connection;
		return this.#closing === null && this.#asked.givenUp === null && phase !== 'failed' && phase !== 'exited';
	}

	get opened(): readonly string[] {
		return this.#connection.opened;
	}

	/** Queued behind a running answer. */
	ask(prompt: Prompt): void {
		const { firstPrompt, hasBriefing } = this.#asked;
		this.#asked = { ...askedNow(this.#parts, prompt), firstPrompt, hasBriefing };
		this.#app.dispatch({ type: 'prompt', prompt: sidePrompt(prompt) });
	}

	/** Also drops queued questions. */
	stop(): void {
		for (const { id } of this.#app.getState().queue) this.#app.dispatch({ type: 'queue-remove', promptId: id });
		this.#app.dispatch({ type: 'cancel' });
		this.#publish();
	}

	/** Returns the sessions left at the agent, and why. */
	close(): Promise<readonly Undeleted[]> {
		this.#closing ??= this.#close();
		return this.#closing;
	}

	/** Leaves the process without waiting for the agent. */
	async leave(): Promise<void> {
		await this.#app.close();
	}

	async #close(): Promise<readonly Undeleted[]> {
		this.#asked = { ...this.#asked, isClosed: true };
		this.stop();
		await this.#turnEnded();
		const undeleted = await this.#connection.end();
		await this.#app.close();
		return undeleted;
	}

	/** Settles when no turn runs, at the latest after {@link CANCEL_PATIENCE}. */
	#turnEnded(): Promise<void> {
		const isOver = (): boolean => this.#app.getState().turn === null;
		if (isOver()) return Promise.resolve();
		return new Promise((resolve) => {
			const done = (): void => {
				stopTimer();
				unsubscribe();
				resolve();
			};
			const stopTimer = this.#parts.ports.clock.after(CANCEL_PATIENCE, done);
			const unsubscribe = this.#app.subscribe(() => {
				if (isOver()) done();
			});
		});
	}

	#follow(event: AppEvent): void {
		const state = this.#app.getState();
		// Stays in plan mode whatever the agent reports.
		if (state.mode.mode !== 'plan') this.#app.dispatch({ type: 'set-mode', mode: 'plan' });
		// Questions asked during a stop go out after it.
		if (state.turn === null && state.isQueuePaused) this.#app.dispatch({ type: 'queue-resume' });
		if (event.type === 'session-opened') this.#begin(state);
		if (event.type === 'effect-failed') this.#checkMode(state);
		const turn = state.usageSoFar?.turns.at(-1);
		if (turn === undefined || turn === this.#lastTurn) return;
		this.#lastTurn = turn;
		this.#parts.counted(turn);
	}

	/** Before the first prompt: the briefing, and a mode that asks. */
	#begin(state: SessionState): void {
		// Agents (Claude Code) count a fork's cost from nothing: its first sum is all its own.
		if (state.resumed === 'resume') this.#app.dispatch({ type: 'usage', usage: { used: 0, size: 0, cost: NOTHING } });
		if (state.resumed === 'new' && this.#briefing !== '') {
			this.#asked = { ...this.#asked, hasBriefing: true };
			this.#app.dispatch({ type: 'briefing-given', text: this.#briefing });
		}
		if (agentPlanMode(state) !== null || looserAgentMode(state) === null) return;
		const asking = strictAgentMode(state);
		const option = state.agentModes === null ? state.configOptions.find(isModeOption) : undefined;
		if (asking === null) this.#giveUp(state);
		else if (option === undefined) this.#app.dispatch({ type: 'set-agent-mode', modeId: asking });
		else this.#app.dispatch({ type: 'set-config-option', optionId: option.id, value: asking });
	}

	/** An agent that stays in an unasking mode is asked nothing. */
	#checkMode(state: SessionState): void {
		if (looserAgentMode(state) !== null) this.#giveUp(state);
	}

	#giveUp(state: SessionState): void {
		const agent = state.agent?.title ?? state.profile.launch.name;
		const message = staysLoose(agent, looserAgentMode(state) ?? '');
		this.#asked = { ...this.#asked, givenUp: { code: 'denied', message } };
		this.stop();
	}

	#publish(): void {
		const { changed, ports } = this.#parts;
		this.#shown = sideQuestionOf(this.#app.getState(), this.#asked, this.#shown, ports.clock.now());
		changed(this.#shown);
	}
}

function askedNow({ id, ports }: SideSessionParts, prompt: Prompt): AskedQuestion {
	return {
		id,
		firstPrompt: prompt.id,
		lastPrompt: prompt.id,
		question: prompt.text,
		askedAt: ports.clock.now(),
		hasBriefing: false,
		isClosed: false,
		givenUp: null,
	};
}

function sidePrompt(prompt: Prompt): Prompt {
	return { ...prompt, blocks: [{ type: 'text', text: `${SIDE_QUESTION.prompt}\n\n` }, ...prompt.blocks] };
}

/** The conversation's settings, except that nothing may be changed. */
function optionsFor({ profile, rules }: SessionState): Partial<AppOptions> {
	return {
		// Model and options come with `resumingFor`.
		profile: { ...profile, model: null, planModel: null, options: {}, planFolders: [] },
		rules,
		mode: 'plan',
		own: undefined,
		isBypassAllowed: false,
		isHeadless: true,
		isSideQuestion: true,
		resumePatience: FORK_PATIENCE,
		retry: { limit: 0, seconds: 1 },
	};
}

/** A fork of the conversation; a new session while nothing was said in it. */
function resumingFor(state: SessionState, hasConversation: boolean): Resuming {
	const plan = agentPlanMode(state)?.optionId;
	const options = state.configOptions.filter((option) => !isModeOption(option) && option.id !== plan);
	return {
		sessionId: hasConversation ? state.sessionId : null,
		title: null,
		settings: {
			mode: 'default',
			agentMode: null,
			options: Object.fromEntries(options.map(({ id, value }) => [id, value])),
		},
		isFork: true,
		fallback: 'plain',
		hasTranscript: true,
		failed: [],
		deaths: 0,
	};
}

/** The conversation's ports without what persists, with terminals of its own and read-only files. */
function sidePorts(ports: Ports, connection: SideConnection): Ports {
	const { agent, folders, rules, log, commandChecks, credentials, workspace, clock, ids, chance } = ports;
	// Used by the screen alone, which is the conversation's.
	const { shell, worktrees, commit, review, reviewMarks, terminalSignIn, ownMemory, sessionIndex } = ports;
	// The same process sees the same files.
	const files = ports.agentFiles ?? ports.files;
	return {
		...{ commandChecks, credentials, workspace, clock, ids, chance },
		...{ worktrees, commit, review, reviewMarks, terminalSignIn, ownMemory, sessionIndex },
		// The user's commands outlive this session.
		shell: { ...shell, close: async () => {} },
		agent: { ...agent, connect: connection.connect },
		files: {
			...files,
			// Even plan files are read-only here.
			inspect: async (path) => ({ ...(await files.inspect(path)), isPlanFile: false }),
			write: async () => fail('denied', SIDE_QUESTION.noChanges),
		},
		folders: { ...folders, add: async () => fail('denied', SIDE_QUESTION.noChanges) },
		terminals: ports.newTerminals(),
		newTerminals: ports.newTerminals,
		// The rules in force are given; none is added.
		rules: {
			...rules,
			load: async () => ({ rules: [], warnings: [] }),
			add: async () => fail('denied', SIDE_QUESTION.noChanges),
		},
		log: { write: (level, what, facts) => log.write(level, what, { ...facts, isSideQuestion: true }) },
	};
}
