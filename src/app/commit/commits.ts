import { type CommitList, type CommitPort, type Committed, chosenIn } from '../../core/commit/commit.js';
import type { CommitRequest, CommitRun, CommitState } from '../../core/commit/commit-event.js';
import { whyNotInMode } from '../../core/commit/why-not-in-mode.js';
import type { AppEvent } from '../../core/event.js';
import { failureWords } from '../../core/failure.js';
import { lastBytes } from '../../core/text/clip.js';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { SideQuestionParts } from '../side-question/side-questions.js';
import { MessageWriter } from './message-writer.js';

const NOTHING: CommitState = {
	list: null,
	listed: 0,
	why: null,
	hasChanged: false,
	message: { phase: 'none', text: '', why: null },
	run: null,
	made: 0,
};

/** Bytes of the output of git and its hooks that are kept. */
const MOST_OUTPUT = 65_536;
/** Milliseconds between two looks at an output that grows. */
const SHOWN_EVERY = 100;

/** Commits for the screen: what there is, the message that the agent writes, and the commit itself. */
export class Commits {
	readonly #parts: SideQuestionParts;
	readonly #port: CommitPort;
	readonly #writer: MessageWriter;
	#state: CommitState = NOTHING;
	#running: AbortController | null = null;
	#ended: Promise<void> = Promise.resolve();

	constructor(parts: SideQuestionParts) {
		this.#parts = parts;
		this.#port = parts.ports.commit;
		this.#writer = new MessageWriter(parts, (message) => this.#change({ message }));
	}

	async perform(request: CommitRequest): Promise<void> {
		const { list } = this.#state;
		switch (request.do) {
			case 'list':
				// The screen comes back to a commit that runs.
				return this.#running === null ? this.#list(request) : this.#change({});
			case 'ask':
				return list === null ? undefined : this.#writer.ask(list, request.chosen);
			case 'stop-asking':
				return this.#writer.stop();
			case 'commit':
				return this.#commit(request);
			case 'stop':
				this.#running?.abort();
				return;
			case 'go-on':
				if (this.#running === null) this.#change({ run: null });
		}
	}

	/** Ends a commit that runs, and what the agent was asked. */
	async close(): Promise<void> {
		this.#running?.abort();
		await Promise.all([this.#writer.close(), this.#ended]);
	}

	async #list({ asks, marks }: Extract<CommitRequest, { do: 'list' }>): Promise<void> {
		this.#writer.stop();
		const { listed, made } = this.#state;
		this.#change({ ...NOTHING, listed, made });
		const found = await this.#port.list();
		if (this.#running !== null) return;
		if (!found.ok) return this.#change({ why: failureWords(found.failure) });
		const list = found.value;
		const isEmpty = list.files.length === 0 && list.underWay === null;
		this.#change({ ...this.#listed(list), why: isEmpty ? COMMITS.clean : null });
		const chosen = chosenIn(list, marks);
		if (asks && list.template === '' && chosen.size > 0) await this.#writer.ask(list, chosen);
	}

	#listed(list: CommitList): Pick<CommitState, 'list' | 'listed'> {
		return { list, listed: this.#state.listed + 1 };
	}

	async #commit({ listed, chosen, message }: Extract<CommitRequest, { do: 'commit' }>): Promise<void> {
		const { list } = this.#state;
		if (list === null || this.#running !== null) return;
		const { clock } = this.#parts.ports;
		// Another list has come since the key was pressed.
		if (listed !== this.#state.listed) return this.#change({ hasChanged: true });
		const run: CommitRun = { phase: 'running', startedAt: clock.now(), output: '', because: null, hint: null };
		const byMode = whyNotInMode(this.#parts.store.getState().mode);
		if (byMode !== null) return this.#change({ run: { ...run, phase: 'failed', because: byMode } });
		const stopping = new AbortController();
		this.#running = stopping;
		this.#writer.stop();
		this.#change({ run, hasChanged: false });
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#ended = promise;
		let output = '';
		let stopTimer: (() => void) | null = null;
		const show = (): void => {
			stopTimer = null;
			this.#change({ run: { ...run, output } });
		};
		const end = await this.#port.commit(
			{ list, chosen, message },
			{
				signal: stopping.signal,
				onOutput: (text) => {
					output = lastBytes(output + text, MOST_OUTPUT);
					stopTimer ??= clock.after(SHOWN_EVERY, show);
				},
			},
		);
		(stopTimer as (() => void) | null)?.();
		this.#running = null;
		resolve();
		switch (end.type) {
			case 'committed':
				this.#parts.store.dispatch(committed({ ...end, subject: sanitizeLine(end.subject) }, list));
				return this.#change({ ...NOTHING, listed, made: this.#state.made + 1 });
			case 'changed':
				return this.#change({ ...this.#listed(end.list), run: null, hasChanged: true });
			case 'failed': {
				const { because, hint = null } = end;
				return this.#change({ run: { ...run, phase: 'failed', output, because, hint } });
			}
		}
	}

	#change(change: Partial<CommitState>): void {
		this.#state = { ...this.#state, ...change };
		this.#parts.store.dispatch({ type: 'commit-changed', commit: this.#state });
	}
}

export const COMMITS = { clean: 'Nothing to commit: the working tree is clean.' } as const;

/** The line of the conversation that says what was committed. */
export function committed(
	{ hash, subject, files, added, removed, remark }: Committed,
	{ branch }: Pick<CommitList, 'branch'>,
): AppEvent {
	const where = branch === null ? '' : ` on ${branch}`;
	const title = `Committed ${hash}${where}: ${subject} · ${counted(files, 'file')} +${added} −${removed}`;
	const level = remark === undefined ? 'info' : 'warning';
	return { type: 'note', level, title, ...(remark === undefined ? {} : { detail: remark }) };
}
