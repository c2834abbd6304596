import type { AgentListEffect, AskedConsent } from '../core/agents/agent-list.js';
import type { InstallProgress } from '../core/agents/installer.js';
import type { SandboxChoiceEffect } from '../core/agents/sandbox-choice.js';
import type { Ports } from '../core/ports.js';
import type { Store } from './store.js';

/** Milliseconds between progress reports of one install step. */
const REPORT_EVERY = 150;

type ChooserOptions = {
	readonly ports: Pick<Ports, 'agents' | 'clock'>;
	readonly store: Store;
	readonly closing: AbortSignal;
};

/** Lists, installs and switches agents and their sandboxes; one install at a time. */
export class AgentChooser {
	readonly #options: ChooserOptions;
	#install: AbortController | null = null;
	#answer: ((isAgreed: boolean) => void) | null = null;

	constructor(options: ChooserOptions) {
		this.#options = options;
	}

	async perform(effect: AgentListEffect | SandboxChoiceEffect): Promise<void> {
		const { agents } = this.#options.ports;
		if (effect.type === 'look-up-folder') return this.#lookUpFolder(effect.path);
		if (agents === undefined) {
			this.#options.store.dispatch({
				type: 'effect-failed',
				failure: { code: 'internal', message: 'Another agent cannot be chosen here.' },
			});
			return;
		}
		switch (effect.type) {
			case 'list-agents':
				this.#options.store.dispatch({ type: 'agents-listed', agents: await agents.list() });
				return;
			case 'use-agent': {
				const profile = await agents.profile(effect.id);
				if (profile.ok) this.#options.store.dispatch({ type: 'switch-agent', profile: profile.value });
				else this.#options.store.dispatch({ type: 'effect-failed', failure: profile.failure });
				return;
			}
			case 'install-agent':
				return this.#run(effect.id, agents);
			case 'look-up-sandboxes':
				this.#options.store.dispatch({
					type: 'sandboxes-looked-up',
					choices: await agents.sandboxes(this.#options.store.getState().profile),
				});
				return;
			case 'choose-sandbox':
				return this.#chooseSandbox(effect, agents);
			case 'stop-install':
				this.#install?.abort();
				return;
			case 'answer-install':
				this.#answer?.(effect.isAgreed);
		}
	}

	/** A folder that cannot be offered is not reported: the refusal was. */
	async #lookUpFolder(path: string): Promise<void> {
		const before = this.#options.store.getState().profile;
		const offer = await this.#options.ports.agents?.folderFor(before, path);
		if (offer == null || this.#options.store.getState().profile !== before) return;
		this.#options.store.dispatch({ type: 'folder-looked-up', found: { ...offer, path, launch: before.launch } });
	}

	/** A running process cannot change its sandbox: the agent is restarted for another one. */
	async #chooseSandbox(
		{ type: _, ...choice }: Extract<SandboxChoiceEffect, { type: 'choose-sandbox' }>,
		agents: NonNullable<Ports['agents']>,
	): Promise<void> {
		const before = this.#options.store.getState().profile;
		const chosen = await agents.withSandbox(before, choice);
		if (!chosen.ok) {
			this.#options.store.dispatch({ type: 'effect-failed', failure: chosen.failure });
			return;
		}
		// The choice was for an agent that was replaced meanwhile.
		if (this.#options.store.getState().profile.launch !== before.launch) return;
		const isOther = choice.sandbox !== before.sandbox || choice.opens !== undefined;
		this.#options.store.dispatch({ type: 'sandbox-chosen', ...chosen.value });
		if (isOther) this.#options.store.dispatch({ type: 'restart-agent' });
	}

	async #run(id: string, agents: NonNullable<Ports['agents']>): Promise<void> {
		const stop = new AbortController();
		this.#install = stop;
		let reported: { readonly step: string; readonly at: number } = { step: '', at: 0 };
		const onProgress = (progress: InstallProgress): void => {
			const now = this.#options.ports.clock.now();
			if (progress.step === reported.step && now - reported.at < REPORT_EVERY) return;
			reported = { step: progress.step, at: now };
			this.#options.store.dispatch({ type: 'install-progress', id, progress });
		};
		const signal = AbortSignal.any([stop.signal, this.#options.closing]);
		const consent = (asked: AskedConsent): Promise<boolean> => this.#ask(id, asked, signal);
		const result = await agents.install(id, { signal, onProgress, consent });
		this.#install = null;
		if (result.ok) this.#options.store.dispatch({ type: 'agent-installed', id, remark: result.value });
		else this.#options.store.dispatch({ type: 'install-failed', id, failure: result.failure });
	}

	/** Stopping the install counts as a no. */
	#ask(id: string, asked: AskedConsent, signal: AbortSignal): Promise<boolean> {
		if (signal.aborted) return Promise.resolve(false);
		const { promise, resolve } = Promise.withResolvers<boolean>();
		this.#answer = resolve;
		const refuse = (): void => resolve(false);
		signal.addEventListener('abort', refuse, { once: true });
		this.#options.store.dispatch({ type: 'install-asks', id, asked });
		return promise.finally(() => {
			this.#answer = null;
			signal.removeEventListener('abort', refuse);
		});
	}
}
