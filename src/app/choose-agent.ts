import type { AgentListEffect, AskedConsent } from '../core/agents/agent-list.js';
import type { InstallProgress } from '../core/agents/installer.js';
import type { Ports } from '../core/ports.js';
import { NO_AGENTS } from './messages.js';
import type { Store } from './store.js';

/** Milliseconds between two reports of the same step of an install. */
const REPORT_EVERY = 150;

/** Lists, installs and switches agents; one install at a time. */
export class AgentChooser {
	readonly #ports: Pick<Ports, 'agents' | 'clock'>;
	readonly #dispatch: Store['dispatch'];
	readonly #closing: AbortSignal;
	#install: AbortController | null = null;
	#answer: ((isAgreed: boolean) => void) | null = null;

	constructor(ports: Pick<Ports, 'agents' | 'clock'>, dispatch: Store['dispatch'], closing: AbortSignal) {
		this.#ports = ports;
		this.#dispatch = dispatch;
		this.#closing = closing;
	}

	async perform(effect: AgentListEffect): Promise<void> {
		const { agents } = this.#ports;
		if (agents === undefined) {
			this.#dispatch({ type: 'effect-failed', failure: { code: 'internal', message: NO_AGENTS } });
			return;
		}
		switch (effect.type) {
			case 'list-agents':
				this.#dispatch({ type: 'agents-listed', agents: await agents.list() });
				return;
			case 'use-agent': {
				const profile = await agents.profile(effect.id);
				if (profile.ok) this.#dispatch({ type: 'switch-agent', profile: profile.value });
				else this.#dispatch({ type: 'effect-failed', failure: profile.failure });
				return;
			}
			case 'install-agent':
				return this.#run(effect.id, agents);
			case 'stop-install':
				this.#install?.abort();
				return;
			case 'answer-install':
				this.#answer?.(effect.isAgreed);
		}
	}

	async #run(id: string, agents: NonNullable<Ports['agents']>): Promise<void> {
		const stop = new AbortController();
		this.#install = stop;
		let told: { readonly step: string; readonly at: number } = { step: '', at: 0 };
		const onProgress = (progress: InstallProgress): void => {
			const now = this.#ports.clock.now();
			if (progress.step === told.step && now - told.at < REPORT_EVERY) return;
			told = { step: progress.step, at: now };
			this.#dispatch({ type: 'install-progress', id, progress });
		};
		const signal = AbortSignal.any([stop.signal, this.#closing]);
		const consent = (asked: AskedConsent): Promise<boolean> => this.#ask(id, asked, signal);
		const result = await agents.install(id, { signal, onProgress, consent });
		this.#install = null;
		if (result.ok) this.#dispatch({ type: 'agent-installed', id, remark: result.value });
		else this.#dispatch({ type: 'install-failed', id, failure: result.failure });
	}

	/** Asks the user; who stops the install agrees to nothing. */
	#ask(id: string, asked: AskedConsent, signal: AbortSignal): Promise<boolean> {
		if (signal.aborted) return Promise.resolve(false);
		const { promise, resolve } = Promise.withResolvers<boolean>();
		this.#answer = resolve;
		const refuse = (): void => resolve(false);
		signal.addEventListener('abort', refuse, { once: true });
		this.#dispatch({ type: 'install-asks', id, asked });
		return promise.finally(() => {
			this.#answer = null;
			signal.removeEventListener('abort', refuse);
		});
	}
}
