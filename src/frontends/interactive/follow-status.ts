import type { App } from '../../app/app.js';
import type { Line } from '../../view/line.js';
import type { StatusLineChoice } from '../../view/ui-options.js';
import type { InteractiveOptions } from './options.js';
import type { StatusCommand } from './status-command.js';

/** The user's command for the status line, as long as the settings have one: its code is loaded with the first. */
export class StatusFollower {
	readonly #options: Pick<InteractiveOptions, 'clock' | 'runStatusCommand'>;
	readonly #onLine: (line: Line) => void;
	#app: App;
	#choice: StatusLineChoice = [];
	#running: StatusCommand | null = null;

	constructor(options: Pick<InteractiveOptions, 'app' | 'clock' | 'runStatusCommand'>, onLine: (line: Line) => void) {
		this.#options = options;
		this.#onLine = onLine;
		this.#app = options.app;
	}

	configure(choice: StatusLineChoice): void {
		if (JSON.stringify(choice) === JSON.stringify(this.#choice)) return;
		const isShown = 'command' in this.#choice;
		this.stop();
		this.#choice = choice;
		// What another command said is not said by this one.
		if (isShown) this.#onLine([]);
		if ('command' in choice) void this.#start(choice);
	}

	follow(app: App): void {
		this.#app = app;
		this.#running?.follow(app);
	}

	stop(): void {
		this.#choice = [];
		this.#running?.stop();
		this.#running = null;
	}

	async #start(choice: Extract<StatusLineChoice, { command: string }>): Promise<void> {
		const { StatusCommand: Command } = await import('./status-command.js');
		if (this.#choice !== choice) return;
		const { clock, runStatusCommand: run } = this.#options;
		this.#running = new Command({ command: choice.command, run, clock, onLine: this.#onLine });
		this.#running.follow(this.#app);
	}
}
