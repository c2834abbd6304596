import { type Fields, isRecord } from '../is-record.js';

type Said = { readonly role: 'user' | 'agent'; readonly text: string };

export type SaidCollector = {
	add(event: unknown): void;
	/** Another line came between: the agent's next words are another message unless an id says so. */
	pause(): void;
	end(): readonly Said[];
};

/** Types of events with messages; for others `pause` is enough. */
export const SAYING: ReadonlySet<string> = new Set([
	'prompt',
	'queue-edit',
	'queue-insert',
	'steer',
	'text',
	'run-command',
]);

/** Later text is not searched (UTF-16 units). */
export function collectSaid(mostChars: number): SaidCollector {
	const said: Said[] = [];
	let parts: string[] = [];
	let speaker: { readonly role: Said['role']; readonly messageId: unknown } | null = null;
	let isPaused = false;
	let chars = 0;
	const finish = (): void => {
		if (speaker !== null && parts.length > 0) said.push({ role: speaker.role, text: parts.join('') });
		parts = [];
		speaker = null;
	};
	const take = (text: string): string => {
		const kept = text.slice(0, Math.max(0, mostChars - chars));
		chars += kept.length;
		return kept;
	};
	const whole = (text: unknown): void => {
		finish();
		if (typeof text === 'string' && text.trim() !== '') said.push({ role: 'user', text: take(text) });
	};
	const chunk = ({ role, text, messageId }: Fields): void => {
		if ((role !== 'user' && role !== 'agent') || typeof text !== 'string') return;
		const isSame =
			speaker !== null &&
			speaker.role === role &&
			speaker.messageId === messageId &&
			!(isPaused && messageId === undefined);
		if (!isSame) finish();
		speaker ??= { role, messageId };
		isPaused = false;
		const kept = take(text);
		if (kept !== '') parts.push(kept);
	};
	return {
		add(event) {
			if (!isRecord(event)) return;
			switch (event['type']) {
				case 'text':
					return chunk(event);
				case 'prompt':
				case 'queue-insert':
					return whole(isRecord(event['prompt']) ? event['prompt']['text'] : undefined);
				case 'steer':
					// What waited in the queue was said before.
					return event['isQueued'] === true
						? undefined
						: whole(isRecord(event['prompt']) ? event['prompt']['text'] : undefined);
				case 'queue-edit':
					return whole(event['text']);
				case 'run-command':
					return whole(event['line']);
				default:
					isPaused = true;
			}
		},
		pause() {
			isPaused = true;
		},
		end() {
			finish();
			return said;
		},
	};
}
