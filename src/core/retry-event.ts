import { name } from './content-schema.js';
import { count, type EventOf, number, type Read, shape, withWrite } from './schema.js';

export const retryEvents = {
	'retry-due': { retryId: name },
	'retry-now': {},
	'retry-stop': {},
	'retry-at-reset': {},
	'retry-hold': {},
	'retry-leave': {},
};

export type RetryEvent = EventOf<typeof retryEvents>;

export const recoveryEvents = {
	'restart-due': { restartId: name },
	/** The user does not want an automatic restart, or declines one when asked. */
	'restart-stop': {},
};

export type RecoveryEvent = EventOf<typeof recoveryEvents>;

export type RetryPolicy = {
	/** Most repetitions; 0: never. */
	readonly limit: number;
	/** First pause; each further one is twice as long. */
	readonly seconds: number;
};

const MOST_RETRIES = 1000;

/** `chance` is from 0 to 1. */
const chanceFields = shape({ limit: count, seconds: number, chance: number });

export type RetryChance = Read<typeof chanceFields>;

export const retryChance = withWrite<RetryChance>((value) => {
	const read = chanceFields(value);
	if (read === undefined || read.limit > MOST_RETRIES || read.seconds < 0) return undefined;
	return { ...read, chance: Math.max(0, Math.min(1, read.chance)) };
}, chanceFields.write);
