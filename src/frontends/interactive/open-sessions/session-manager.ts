import { runningCommands } from '../../../core/session/entries/user-commands.js';
import type { SessionState } from '../../../core/session/state.js';
import { ageText } from '../../../core/text/age.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { type Activity, activityOf, lastTurnEnd, moreUrgent, noticeBetween } from '../../../view/attention.js';
import { isConfirmedBy } from '../../../view/panel/guard.js';
import type { OpenSessionRow, OpenSessionsRequest, WantedSession } from '../../../view/state/open-sessions.js';
import type { Attention } from '../attention.js';
import type { Frontend } from '../frontend.js';
import { giveBack, takeAlong } from '../hand-over/give-back.js';
import type { HandOver } from '../hand-over/hand-over.js';
import type { InteractiveOptions, InteractiveSession } from '../interactive-options.js';
import type { OpenSession } from '../open-session.js';
import { detailOf, headingOf, isSameFolder, isSameRow, nameOf, sessionActivity } from './open-session-row.js';

export type SessionManagerParts = {
	readonly options: Pick<InteractiveOptions, 'clock' | 'home' | 'ids' | 'openSession'>;
	readonly frontend: Pick<Frontend, 'notify' | 'setSessions' | 'getUi' | 'panel' | 'compose'>;
	readonly attention: Pick<Attention, 'call' | 'setOthers'>;
	readonly first: OpenSession;
	readonly open: (session: InteractiveSession) => OpenSession;
	readonly show: (session: OpenSession, heading: string, rows: readonly OpenSessionRow[]) => void;
	readonly close: (session: OpenSession) => void;
};

type Opened = {
	readonly open: OpenSession;
	readonly id: string;
	before: SessionState;
	/** A turn ended since the user looked; and it failed. */
	hasNews: boolean;
	hasFailed: boolean;
	/** Last activity, in ms since the epoch. */
	lastAt: number;
	readonly unsubscribe: () => void;
	handOver?: HandOver;
};

const MINUTE = 60_000;
/** Milliseconds between updates of the ages in the list. */
const REFRESH = 30_000;

export class SessionManager {
	readonly #parts: SessionManagerParts;
	readonly #all: Opened[] = [];
	/** Sessions by when they were in front, the latest last. */
	#shown: Opened[] = [];
	#front: Opened;
	#count = 0;
	readonly #warned = new Set<string>();
	#rows: readonly OpenSessionRow[] = [];
	#closing: { readonly id: string; readonly at: number } | null = null;
	#stopTimer: (() => void) | null = null;
	#isStopped = false;

	constructor(parts: SessionManagerParts) {
		this.#parts = parts;
		this.#front = this.#keep(parts.first);
	}

	async perform(request: OpenSessionsRequest): Promise<void> {
		switch (request.do) {
			case 'list':
				return this.#list();
			case 'open':
				return this.#open(request.wanted);
			case 'show':
				return this.#show(this.#find(request.id));
			case 'show-number': {
				const found = this.#all[request.number - 1];
				return found === undefined
					? this.#notify(`There is no session ${request.number}; /session lists those that are open`)
					: this.#show(found);
			}
			case 'step':
				return this.#step(request.by);
			case 'show-waiting':
				return this.#showWaiting();
			case 'close':
				return this.#close(request.id === null ? this.#front : this.#find(request.id), request.isSure);
		}
	}

	stop(): void {
		this.#isStopped = true;
		this.#stopTimer?.();
		for (const kept of this.#all) kept.unsubscribe();
	}

	#keep(open: OpenSession): Opened {
		this.#count += 1;
		const kept: Opened = {
			...{ open, id: String(this.#count), before: open.app.getState(), hasNews: false, hasFailed: false },
			lastAt: this.#parts.options.clock.now(),
			unsubscribe: open.app.subscribe(() => this.#follow(kept)),
		};
		this.#all.push(kept);
		return kept;
	}

	#find(id: string): Opened | undefined {
		return this.#all.find((kept) => kept.id === id);
	}

	#follow(kept: Opened): void {
		const after = kept.open.app.getState();
		const { before } = kept;
		kept.before = after;
		if (after.entries !== before.entries) kept.lastAt = this.#parts.options.clock.now();
		const notice = noticeBetween(before, after);
		if (kept !== this.#front) {
			if (before.turn !== null && after.turn === null) {
				kept.hasNews = true;
				kept.hasFailed = lastTurnEnd(after)?.failure !== undefined && before.turn.cancelledAt === undefined;
			}
			if (notice !== null) {
				const words = `Session ${this.#numberOf(kept)} (${nameOf(after)}): ${notice.words}`;
				this.#parts.attention.call({ ...notice, words });
				this.#notify(words, activityOf(after) === 'waiting');
			}
		}
		this.#refresh();
	}

	#refresh(isListed = false): void {
		if (this.#isStopped) return;
		const { frontend, attention } = this.#parts;
		const rows = this.#currentRows();
		const isSame = rows.length === this.#rows.length && rows.every((row, index) => isSameRow(row, this.#rows[index]));
		if (isSame && !isListed) return;
		this.#rows = rows;
		attention.setOthers(this.#othersActivity());
		frontend.setSessions(rows, isListed);
	}

	#currentRows(): readonly OpenSessionRow[] {
		const { clock, home } = this.#parts.options;
		const now = clock.now();
		return this.#all.map((kept, index) => {
			const { open, id, hasNews, hasFailed, lastAt } = kept;
			const session = open.app.getState();
			const activity = sessionActivity(session, hasNews, hasFailed);
			const age = now - lastAt < MINUTE ? '' : ageText(lastAt, now);
			const detail = detailOf(session, activity, age, home);
			const isInFront = kept === this.#front;
			const row = { id, number: index + 1, name: nameOf(session), detail, activity, isInFront };
			return session.record == null ? row : { ...row, recordId: session.record.id };
		});
	}

	#othersActivity(): Activity {
		return this.#all
			.filter((kept) => kept !== this.#front)
			.reduce<Activity>((most, { open }) => moreUrgent(most, activityOf(open.app.getState())), 'idle');
	}

	#list(): void {
		this.#refresh(true);
		this.#refreshLater();
	}

	/** Time passes while the list is open, even if nothing happens. */
	#refreshLater(): void {
		this.#stopTimer?.();
		this.#stopTimer = this.#parts.options.clock.after(REFRESH, () => {
			this.#stopTimer = null;
			const { panel } = this.#parts.frontend.getUi();
			if (panel.kind !== 'loaded' || panel.panel.name !== 'open-sessions') return;
			this.#refresh();
			this.#refreshLater();
		});
	}

	async #open(wanted: WantedSession): Promise<void> {
		const { openSession } = this.#parts.options;
		if (openSession === undefined) return this.#notify('This run has one session only');
		const from = this.#front;
		const opened = await openSession(wanted, from.open.app.getState());
		if (!opened.ok) {
			if (wanted.handOver !== undefined) {
				return giveBack(from.open.app, wanted, opened.failure.message, this.#screenOf(from));
			}
			return this.#notify(sanitizeLine(opened.failure.message), true);
		}
		const handOver = wanted.handOver === undefined ? null : await import('../hand-over/hand-over.js');
		if (this.#isStopped) {
			await opened.value.close?.();
			return;
		}
		const open = this.#parts.open(opened.value);
		const neighbour = this.#all.find((kept) => isSameFolder(kept.open.app, open.app));
		const kept = this.#keep(open);
		this.#show(kept);
		// Nothing written there may go before the first prompt.
		if (handOver !== null) this.#handOver(from, kept, wanted, handOver);
		open.app.start();
		open.begin();
		if (handOver !== null) return;
		const { cwd } = open.app.getState();
		if (neighbour === undefined || this.#warned.has(cwd)) return;
		this.#warned.add(cwd);
		const other = `Session ${this.#numberOf(neighbour)} (${nameOf(neighbour.open.app.getState())})`;
		const title = `${other} works in this folder as well: what both change at once may be lost.`;
		const hint = '/worktree gives this session a copy of the repository with a branch of its own';
		open.app.dispatch({ type: 'note', level: 'warning', title, hint });
	}

	/** The new session continues the other one once its agent is ready; on failure that one is in front again. */
	#handOver(from: Opened, kept: Opened, wanted: WantedSession, by: typeof import('../hand-over/hand-over.js')): void {
		kept.handOver = by.carryOut({
			from: from.open.app,
			to: kept.open.app,
			ids: this.#parts.options.ids,
			text: wanted.handOver ?? '',
			failed: (why) => {
				if (this.#isStopped) return;
				// Not within the session's own event.
				queueMicrotask(() => {
					// Otherwise the user is using that session already.
					if (kept.open.app.getState().isHandOverDue === true) {
						if (this.#all.includes(from)) this.#show(from);
						takeAlong(kept.open.app, from.open.app, this.#parts.frontend);
						void this.#remove(kept);
					}
					giveBack(from.open.app, wanted, why, this.#screenOf(from));
				});
			},
		});
	}

	#show(kept: Opened | undefined): void {
		if (kept === undefined || kept === this.#front) return;
		this.#shown = [...this.#shown.filter((each) => each !== this.#front), this.#front];
		this.#front = kept;
		kept.hasNews = false;
		kept.hasFailed = false;
		this.#rows = this.#currentRows();
		const heading = headingOf(this.#numberOf(kept), kept.open.app.getState(), this.#parts.options.home);
		this.#parts.show(kept.open, heading, this.#rows);
		this.#parts.attention.setOthers(this.#othersActivity());
	}

	#step(by: 1 | -1): void {
		const count = this.#all.length;
		const next = this.#all[(this.#all.indexOf(this.#front) + by + count) % count];
		if (next === this.#front) this.#notify('No other session is open; /session new opens one');
		else this.#show(next);
	}

	#showWaiting(): void {
		const others = this.#all.filter((kept) => kept !== this.#front).sort((one, other) => one.lastAt - other.lastAt);
		const isWaiting = ({ open }: Opened): boolean => activityOf(open.app.getState()) === 'waiting';
		const found = others.find(isWaiting) ?? others.find(({ hasNews }) => hasNews);
		if (found === undefined) this.#notify('No other session waits for you');
		else this.#show(found);
	}

	async #close(kept: Opened | undefined, isSure = false): Promise<void> {
		if (kept === undefined) return;
		if (this.#all.length < 2) return this.#notify('This is the only session; /quit ends it and the program');
		const session = kept.open.app.getState();
		const [number, name] = [this.#numberOf(kept), nameOf(session)];
		const now = this.#parts.options.clock.now();
		const isConfirmed = isSure || (this.#closing?.id === kept.id && isConfirmedBy(now, this.#closing.at));
		if ((session.turn !== null || runningCommands(session).length > 0) && !isConfirmed) {
			this.#closing = { id: kept.id, at: now };
			return this.#notify(`Session ${number} (${name}) is at work; close it again to stop it`);
		}
		this.#closing = null;
		if (kept.handOver?.abandon() === true) return;
		const next = this.#shown.filter((each) => each !== kept).at(-1) ?? this.#all.find((each) => each !== kept);
		if (kept === this.#front) this.#show(next);
		const closed = this.#remove(kept);
		this.#notify(`Closed session ${number} (${name})`);
		await closed;
	}

	async #remove(kept: Opened): Promise<void> {
		kept.unsubscribe();
		this.#all.splice(this.#all.indexOf(kept), 1);
		this.#shown = this.#shown.filter((each) => each !== kept);
		this.#parts.close(kept.open);
		this.#refresh();
		await kept.open.session.close?.();
	}

	/** Null where it is not in front. */
	#screenOf(kept: Opened): Pick<Frontend, 'panel'> | null {
		return kept === this.#front ? this.#parts.frontend : null;
	}

	#numberOf(kept: Opened): number {
		return this.#all.indexOf(kept) + 1;
	}

	#notify(words: string, isLong = false): void {
		if (!this.#isStopped) this.#parts.frontend.notify(words, isLong);
	}
}
