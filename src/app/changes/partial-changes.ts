import type { ChosenText, PartialWay } from '../../core/edits/chosen-text.js';
import type { PartTaken } from '../../core/files-event.js';
import type { ActionRequest, PathFact } from '../../core/policy/types.js';
import type { Ports } from '../../core/ports.js';
import { toldOfPart } from '../../core/session/changes/part-words.js';
import { confirmation } from '../../core/session/question.js';
import { canSteer } from '../../core/session/steering/steering-of.js';
import { isOpenCall } from '../../core/tool-call.js';
import { TAKE_BACK, takeBackBecause } from '../app-messages.js';
import { findCall } from '../find-call.js';
import type { Questions } from '../questions.js';
import type { Store } from '../store.js';

type Expected = { readonly toolCallId: string; readonly part: ChosenText; readonly path: PathFact };

type Options = {
	readonly store: Store;
	readonly ports: Ports;
	readonly questions: Questions;
	readonly way: PartialWay;
};

/** Tells the agent of a part, at once where it takes words in a turn, else with the next prompt; and the user. */
export function tellPart(
	{ store, ports }: { readonly store: Pick<Store, 'getState' | 'dispatch'>; readonly ports: Pick<Ports, 'ids'> },
	{ path, taken, total, difference }: Pick<PartTaken, 'path' | 'taken' | 'total' | 'difference'>,
	how: PartTaken['how'],
): void {
	const isTold = canSteer(store.getState());
	store.dispatch({ type: 'part-taken', path, taken, total, difference, how, isTold });
	if (!isTold) return;
	const text = toldOfPart({ path, taken, total, difference, how });
	store.dispatch({
		type: 'steer',
		isQueued: true,
		prompt: { id: ports.ids.next('prompt'), text, pastes: [], blocks: [{ type: 'text', text }] },
	});
}

/** Parts of changes that the user took: what is written in place of the whole, and what the agent is told. */
export class PartialChanges {
	readonly #options: Options;
	/** They last as long as the grants that they narrow, beyond the end of their calls. */
	#expected: readonly Expected[] = [];
	/** Parts whose call is under way. */
	#followed: readonly Expected[] = [];
	/** The agent has written a file through the client's own method: then all its files go that way. */
	#writesThroughUs = false;

	constructor(options: Options) {
		this.#options = options;
		options.store.onEvent(() => this.#followCalls());
	}

	wroteThroughUs(): void {
		this.#writesThroughUs = true;
	}

	/** Whether parts of this request may be allowed: if not, it is to be rejected, with the parts told. */
	async mayAllow(request: ActionRequest, chosen: readonly ChosenText[], signal: AbortSignal): Promise<boolean> {
		const isKnown = ({ path }: ChosenText): boolean => request.paths.some(({ given }) => given === path);
		// A file that is not to be made cannot be taken back as a text.
		if (!chosen.every((part) => part.text !== null && isKnown(part))) return false;
		if (this.#writesThroughUs) return true;
		const { way, questions, ports } = this.#options;
		if (way !== 'ask') return way === 'takeBack';
		const question = confirmation(
			{ id: ports.ids.next('question'), request, because: takeBackBecause, askedAt: ports.clock.now() },
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
		this.#followed = [...this.#followed, ...expected];
	}

	/** The part of a text that was allowed for a file; undefined: all of it. None is left for that file. */
	takeWrite(real: string, content: string): ChosenText | undefined {
		const found = this.#expected.findLast(({ path, part }) => path.real === real && part.newText === content);
		this.#expected = this.#expected.filter(({ path }) => path.real !== real);
		this.#followed = this.#followed.filter((each) => each !== found);
		return found?.part;
	}

	/** Ends with the grants. */
	clear(): void {
		this.#expected = [];
	}

	tell(part: ChosenText, how: PartTaken['how']): void {
		tellPart(this.#options, part, how);
	}

	/** Takes back what a call wrote beyond the part that was allowed, once it has ended. */
	#followCalls(): void {
		if (this.#followed.length === 0) return;
		const state = this.#options.store.getState();
		const isOver = ({ toolCallId }: Expected): boolean => {
			const call = findCall(state, toolCallId);
			return call === null || !isOpenCall(call) || state.turn === null;
		};
		const over = this.#followed.filter(isOver);
		this.#followed = this.#followed.filter((each) => !over.includes(each));
		for (const each of over) {
			this.#takeBack(each).catch((error: unknown) => {
				this.#options.ports.log.write('error', 'a part of a change was not taken back', { error });
				this.tell(each.part, 'not-taken-back');
			});
		}
	}

	async #takeBack({ part, path }: Expected): Promise<void> {
		const { files } = this.#options.ports;
		const now = await files.read(path.given, { real: path.real });
		const text = now.ok ? now.value : null;
		// It has written nothing, or no more than it was to.
		if (text === part.oldText || text === part.text) return;
		if (text !== part.newText || part.text === null) return this.tell(part, 'not-taken-back');
		const written = await files.write(path.given, part.text, path.real);
		this.tell(part, written.ok ? 'taken-back' : 'not-taken-back');
	}
}
