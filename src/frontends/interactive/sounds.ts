import type { Failure, Result } from '../../core/failure.js';
import type { Sound, SoundChoice, SoundEvent } from '../../view/ui-options.js';

export type PlaySound = (sound: Sound, signal: AbortSignal) => Promise<Result<void>>;

/** Sounds that call the user: one at a time. The first failure is reported, and nothing is played after it. */
export class Sounds {
	readonly #choice: SoundChoice;
	readonly #play: PlaySound;
	readonly #onFailure: (failure: Failure) => void;
	readonly #stopped = new AbortController();
	#isBusy = false;

	constructor(choice: SoundChoice, play: PlaySound, onFailure: (failure: Failure) => void) {
		this.#choice = choice;
		this.#play = play;
		this.#onFailure = onFailure;
	}

	async call(event: SoundEvent): Promise<void> {
		const { signal } = this.#stopped;
		const sound = soundFor(this.#choice, event);
		if (sound === undefined || this.#isBusy || signal.aborted) return;
		this.#isBusy = true;
		const played = await this.#play(sound, signal);
		this.#isBusy = false;
		if (played.ok || signal.aborted) return;
		this.stop();
		this.#onFailure(played.failure);
	}

	stop(): void {
		this.#stopped.abort();
	}
}

function soundFor(choice: SoundChoice, event: SoundEvent): Sound | undefined {
	if (choice === 'off') return undefined;
	return typeof choice === 'string' ? choice : choice[event];
}
