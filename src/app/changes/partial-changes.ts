import type { ChosenText, PartialWay } from '../../core/chosen-text.js';
import { defined } from '../../core/defined.js';
import type { PlannedChange } from '../../core/edits/planned-change.js';
import type { PartTaken } from '../../core/files-event.js';
import type { ActionRequest } from '../../core/policy/policy-types.js';
import type { Ports } from '../../core/ports.js';
import { partWords } from '../../core/session/changes/part-taken.js';
import { confirmation } from '../../core/session/question.js';
import { canSteer } from '../../core/session/steering/steering-of.js';
import { TAKE_BACK, takeBackBecause } from '../app-messages.js';
import type { Questions } from '../questions.js';
import type { Store } from '../store.js';
import { type Expected, isSame, TakeBack } from './take-back-hunks.js';

type Options = {
	readonly store: Store;
	readonly ports: Ports;
	readonly questions: Questions;
	readonly way: PartialWay;
};

/** Reports a part to the agent, at once where it takes words in a turn, else with the next prompt; and to the user. */
export function reportPart(
	{ store, ports }: { readonly store: Pick<Store, 'getState' | 'dispatch'>; readonly ports: Pick<Ports, 'ids'> },
	{ path, taken, total, difference, of }: Omit<PartTaken, 'type' | 'how' | 'isTold'>,
	how: PartTaken['how'],
): void {
	const part = { path, taken, total, difference, how, ...defined({ of }) };
	const isTold = canSteer(store.getState());
	store.dispatch({ type: 'part-taken', ...part, isTold });
	if (!isTold) return;
	const text = partWords(part);
	store.dispatch({
		type: 'steer',
		isQueued: true,
		prompt: { id: ports.ids.next('prompt'), text, pastes: [], blocks: [{ type: 'text', text }] },
	});
}

/** The part of the changes that was taken; files taken whole are not among the chosen. */
function takenOf({ changes, diffs }: ActionRequest, chosen: readonly ChosenText[]): readonly PlannedChange[] {
	const others = (changes ?? diffs).filter((change) => chosen.every(({ path }) => path !== change.path));
	const parts = chosen.flatMap(({ path, oldText, text, taken }) =>
		taken === 0 || text === null ? [] : [{ path, oldText, newText: text }],
	);
	return [...parts, ...others];
}

/** Parts of changes that the user took: what is written in place of the whole, and the words for the agent. */
export class PartialChanges {
	readonly #options: Options;
	/** Expected writes, which last as long as the grants that they narrow, beyond the end of their calls. */
	#expected: readonly Expected[] = [];
	readonly #takeBack: TakeBack;
	/** The agent has written a file through the client's own method: then all its files go that way. */
	#writesThroughUs = false;

	constructor(options: Options) {
		this.#options = options;
		const { store, ports } = options;
		this.#takeBack = new TakeBack({ store, ports, report: (part, how) => this.report(part, how) });
	}

	wroteThroughUs(): void {
		this.#writesThroughUs = true;
	}

	/** Whether parts of this request may be allowed: if not, it is to be rejected, in words that name the parts. */
	async mayAllow(request: ActionRequest, chosen: readonly ChosenText[], signal: AbortSignal): Promise<boolean> {
		const isKnown = ({ path }: ChosenText): boolean => request.paths.some(({ given }) => given === path);
		// A file that is not to be made cannot be taken back as a text.
		if (!chosen.every((part) => part.text !== null && isKnown(part))) return false;
		if (this.#writesThroughUs) return true;
		const { way, questions, ports } = this.#options;
		if (way !== 'ask') return way === 'takeBack';
		const question = confirmation(
			{
				...{ id: ports.ids.next('question'), because: takeBackBecause, askedAt: ports.clock.now() },
				request: { ...request, changes: takenOf(request, chosen) },
			},
			TAKE_BACK,
		);
		const outcome = await questions.put(question, signal);
		return outcome.type === 'selected' && outcome.optionId === 'allow';
	}

	/** Keeps which part a call may write: through the client's method, or taken back after it. */
	expect(toolCallId: string, request: ActionRequest, chosen: readonly ChosenText[]): void {
		const expected = chosen.flatMap((part): Expected[] => {
			const path = request.paths.find(({ given }) => given === part.path);
			return path === undefined ? [] : [{ toolCallId, part, path }];
		});
		this.#expected = [...this.#expected, ...expected];
		this.#takeBack.follow(expected);
	}

	/** The part of a text that was allowed for a file; undefined: all of it. Then none is left for that file. */
	takeWrite(real: string, content: string): ChosenText | undefined {
		const found = this.#expected.findLast(({ path, part }) => path.real === real && isSame(part.newText, content));
		if (found === undefined) return undefined;
		this.#expected = this.#expected.filter(({ path }) => path.real !== real);
		this.#takeBack.wrote(found);
		return found.part;
	}

	/** A change was allowed as a whole: what was left out of the same one before is not taken back any more. */
	allowed({ paths, changes, diffs }: ActionRequest): void {
		for (const { given, real } of paths) {
			if (real === null) continue;
			const texts = [...(changes ?? []), ...diffs].filter(({ path }) => path === given).map(({ newText }) => newText);
			const isThis = ({ path, part }: Expected): boolean =>
				path.real === real && texts.some((text) => isSame(text, part.newText));
			this.#expected = this.#expected.filter((each) => !isThis(each));
			this.#takeBack.allowed(real, texts);
		}
	}

	/** Settles when what a call, else any, wrote was looked at, and the rest taken back; null: nothing is followed. */
	looked(toolCallId?: string): Promise<void> | null {
		return this.#takeBack.looked(toolCallId);
	}

	/** Settles when no file is followed any more; null: none is. */
	settled(): Promise<void> | null {
		return this.#takeBack.settled();
	}

	/** A last look at the files, when the agent has ended. */
	finish(): Promise<void> {
		return this.#takeBack.finish();
	}

	/** Ends with the grants. */
	clear(): void {
		this.#expected = [];
	}

	report(part: ChosenText, how: PartTaken['how']): void {
		reportPart(this.#options, part, how);
	}
}
