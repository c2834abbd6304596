import type { RetryChance, RetryEvent } from '../../retry-event.js';
import { name } from './content.js';
import { count, type EventReaders, exactly, number, type Reader, shape } from './reader.js';

const MOST_RETRIES = 1000;

export const retryChance: Reader<RetryChance> = (value) => {
	const read = shape<RetryChance>({ limit: count, seconds: number, chance: number })(value);
	if (read === undefined || read.limit > MOST_RETRIES || read.seconds < 0) return undefined;
	return { ...read, chance: Math.max(0, Math.min(1, read.chance)) };
};

export const retryEvents: EventReaders<RetryEvent> = {
	'retry-due': shape({ type: exactly('retry-due'), retryId: name }),
	'retry-now': shape({ type: exactly('retry-now') }),
	'retry-stop': shape({ type: exactly('retry-stop') }),
	'retry-at-reset': shape({ type: exactly('retry-at-reset') }),
	'retry-hold': shape({ type: exactly('retry-hold') }),
	'retry-leave': shape({ type: exactly('retry-leave') }),
};
