import { isSet, type World } from './world.js';

/** The parts that a config switches by name. Without `snapshots` versions of files live in a temporary folder. */
export const PERSISTENCE_PARTS = ['sessions', 'history', 'drafts', 'snapshots', 'log'] as const;

type Part = (typeof PERSISTENCE_PARTS)[number];

export type Persistence = Readonly<Record<Part, boolean>>;

export const PERSISTS_ALL: Persistence = every(true);

const PERSISTS_NOTHING: Persistence = every(false);

export type WrittenPersistence = boolean | { readonly [Each in Part]?: boolean | undefined };

export function withPersistence(below: Persistence, written: WrittenPersistence): Persistence {
	if (typeof written === 'boolean') return every(written);
	return everyPart((part) => written[part] ?? below[part]);
}

/** Keeps what both keep: a project may switch off what its user keeps, and nothing on. */
export function leastPersistence(one: Persistence, other: Persistence): Persistence {
	return everyPart((part) => one[part] && other[part]);
}

/** `--no-persistence` and `ACP_TUI_NO_PERSISTENCE` switch everything off, whatever the config says. */
export function persistenceFor(
	configured: Persistence,
	{ isOff, env }: { readonly isOff: boolean; readonly env: World['env'] },
): Persistence {
	return isOff || isSet(env['ACP_TUI_NO_PERSISTENCE']) ? PERSISTS_NOTHING : configured;
}

/** Whether the state folder may be written at all, also with remembered answers and what agents showed. */
export function persistsState(persistence: Persistence): boolean {
	return PERSISTENCE_PARTS.some((part) => persistence[part]);
}

function every(isPersisted: boolean): Persistence {
	return everyPart(() => isPersisted);
}

function everyPart(isPersisted: (part: Part) => boolean): Persistence {
	return Object.fromEntries(PERSISTENCE_PARTS.map((part) => [part, isPersisted(part)])) as Persistence;
}
