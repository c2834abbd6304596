import type { Hook, HookEvent } from '../../core/hooks/hook.js';
import { HOOK_EVENTS, MATCHED_EVENTS } from '../../core/hooks/hook.js';
import { parseRule } from '../../core/policy/rules.js';
import { badRule } from '../command-line-messages.js';
import { UsageError } from '../errors.js';
import type { Source } from './config-values.js';
import type { WrittenHook } from './schema-parts.js';

/** A hook of a file; `place`: the key and file for messages. */
export type HookText = WrittenHook & {
	readonly event: HookEvent;
	readonly source: Hook['source'];
	readonly place: string;
};

/** Seconds. */
const TIMEOUT = 60;

export function hookTexts(event: HookEvent, written: readonly WrittenHook[], source: Source): readonly HookText[] {
	return written.map((hook, index) => ({
		...hook,
		event,
		source: source.origin === 'project' ? 'project' : 'user',
		place: `${source.placeOf(['hooks', event, index])}: hooks.${event}[${index}]`,
	}));
}

/** Hooks that run, by event and in their order. Throws a UsageError for a `match` that is no rule or matches nothing. */
export function hooksOf(hooks: Readonly<Record<HookEvent, readonly HookText[]>>): readonly Hook[] {
	return HOOK_EVENTS.flatMap((event) => hooks[event].map(hookOf));
}

function hookOf({ event, command, match, timeout = TIMEOUT, source, place }: HookText): Hook {
	if (match === undefined) return { event, command, timeout, source };
	if (!MATCHED_EVENTS.has(event))
		throw new UsageError(`${place}.match: belongs to ${[...MATCHED_EVENTS].join(', ')}; ${event} is about no action`);
	// A deny rule matches in doubt, and so does a hook.
	const rule = parseRule(match, 'deny', source);
	if (!rule.ok) throw new UsageError(badRule(`${place}.match`, match, rule.failure.message));
	return { event, command, timeout, source, match: rule.value };
}
