import { type Fields, fieldsOf } from '../is-record.js';

/** `start`: of its first event. */
type Message = { readonly role: 'user' | 'agent'; readonly start: number; readonly text: string };

export type MessageCollector = {
	/** `start`: any number that tells where in the log the event stands. */
	add(event: unknown, start: number): void;
	/** For a line between messages: the agent's next words are another message unless their id is the same. */
	pause(): void;
	end(): readonly Message[];
};

/** Types of events with messages; for others `pause` is enough. */
export const MESSAGE_EVENTS: ReadonlySet<string> = new Set([
	'prompt',
	'queue-edit',
	'queue-insert',
	'steer',
	'text',
	'run-command',
]);

/** Later text is not searched (UTF-16 units). */
export function collectMessages(mostChars: number): MessageCollector {
	const messages: Message[] = [];
	let parts: string[] = [];
	let speaker: { readonly role: Message['role']; readonly start: number; readonly messageId: unknown } | null = null;
	let isPaused = false;
	let chars = 0;
	const finish = (): void => {
		if (speaker !== null && parts.length > 0)
			messages.push({ role: speaker.role, start: speaker.start, text: parts.join('') });
		parts = [];
		speaker = null;
	};
	const take = (text: string): string => {
		const kept = text.slice(0, Math.max(0, mostChars - chars));
		chars += kept.length;
		return kept;
	};
	const whole = (text: unknown, start: number): void => {
		finish();
		if (typeof text === 'string' && text.trim() !== '') messages.push({ role: 'user', start, text: take(text) });
	};
	const chunk = ({ role, text, messageId }: Fields, start: number): void => {
		if ((role !== 'user' && role !== 'agent') || typeof text !== 'string') return;
		const isSame =
			speaker !== null &&
			speaker.role === role &&
			speaker.messageId === messageId &&
			!(isPaused && messageId === undefined);
		if (!isSame) finish();
		speaker ??= { role, start, messageId };
		isPaused = false;
		const kept = take(text);
		if (kept !== '') parts.push(kept);
	};
	return {
		add(event, start) {
			const { type, isQueued, prompt, text, line } = fieldsOf(event);
			switch (type) {
				case 'text':
					return chunk(fieldsOf(event), start);
				case 'steer':
					// A prompt of the queue is in the log already.
					return isQueued === true ? undefined : whole(fieldsOf(prompt)['text'], start);
				case 'prompt':
				case 'queue-insert':
					return whole(fieldsOf(prompt)['text'], start);
				case 'queue-edit':
					return whole(text, start);
				case 'run-command':
					return whole(line, start);
				default:
					isPaused = true;
			}
		},
		pause() {
			isPaused = true;
		},
		end() {
			finish();
			return messages;
		},
	};
}
