import type { UnaskedAction } from '../../core/asking.js';
import type { AppEvent } from '../../core/event.js';
import { isReadOnlyKind } from '../../core/tool-call.js';
import type { Decisions } from './exit-code.js';

/** What was refused, and why. */
type Denial = { readonly title: string; readonly because: string };

/** So many are listed; what was broken counts beyond them. */
const MOST_UNASKED = 1000;

/** What forbade it and was broken: a deny rule or plan mode; null where it was kept, or would have been a question. */
export function brokeOf({ rule, isInPlan, kept }: UnaskedAction): 'rule' | 'plan' | null {
	if (kept !== undefined) return null;
	return rule !== undefined ? 'rule' : isInPlan ? 'plan' : null;
}

/** What the events of a run say besides the answer. */
export class RunRecord {
	readonly denied: Denial[] = [];
	/** What the agent did without asking, though the mode or a rule wanted it asked or refused. */
	readonly unasked: UnaskedAction[] = [];
	/** The plan of the last exit from plan mode that was asked for; null when none was. */
	plan: string | null = null;
	/** Ids of what was found changed: an older session brings others. */
	readonly changeSets = new Set<string>();
	#allowed = 0;
	#isBroken = false;

	add(event: AppEvent): void {
		if (event.type === 'question-asked' && event.question.kind === 'exit-plan') this.plan = event.question.plan ?? '';
		// There is no user to ask, so an open question will be dismissed, which denies it.
		if (event.type === 'question-asked' && event.question.kind === 'permission') {
			this.denied.push({ title: event.question.request.title, because: event.question.because });
		}
		if (event.type === 'unasked') {
			if (this.unasked.length < MOST_UNASKED) this.unasked.push(event.action);
			this.#isBroken ||= brokeOf(event.action) !== null;
		}
		if (event.type === 'turn-changes' || event.type === 'plan-tampering') {
			this.changeSets.add(event.set.id);
			this.#isBroken ||= event.set.files.some((file) => file.isTampering);
		}
		if (event.type !== 'decided') return;
		const { decision, because } = event.verdict;
		if (decision === 'denied') this.denied.push({ title: event.title, because });
		// Looking needs no permission, so it does not outweigh a denial.
		else if (event.kind === undefined || !isReadOnlyKind(event.kind)) this.#allowed += 1;
	}

	decisions(): Decisions {
		const isPlanKept = this.plan !== null;
		return { denied: this.denied.length, allowed: this.#allowed, isPlanKept, isBroken: this.#isBroken };
	}
}
