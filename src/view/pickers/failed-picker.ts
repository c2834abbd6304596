import { errorClassOf } from '../../core/failure-class.js';
import type { FailedPrompt, SessionState } from '../../core/session/state.js';
import { failedList as words } from '../retry/retry-messages.js';
import type { ScreenContext } from '../state/context.js';
import type { Picker, PickerChoices, PickerItem } from '../state/picker.js';
import { localTime, timeLeft } from '../time-left.js';
import { modelOptions } from './model.js';

type Choice = PickerChoices['failed'];

/** True where there is more to choose than to send the prompt again. */
export function hasChoices({ failure, wait }: FailedPrompt): boolean {
	const errorClass = errorClassOf(failure);
	return (
		wait === undefined &&
		(errorClass === 'usageLimit' || errorClass === 'contextFull' || failure.resetsAt !== undefined)
	);
}

/** What can be done about a prompt that a limit stopped; null where there is nothing to choose. */
export function failedPicker({ session, now }: Pick<ScreenContext, 'session' | 'now'>): Picker<'failed'> | null {
	const { failed } = session;
	if (failed === undefined || !hasChoices(failed)) return null;
	const isFull = errorClassOf(failed.failure) === 'contextFull';
	const rows = isFull ? contextRows(session) : limitRows(session, failed, now);
	const { resetsAt } = failed.failure;
	const title = isFull ? words.contextFull : words.usageLimit(resetsAt === undefined ? null : localTime(resetsAt, now));
	return { kind: 'failed', title, items: [...rows, item(words.leave, words.leaveDetail, 'leave')], selected: 0 };
}

function limitRows(session: SessionState, { failure: { resetsAt } }: FailedPrompt, now: number): PickerItem<Choice>[] {
	const later =
		resetsAt === undefined
			? []
			: resetsAt > now
				? [item(words.atReset(localTime(resetsAt, now)), words.atResetDetail(timeLeft(resetsAt, now)), 'at-reset')]
				: [item(words.again, '', 'again')];
	const model = modelOptions(session).length === 0 ? [] : [item(words.model, words.modelDetail, 'model')];
	const agents = [
		item(words.handOver, words.handOverDetail, 'hand-over'),
		item(words.agent, words.agentDetail, 'agent'),
	];
	return [...later, ...model, ...agents];
}

function contextRows({ commands }: SessionState): PickerItem<Choice>[] {
	const hasCompact = commands.some(({ name }) => name === 'compact');
	return [
		item(words.compact, hasCompact ? words.compactDetail : words.briefingDetail, 'compact'),
		item(words.rewind, words.rewindDetail, 'rewind'),
		item(words.fresh, words.freshDetail, 'new'),
	];
}

function item(label: string, detail: string, next: Choice['next']): PickerItem<Choice> {
	return { label, detail, isCurrent: false, choice: { next } };
}
