import { isSet, type World } from './world.js';

export type Persistence = {
	readonly sessions: boolean;
	readonly history: boolean;
	readonly drafts: boolean;
	/** Versions of files, for /undo; where they are not kept they live in a temporary folder until the end of the run. */
	readonly snapshots: boolean;
	readonly log: boolean;
};

export const PERSISTENCE_PARTS = [
	'sessions',
	'history',
	'drafts',
	'snapshots',
	'log',
] as const satisfies readonly (keyof Persistence)[];

export const KEEPS_ALL: Persistence = every(true);

const KEEPS_NOTHING: Persistence = every(false);

export type WrittenPersistence = boolean | { readonly [Part in keyof Persistence]?: boolean | undefined };

export function withPersistence(below: Persistence, written: WrittenPersistence): Persistence {
	if (typeof written === 'boolean') return every(written);
	return everyPart((part) => written[part] ?? below[part]);
}

/** What both keep: a project may switch off what its user keeps, and nothing on. */
export function leastPersistence(one: Persistence, other: Persistence): Persistence {
	return everyPart((part) => one[part] && other[part]);
}

/**
 * What this run keeps: what the config says, unless the command line (`--no-persistence`) or the environment
 * (`ACP_TUI_NO_PERSISTENCE`) says that nothing is kept.
 */
export function persistenceFor(
	configured: Persistence,
	{ isOff, env }: { readonly isOff: boolean; readonly env: World['env'] },
): Persistence {
	return isOff || isSet(env['ACP_TUI_NO_PERSISTENCE']) ? KEEPS_NOTHING : configured;
}

/**
 * Whether the state folder may be written at all: where nothing is kept, nor are the answers for "always", what was
 * chosen of agents and what they showed.
 */
export function keepsState(persistence: Persistence): boolean {
	return PERSISTENCE_PARTS.some((part) => persistence[part]);
}

function every(isKept: boolean): Persistence {
	return everyPart(() => isKept);
}

function everyPart(isKept: (part: keyof Persistence) => boolean): Persistence {
	return {
		sessions: isKept('sessions'),
		history: isKept('history'),
		drafts: isKept('drafts'),
		snapshots: isKept('snapshots'),
		log: isKept('log'),
	};
}
