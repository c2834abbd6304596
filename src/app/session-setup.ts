import type { ConfigOption } from '../core/agent-info.js';
import { isModeOption } from '../core/agent-modes.js';
import type { ForgottenChoice } from '../core/agents/remembered-choices.js';
import type { Failure } from '../core/failure.js';
import { agentPlanMode } from '../core/session/modes/mode.js';
import {
	type InitialSetting,
	type InitialSettings,
	initialSettings,
} from '../core/session/options/initial-settings.js';
import { choiceNamed, modelOption } from '../core/session/options/model-option.js';
import { askingValueOf, isLooseMode, isPermissionOption } from '../core/session/options/option-choices.js';
import type { SessionState } from '../core/session/state.js';
import type { Store } from './store.js';

export type SetupParts = {
	readonly sessionId: string;
	readonly store: Store;
	/** Settles when the agent has answered or its time is over; the result is in the state. */
	readonly setOption: (optionId: string, value: string | boolean) => Promise<void>;
	/** Headless: an unavailable model ends the run. */
	readonly isUnattended: boolean;
};

/**
 * Applies the settings of command line, config and last choices to a new session: the model first, as options may
 * depend on it, then options, then the agent's mode. Each refusal is noted once; a refused last choice is forgotten. A
 * resumed session gets its previous settings. A failure ends the run.
 */
export async function setUpSession(parts: SetupParts): Promise<Failure | null> {
	return new SessionSetup(parts).run();
}

/** Models that a note names. */
const MOST_MODELS = 40;

class SessionSetup {
	readonly #parts: SetupParts;
	readonly #initial: InitialSettings;
	readonly #forgotten: ForgottenChoice[] = [];

	constructor(parts: SetupParts) {
		this.#parts = parts;
		this.#initial = initialSettings(parts.store.getState());
	}

	async run(): Promise<Failure | null> {
		const isInPlan = this.#state.mode.mode === 'plan';
		const { model, planModel } = this.#initial;
		const work = this.#modelOf(model, 'model');
		const plan = this.#modelOf(planModel, 'planModel');
		const failure = this.#failureOf(isInPlan && planModel !== null ? planModel : model);
		if (failure !== null) return failure;
		const own = modelOption(this.#state.configOptions)?.value ?? null;
		const first = isInPlan ? (plan ?? work) : work;
		const refusal = first === null ? null : await this.#setModel(first, isInPlan && plan !== null ? planModel : model);
		if (!this.#isHere) return null;
		await this.#setOptions();
		await this.#makeItAsk();
		if (!this.#isHere) return null;
		this.#setMode();
		const models = { work: plan === null ? work : (work ?? own), plan };
		this.#parts.store.dispatch({ type: 'session-set-up', models, forgotten: this.#forgotten });
		return refusal;
	}

	get #state(): SessionState {
		return this.#parts.store.getState();
	}

	get #isHere(): boolean {
		return this.#state.sessionId === this.#parts.sessionId;
	}

	get #agent(): string {
		return this.#state.agent?.title ?? this.#state.profile.launch.name;
	}

	#modelOf(wanted: InitialSetting<string> | null, key: 'model' | 'planModel'): string | null {
		if (wanted === null) return null;
		const option = modelOption(this.#state.configOptions);
		const choice = option === null ? null : choiceNamed(option, wanted.value);
		if (choice !== null) return choice.value;
		if (wanted.from === 'remembered') this.#forgotten.push({ key });
		if (wanted.from !== 'set' || !this.#parts.isUnattended) {
			const { message, hint } = this.#notOffered(wanted);
			this.#note(message, hint);
		}
		return null;
	}

	#failureOf(wanted: InitialSetting<string> | null): Failure | null {
		if (!this.#parts.isUnattended || wanted?.from !== 'set') return null;
		const option = modelOption(this.#state.configOptions);
		const isOffered = option !== null && choiceNamed(option, wanted.value) !== null;
		return isOffered ? null : { code: 'usage', ...this.#notOffered(wanted) };
	}

	#notOffered({ value, from }: InitialSetting<string>): { readonly message: string; readonly hint: string } {
		const option = modelOption(this.#state.configOptions);
		if (option === null)
			return {
				message: `${this.#agent} offers no choice of model, so it was not switched to ${value}.`,
				hint: 'The agent’s own settings may name its model.',
			};
		const gone = `${this.#agent} no longer offers ${value}, the model`;
		const messages = {
			set: `${this.#agent} does not offer the model ${value}.`,
			remembered: `${gone} you chose last time; it starts with its own.`,
			session: `${gone} of this session; it goes on with its own.`,
		};
		const more = option.choices.length - MOST_MODELS;
		const offered = option.choices.slice(0, MOST_MODELS).map((choice) => choice.value);
		return {
			message: messages[from],
			hint: `It offers: ${offered.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`,
		};
	}

	/** Returns the failure of an unattended run whose model was not taken. */
	async #setModel(value: string, wanted: InitialSetting<string> | null): Promise<Failure | null> {
		const option = modelOption(this.#state.configOptions);
		if (option === null || option.value === value) return null;
		const isAnswered = await this.#switch(option.id, value);
		if (!this.#isHere || modelOption(this.#state.configOptions)?.value === value) return null;
		const isSet = wanted?.from === 'set';
		if (wanted?.from === 'remembered' && isAnswered)
			this.#forgotten.push({ key: wanted === this.#initial.planModel ? 'planModel' : 'model' });
		if (!isSet || !this.#parts.isUnattended) return null;
		// A sign-in is required first, whatever the model.
		const signIn = isAnswered ? null : (this.#state.signIn?.refusal ?? null);
		return signIn ?? { code: 'agent-error', message: `${this.#agent} did not switch to the model ${value}.` };
	}

	async #setOptions(): Promise<void> {
		for (const [id, wanted] of this.#initial.options) {
			if (!this.#isHere) return;
			const option = this.#state.configOptions.find((candidate) => candidate.id === id);
			// Some options have a value outside of their own choices.
			if (option?.value === wanted.value) continue;
			const value = option === undefined ? null : valueFor(option, wanted.value);
			if (option === undefined || value === null) {
				// A vanished option of a resumed session is no news.
				if (wanted.from !== 'session' || option !== undefined)
					this.#note(
						wanted.from === 'set'
							? `${this.#agent} does not offer ${wanted.value} for the option ${id} that the config sets.`
							: `${this.#agent} no longer offers ${id} ${wanted.value}, which you chose last time; it starts with its own.`,
					);
				this.#forget(wanted, { key: 'options', id });
			} else if (option.value !== value) await this.#setOption(option, value, wanted);
		}
	}

	/** Switches off options that the agent began with, nobody chose, and that allow actions unasked. */
	async #makeItAsk(): Promise<void> {
		for (const { id, name } of this.#state.configOptions) {
			if (!this.#isHere || this.#state.mode.mode === 'bypassPermissions') return;
			const option = this.#state.configOptions.find((candidate) => candidate.id === id);
			const asking = option === undefined ? null : askingValueOf(option);
			if (asking === null || this.#initial.options.get(id)?.from === 'set') continue;
			await this.#switch(id, asking);
			if (!this.#isHere) return;
			const isOff = this.#state.configOptions.find((candidate) => candidate.id === id)?.value === asking;
			const began = `${this.#agent} started with “${name}” on`;
			if (isOff)
				this.#note(
					`${began}. It is off in this session, so that ${this.#agent} asks first.`,
					`To keep it on, set ${id} in the agent's options in your config`,
				);
			else
				this.#note(
					`${began} and did not turn it off: it may edit and run commands without asking.`,
					'A sandbox limits it: /agent sets one',
				);
		}
	}

	async #setOption(option: ConfigOption, value: string | boolean, wanted: InitialSetting<unknown>): Promise<void> {
		const { from } = wanted;
		const isLoose = isPermissionOption(this.#state, option, value);
		if (from === 'remembered' && isLoose) return;
		if (from === 'session' && isLoose) {
			if (!isModeOption(option))
				this.#note(`${option.name} is not set to ${value} again by itself: it may decide what the agent asks about.`);
			return;
		}
		if (isLoose) {
			// Like a choice in the list of modes: our mode must follow.
			this.#parts.store.dispatch({ type: 'set-config-option', optionId: option.id, value });
			return;
		}
		const isAnswered = await this.#switch(option.id, value);
		const now = this.#state.configOptions.find(({ id }) => id === option.id);
		if (this.#isHere && isAnswered && now?.value !== value) this.#forget(wanted, { key: 'options', id: option.id });
	}

	/** True when the agent answered with its options. */
	async #switch(optionId: string, value: string | boolean): Promise<boolean> {
		const before = this.#state.configOptions;
		await this.#parts.setOption(optionId, value);
		return this.#state.configOptions !== before;
	}

	/** Sets the chosen mode of the agent, unless plan mode uses one of the agent's own. */
	#setMode(): void {
		const { mode: wanted } = this.#initial;
		const { agentModes, mode } = this.#state;
		if (wanted === null || isLooseMode(this.#state, wanted.value)) return;
		const isOffered = agentModes?.available.some(({ id }) => id === wanted.value) === true;
		if (!isOffered) {
			this.#forget(wanted, { key: 'mode' });
			this.#note(
				`${this.#agent} no longer offers its mode ${wanted.value}, which you chose last time; it starts with its own.`,
			);
			return;
		}
		const plan = agentPlanMode(this.#state);
		const isPlanning = mode.mode === 'plan' && plan !== null && plan.optionId === undefined;
		if (!isPlanning && agentModes.current !== wanted.value) {
			this.#parts.store.dispatch({ type: 'set-agent-mode', modeId: wanted.value });
		}
	}

	/** Settings of a resumed session are not the user's choices. */
	#forget({ from }: InitialSetting<unknown>, choice: ForgottenChoice): void {
		if (from !== 'session') this.#forgotten.push(choice);
	}

	#note(title: string, hint?: string): void {
		this.#parts.store.dispatch({ type: 'note', level: 'warning', title, ...(hint === undefined ? {} : { hint }) });
	}
}

function valueFor(option: ConfigOption, written: string | boolean): string | boolean | null {
	if (option.type === 'select')
		return typeof written === 'string' ? (choiceNamed(option, written)?.value ?? null) : null;
	if (typeof written === 'boolean') return written;
	return written === 'true' ? true : written === 'false' ? false : null;
}
