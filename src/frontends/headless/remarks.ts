import type { AppEvent } from '../../core/event.js';
import { named } from '../../core/session/changes.js';

/** What standard error says of an event, or null. Not sanitised. */
export function remarkOn(event: AppEvent): string | null {
	if (event.type === 'decided' && event.verdict.decision === 'denied') {
		return `Denied: ${event.title} (${event.verdict.because})`;
	}
	if (event.type === 'unasked') return `Done without asking: ${event.action.title} (${event.action.because})`;
	if (event.type === 'question-asked' && event.question.kind === 'exit-plan') {
		return 'The agent asked to leave plan mode: it was told to keep planning.';
	}
	if (event.type === 'notice' || (event.type === 'note' && event.level !== 'info')) {
		const detail = event.detail === undefined ? '' : `\n${event.detail}`;
		return `${event.title}${detail}`;
	}
	if (event.type === 'note') return event.title;
	if (event.type === 'turn-changes' || (event.type === 'plan-tampering' && event.isOver)) {
		const paths = event.set.files.filter((file) => file.isTampering).map((file) => file.path);
		if (paths.length === 0) return null;
		return `Files changed while plan mode is on: ${named(paths)}. The agent may have done it, you, or another program.`;
	}
	if (event.type === 'snapshot-failed') return `The files are not watched: ${event.failure.message}`;
	return event.type === 'effect-failed' ? event.failure.message : null;
}
