import type { App } from '../../app/app.js';
import type { HookEnd } from '../../core/hooks/hook.js';
import type { ClockPort } from '../../core/ports.js';
import type { SessionState } from '../../core/session/state.js';
import { clip } from '../../core/text/clip.js';
import { wholeText } from '../../core/text/growing-text.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { type Line, styled } from '../../view/line.js';
import { currentModel } from '../../view/status/session-words.js';
import { createScreenFeed } from '../../view/terminal-output/feed.js';

/** Runs the command with a text on its standard input, for 200 ms at most. */
export type RunStatusCommand = (command: string, input: string, signal: AbortSignal) => Promise<HookEnd>;

type Options = {
	readonly command: string;
	readonly run: RunStatusCommand;
	readonly clock: ClockPort;
	readonly onLine: (line: Line) => void;
};

/** Milliseconds between two runs: a stream of words changes the figures many times a second. */
const PAUSE = 300;
/** Characters of the first line that are read. */
const MOST_LINE = 2000;

/** The user's command for the status line: run when its input has changed, one at a time, the newest facts last. */
export class StatusCommand {
	readonly #options: Options;
	readonly #stopped = new AbortController();
	#unsubscribe: () => void = () => {};
	#stopTimer: (() => void) | null = null;
	#last = '';
	#isBusy = false;
	#hasLine = false;

	constructor(options: Options) {
		this.#options = options;
	}

	/** Follows a session; the one before is left. */
	follow(app: Pick<App, 'getState' | 'subscribe'>): void {
		this.#unsubscribe();
		const changed = (): void => this.#schedule(() => factsOf(app.getState()));
		this.#unsubscribe = app.subscribe(changed);
		changed();
	}

	stop(): void {
		this.#unsubscribe();
		this.#stopTimer?.();
		this.#stopped.abort();
	}

	#schedule(facts: () => string): void {
		if (this.#isBusy || this.#stopTimer !== null || this.#stopped.signal.aborted) return;
		const input = facts();
		if (input === this.#last) return;
		this.#last = input;
		this.#isBusy = true;
		const again = (): void => {
			this.#isBusy = false;
			// Changes that came meanwhile start the command again after a pause.
			this.#stopTimer = this.#options.clock.after(PAUSE, () => {
				this.#stopTimer = null;
				this.#schedule(facts);
			});
		};
		void this.#show(input).finally(again);
	}

	async #show(input: string): Promise<void> {
		const { command, run, onLine } = this.#options;
		const end = await run(command, `${input}\n`, this.#stopped.signal);
		// After one time-out the last output is still worth more than an error.
		if (this.#stopped.signal.aborted || (end.type === 'late' && this.#hasLine)) return;
		this.#hasLine = end.type === 'exited' && end.code === 0;
		onLine(lineOf(end));
	}
}

/** The first line of the output, with its colours; a failure in words. */
function lineOf(end: HookEnd): Line {
	if (end.type === 'exited' && end.code === 0) {
		const [first = ''] = clip(end.stdout, MOST_LINE).split('\n');
		return createScreenFeed().show(wholeText('', first)).row(0);
	}
	return [styled(`Status line: ${whyOf(end)}`, { color: 'muted' })];
}

function whyOf(end: HookEnd): string {
	switch (end.type) {
		case 'exited': {
			const [said = ''] = clip(end.stderr, MOST_LINE).split('\n');
			return `the command ended with ${end.signal ?? end.code}${said === '' ? '' : `: ${sanitizeLine(said)}`}`;
		}
		case 'late':
			return 'the command took longer than 200 ms';
		case 'flooded':
			return 'the command wrote too much';
		case 'not-started':
			return `the command did not start: ${sanitizeLine(end.because)}`;
		case 'stopped':
			return 'stopped';
	}
}

/** Facts that the command gets, as JSON in one line. */
export function factsOf(session: SessionState): string {
	const { sessionId, cwd, title, branch, mode, agent, profile, usage, configOptions, turn, queue } = session;
	return JSON.stringify({
		sessionId,
		cwd,
		title,
		branch,
		agent: agent?.title ?? profile.launch.name,
		model: currentModel(configOptions) || null,
		mode: mode.mode,
		context: usage === null ? null : { used: usage.used, size: usage.size },
		cost: usage?.cost ?? null,
		isWorking: turn !== null,
		queued: queue.length,
	});
}
