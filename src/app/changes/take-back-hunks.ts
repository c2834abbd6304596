import type { ChosenText } from '../../core/chosen-text.js';
import { patchedPlainly } from '../../core/edits/patched-text.js';
import type { PathFact } from '../../core/policy/policy-types.js';
import type { Ports } from '../../core/ports.js';
import { Serial } from '../../core/serial.js';
import { findCall } from '../../core/session/entries/entry-list.js';
import { isOpenCall } from '../../core/tool-call.js';
import type { Store } from '../store.js';

/** The part of a change that a call may write. */
export type Expected = { readonly toolCallId: string; readonly part: ChosenText; readonly path: PathFact };

type Followed = Expected & {
	readonly turnId: string | undefined;
	/** Attempts to take the rest back. */
	times: number;
	/** The file had the wanted content once; later changes are not ours. */
	wasDone: boolean;
	/** Neither the text before nor one that was asked about, since when. */
	other: { readonly text: string | null; readonly since: number } | null;
	/** Something else was allowed for the file: it is looked at once more. */
	isLast: boolean;
};

type Options = {
	readonly store: Store;
	readonly ports: Pick<Ports, 'files' | 'clock' | 'log'>;
	readonly report: (part: ChosenText, how: 'taken-back' | 'not-taken-back') => void;
};

/** Milliseconds between looks in a turn: the first, each twice as long as the one before, and the longest. */
const FIRST = 100;
const LONGEST = 2000;
/** The same after the turn. */
const AFTER_TURN = [100, 200, 400];
/** Attempts to take one file back; an agent that writes it again then has it. */
const MOST_TIMES = 3;

/**
 * Follows files that agents write by themselves, of which a part was allowed: the rest is taken back as soon as it is
 * there. Some agents report a call as completed before they write, or write twice, so a file is looked at until the
 * turn's end, and for a moment beyond.
 */
export class TakeBack {
	readonly #options: Options;
	#followed: Followed[] = [];
	readonly #serial = new Serial();
	#waiting: (() => void)[] = [];
	#stopTimer: (() => void) | null = null;
	/** Looks since the last event that counts. */
	#looks = 0;

	constructor(options: Options) {
		this.#options = options;
		let turnId: string | undefined;
		options.store.onEvent((event) => {
			const turn = options.store.getState().turn?.id;
			const isOtherTurn = turn !== turnId;
			turnId = turn;
			if (this.#followed.length > 0 && (isOtherTurn || event.type === 'tool')) this.#lookNow();
		});
	}

	follow(expected: readonly Expected[]): void {
		const turnId = this.#options.store.getState().turn?.id;
		const fresh = { turnId, times: 0, wasDone: false, other: null, isLast: false };
		this.#followed.push(...expected.map((each): Followed => ({ ...each, ...fresh })));
		this.#again(false);
	}

	/** The part was written through the client. */
	wrote(expected: Expected | undefined): void {
		this.#drop(({ part }) => part === expected?.part);
	}

	/** The whole of a change was allowed later, or another one of the file. */
	allowed(real: string, newTexts: readonly string[]): void {
		this.#drop(({ path, part }) => path.real === real && newTexts.some((text) => isSame(text, part.newText)));
		for (const each of this.#followed) if (each.path.real === real && this.#isOver(each)) each.isLast = true;
		if (this.#followed.some(({ isLast }) => isLast)) this.#lookNow();
	}

	/** Settles when no file is followed any more; null: none is. */
	settled(): Promise<void> | null {
		return this.#followed.length === 0 ? null : new Promise((settle) => this.#waiting.push(settle));
	}

	/** Settles when the files of a call that ended, else those of all, have been looked at; null: none is followed. */
	looked(toolCallId?: string): Promise<void> | null {
		const isOf = (each: Followed): boolean => toolCallId === undefined || each.toolCallId === toolCallId;
		return this.#followed.some(isOf) ? this.#look() : null;
	}

	/** A last look, when the agent has ended. */
	async finish(): Promise<void> {
		for (const each of this.#followed) each.isLast = true;
		await this.#look();
	}

	#drop(isOver: (followed: Followed) => boolean): void {
		this.#followed = this.#followed.filter((each) => !isOver(each));
		if (this.#followed.length > 0) return;
		this.#stopTimer?.();
		this.#stopTimer = null;
		for (const settle of this.#waiting.splice(0)) settle();
	}

	#isOver({ toolCallId, turnId }: Followed): boolean {
		const state = this.#options.store.getState();
		const call = findCall(state, toolCallId);
		return call === null || !isOpenCall(call) || state.turn?.id !== turnId;
	}

	#lookNow(): void {
		this.#looks = 0;
		void this.#look();
	}

	#look(): Promise<void> {
		this.#stopTimer?.();
		this.#stopTimer = null;
		return this.#serial.run(async () => {
			const { turn } = this.#options.store.getState();
			const isTurnOver = (each: Followed): boolean => turn?.id !== each.turnId;
			const due = this.#followed.filter((each) => this.#isOver(each) || each.isLast);
			for (const each of due) {
				const isLast = each.isLast || (isTurnOver(each) && (turn !== null || this.#looks >= AFTER_TURN.length));
				if (this.#followed.includes(each)) await this.#lookAt(each, isLast);
			}
			this.#again(due.filter((each) => this.#followed.includes(each)).some(isTurnOver));
		});
	}

	/** Looks again in a while, where there is something to look at. */
	#again(isTurnOver: boolean): void {
		if (this.#stopTimer !== null || !this.#followed.some((each) => this.#isOver(each))) return;
		const delay = isTurnOver ? AFTER_TURN[this.#looks] : Math.min(LONGEST, FIRST * 2 ** this.#looks);
		this.#looks += 1;
		this.#stopTimer = this.#options.ports.clock.after(delay ?? FIRST, () => void this.#look());
	}

	async #lookAt(each: Followed, isLast: boolean): Promise<void> {
		const { ports, report } = this.#options;
		const { part } = each;
		try {
			const outcome = await this.#takeBack(each, isLast);
			if (outcome !== null) report(part, outcome);
			if (isLast || outcome === 'not-taken-back') this.#drop((one) => one === each);
		} catch (error) {
			ports.log.write('error', 'a part of a change was not taken back', { error });
			this.#drop((one) => one === each);
			report(part, 'not-taken-back');
		}
	}

	/** Outcome to report; null: nothing. */
	async #takeBack(each: Followed, isLast: boolean): Promise<'taken-back' | 'not-taken-back' | null> {
		const { files, clock } = this.#options.ports;
		const { part, path } = each;
		const now = await files.read(path.given, { real: path.real });
		const text = now.ok ? now.value : null;
		if (text === part.text) each.wasDone = true;
		if (text === part.oldText || text === part.text) {
			each.other = null;
			return null;
		}
		if (text !== null && isSame(text, part.newText) && part.text !== null) {
			each.other = null;
			return this.#write(each, part.text);
		}
		if (each.wasDone) {
			this.#drop((one) => one === each);
			return null;
		}
		// The agent may still be writing the file.
		const isStill = each.other?.text === text && clock.now() - each.other.since >= FIRST;
		if (each.other?.text !== text) each.other = { text, since: clock.now() };
		if (!isStill && !isLast) return null;
		// A formatter was at it, or somebody: the rest goes where all lines around it are as the agent wrote them.
		const without = text === null || part.text === null ? null : patchedPlainly(text, part.difference);
		return without === null ? 'not-taken-back' : this.#write(each, without);
	}

	async #write(each: Followed, text: string): Promise<'taken-back' | 'not-taken-back'> {
		each.times += 1;
		if (each.times > MOST_TIMES) return 'not-taken-back';
		const written = await this.#options.ports.files.write(each.path.given, text, each.path.real);
		each.wasDone = written.ok;
		return written.ok ? 'taken-back' : 'not-taken-back';
	}
}

/** Line ends aside: the change was shown with those of the file. */
export function isSame(one: string, other: string): boolean {
	return one === other || one.replaceAll('\r\n', '\n') === other.replaceAll('\r\n', '\n');
}
