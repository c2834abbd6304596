import type { UnaskedAction } from '../../core/asking.js';
import type { AppEvent } from '../../core/event.js';
import { isReadOnlyKind } from '../../core/tool-call.js';
import type { Decisions } from './exit-code.js';

/** What was refused, and why. */
type Denial = { readonly title: string; readonly because: string };

/** What the events of a run say besides the answer. */
export type RunRecord = {
	add(event: AppEvent): void;
	decisions(): Decisions;
	denied(): readonly Denial[];
	/** What the agent did without asking, though the mode or a rule wanted it asked or refused. */
	unasked(): readonly UnaskedAction[];
	/** The plan of the last exit from plan mode that was asked for; null when none was. */
	plan(): string | null;
};

/** So many are listed; what was broken counts beyond them. */
const MOST_UNASKED = 1000;

/** A record without events. */
export function createRunRecord(): RunRecord {
	const denied: Denial[] = [];
	let allowed = 0;
	let plan: string | null = null;
	const unasked: UnaskedAction[] = [];
	let isBroken = false;
	return {
		add(event) {
			if (event.type === 'question-asked' && event.question.kind === 'exit-plan') plan = event.question.plan ?? '';
			// There is no user to ask, so an open question will be dismissed, which denies it.
			if (event.type === 'question-asked' && event.question.kind === 'permission') {
				denied.push({ title: event.question.request.title, because: event.question.because });
			}
			if (event.type === 'unasked') {
				if (unasked.length < MOST_UNASKED) unasked.push(event.action);
				isBroken ||= event.action.rule !== undefined || event.action.isInPlan;
			}
			if (event.type === 'turn-changes' || event.type === 'plan-tampering') {
				isBroken ||= event.set.files.some((file) => file.isTampering);
			}
			if (event.type !== 'decided') return;
			if (event.verdict.decision === 'denied') denied.push({ title: event.title, because: event.verdict.because });
			// Looking needs no permission, so it does not outweigh a denial.
			else if (event.kind === undefined || !isReadOnlyKind(event.kind)) allowed += 1;
		},
		decisions: () => ({
			denied: denied.length,
			allowed,
			isPlanKept: plan !== null,
			isBroken,
		}),
		denied: () => denied,
		unasked: () => unasked,
		plan: () => plan,
	};
}
