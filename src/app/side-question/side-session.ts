import { isModeOption } from '../../core/agent-modes.js';
import type { AgentConnection } from '../../core/agent-port.js';
import type { AppEvent } from '../../core/event.js';
import type { Ports } from '../../core/ports.js';
import { looserAgentMode, strictAgentMode } from '../../core/session/modes/agent-mode.js';
import { agentPlanMode } from '../../core/session/modes/mode.js';
import type { Prompt, SessionState } from '../../core/session/state.js';
import { briefing } from '../../core/sessions/briefing.js';
import type { Resuming } from '../../core/sessions/resuming.js';
import type { SideQuestion } from '../../core/side-question/side-question.js';
import type { TurnUsage } from '../../core/usage/turn-usage.js';
import type { AppOptions } from '../app-options.js';
import type { AppBeside } from '../runtime-parts.js';
import { SIDE_QUESTION, staysLoose } from './messages.js';
import { SideConnection, type Undeleted } from './side-connection.js';
import { sidePorts } from './side-ports.js';
import { type AskedQuestion, sideQuestionOf } from './side-state.js';

/** Makes a session beside this one, whose options differ from its own in these. */
export type OpenBeside = (changed: Partial<AppOptions>, ports: Ports) => AppBeside;

/** What the session of a side question needs. */
export type SideSessionParts = {
	readonly id: string;
	readonly ports: Ports;
	readonly openBeside: OpenBeside;
	/** The session that the question is asked beside, and its agent. */
	readonly main: SessionState;
	readonly connection: AgentConnection;
	readonly changed: (question: SideQuestion) => void;
	/** An answer has ended. */
	readonly counted: (turn: TurnUsage) => void;
};

/** An agent that says nothing for so long while it forks gets a new session and a briefing instead, in ms. */
const FORK_PATIENCE = 20_000;
const NOTHING = { amount: 0, currency: 'USD' };
/** A stopped answer may take so long to end before its session is closed, in ms. */
const CANCEL_PATIENCE = 1000;

/**
 * The session of a side question, on the agent of the conversation: a fork of it where the agent can do that, else a
 * new one with a briefing. It is in plan mode and nobody is asked for it: what would be asked is refused. Nothing of
 * it is kept.
 */
export class SideSession {
	readonly #parts: SideSessionParts;
	readonly #app: AppBeside;
	readonly #connection: SideConnection;
	readonly #briefing: string;
	#asked: AskedQuestion;
	#shown: SideQuestion | null = null;
	#lastTurn: TurnUsage | undefined;
	#closing: Promise<readonly Undeleted[]> | null = null;

	/** Opens it, and asks. */
	constructor(parts: SideSessionParts, prompt: Prompt) {
		const { ports, main, connection, openBeside } = parts;
		this.#parts = parts;
		this.#asked = { ...askedNow(parts, prompt), firstPrompt: prompt.id };
		this.#briefing = briefing(main);
		this.#connection = new SideConnection(connection);
		this.#app = openBeside(optionsFor(main), sidePorts(ports, this.#connection));
		this.#app.onEvent((event) => this.#follow(event));
		this.#app.subscribe(() => this.#tell());
		this.#app.dispatch({ type: 'resume-begun', resuming: resumingFor(main, this.#briefing !== '') });
		this.#app.dispatch({ type: 'prompt', prompt: sidePrompt(prompt) });
		this.#app.start();
	}

	/** It can be asked something else. */
	get isOpen(): boolean {
		const { phase } = this.#app.getState().connection;
		return this.#closing === null && this.#asked.givenUp === null && phase !== 'failed' && phase !== 'exited';
	}

	/** The agent's sessions that are not deleted yet. */
	get opened(): readonly string[] {
		return this.#connection.opened;
	}

	/** Asks something else in it: after the answer that is under way. */
	ask(prompt: Prompt): void {
		const { firstPrompt, hasBriefing } = this.#asked;
		this.#asked = { ...askedNow(this.#parts, prompt), firstPrompt, hasBriefing };
		this.#app.dispatch({ type: 'prompt', prompt: sidePrompt(prompt) });
	}

	/** Stops the answer; questions that wait are dropped. */
	stop(): void {
		for (const { id } of this.#app.getState().queue) this.#app.dispatch({ type: 'queue-remove', promptId: id });
		this.#app.dispatch({ type: 'cancel' });
		this.#tell();
	}

	/** Stops what runs, closes and deletes the session, and leaves the process. What is left at the agent, and why. */
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

	/** Settles when no turn runs any more, or after a while. */
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
		// Whatever the agent says of its modes: nothing is changed here.
		if (state.mode.mode !== 'plan') this.#app.dispatch({ type: 'set-mode', mode: 'plan' });
		// What is asked while an answer is being stopped goes when that has ended.
		if (state.turn === null && state.isQueuePaused) this.#app.dispatch({ type: 'queue-resume' });
		if (event.type === 'session-opened') this.#begin(state);
		if (event.type === 'effect-failed') this.#checkMode(state);
		const turn = state.usageSoFar?.turns.at(-1);
		if (turn === undefined || turn === this.#lastTurn) return;
		this.#lastTurn = turn;
		this.#parts.counted(turn);
	}

	/** Before the first prompt goes: what the agent is to know, and a mode in which it asks. */
	#begin(state: SessionState): void {
		// Agents count the cost of a fork from nothing on (Claude Code does): its first sum is all its own.
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

	/** The agent refused a switch: one that works unasked then is asked nothing. */
	#checkMode(state: SessionState): void {
		if (looserAgentMode(state) !== null) this.#giveUp(state);
	}

	#giveUp(state: SessionState): void {
		const agent = state.agent?.title ?? state.profile.launch.name;
		const message = staysLoose(agent, looserAgentMode(state) ?? '');
		this.#asked = { ...this.#asked, givenUp: { code: 'denied', message } };
		this.stop();
	}

	#tell(): void {
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

/** The prompt as it is sent: first what kind of question it is. */
function sidePrompt(prompt: Prompt): Prompt {
	return { ...prompt, blocks: [{ type: 'text', text: `${SIDE_QUESTION.prompt}\n\n` }, ...prompt.blocks] };
}

/** What the conversation is set to holds here too, except that nothing may be changed. */
function optionsFor({ profile, rules }: SessionState): Partial<AppOptions> {
	return {
		// The model and the options are those of the conversation, as `resumingFor` has them.
		profile: { ...profile, model: null, planModel: null, options: {}, planFolders: [] },
		rules,
		mode: 'plan',
		isBypassAllowed: false,
		isHeadless: true,
		isSideQuestion: true,
		resumePatience: FORK_PATIENCE,
		retry: { limit: 0, seconds: 1 },
	};
}

/** A fork of the conversation, or a new session; one in which nothing was said yet is nothing to fork. */
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
