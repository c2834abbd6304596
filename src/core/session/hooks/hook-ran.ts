import type { HookEvent } from '../../hooks/hook.js';
import type { HookRanEvent } from '../../hooks/hook-event.js';
import { clip, sanitizeLine } from '../../text/sanitize.js';
import { appendBeforeStream } from '../entries/append.js';
import type { SessionState } from '../state.js';
import { only, type Reducers } from '../step.js';

const MOST_COMMAND = 80;

export const onHooks: Reducers<HookRanEvent> = {
	'hook-ran': (state, event, at) => only(showRun(countRun(state, event, at), event, at)),
};

function countRun(state: SessionState, { index, result, words }: HookRanEvent, at: number): SessionState {
	const hook = index === undefined ? undefined : state.hooks[index];
	if (index === undefined || hook === undefined) return state;
	const last = { result, at, ...(words === undefined ? {} : { words }) };
	return { ...state, hooks: state.hooks.with(index, { ...hook, runs: hook.runs + 1, last }) };
}

const SAID = { asked: 'asks', denied: 'denied it', failed: 'failed' } as const;

/** Events that come with every action or turn: a run that said nothing is counted in /hooks alone. */
const FREQUENT: ReadonlySet<HookEvent> = new Set(['permission', 'beforeEdit', 'turnEnd', 'attention']);

function showRun(state: SessionState, run: HookRanEvent, at: number): SessionState {
	const { event, command, result, words, output, isSent, milliseconds } = run;
	if (result === 'done' && output === undefined && FREQUENT.has(event)) return state;
	const said =
		result === 'done' ? (isSent === true ? ['added to the prompt'] : []) : [`${SAID[result]}: ${words ?? ''}`];
	return appendBeforeStream(state, {
		kind: 'note',
		at,
		level: result === 'denied' || result === 'failed' ? 'warning' : 'info',
		from: 'client',
		title: [`hook ${event} ${clip(sanitizeLine(command), MOST_COMMAND)}`, ...said].join(' · '),
		hookMs: milliseconds,
		...(output === undefined ? {} : { detail: output }),
	});
}
