import type { AppEvent } from '../../core/event.js';

/** What standard error says of an event, or null. Not sanitised. */
export function remarkOn(event: AppEvent): string | null {
	if (event.type === 'decided' && event.verdict.decision === 'denied') {
		return `Denied: ${event.title} (${event.verdict.because})`;
	}
	if (event.type === 'asked' && event.ask.kind === 'exit-plan') {
		return 'The agent asked to leave plan mode: it was told to keep planning.';
	}
	if (event.type === 'notice' || (event.type === 'note' && event.level !== 'info')) {
		const detail = event.detail === undefined ? '' : `\n${event.detail}`;
		return `${event.title}${detail}`;
	}
	if (event.type === 'note') return event.title;
	return event.type === 'effect-failed' ? event.failure.message : null;
}
