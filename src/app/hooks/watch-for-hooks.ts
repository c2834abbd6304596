import type { AppEvent } from '../../core/event.js';
import type { ActionRequest } from '../../core/policy/policy-types.js';
import type { Ports } from '../../core/ports.js';
import { findCall, lastMessage } from '../../core/session/entries/entry-list.js';
import { cutText } from '../../core/session/hooks/hook-input.js';
import { isRetrying } from '../../core/session/retry/failed-prompt.js';
import type { SessionState, Turn } from '../../core/session/state.js';
import { isAwaitingSignIn } from '../../core/sign-in/sign-in-state.js';
import type { ToolCall } from '../../core/tool-call.js';
import type { PartialChanges } from '../changes/partial-changes.js';
import type { Store } from '../store.js';
import type { Hooks } from './hooks.js';

/** Paths written through this program, whose hooks ran then. */
export type WrittenPaths = Set<string>;

/** Runs the hooks of what happens: a session begins, a turn ends, a call has edited, somebody is waited for. */
export function watchForHooks(
	store: Store,
	ports: Pick<Ports, 'files'>,
	hooks: Hooks,
	{ written, parts }: { readonly written: WrittenPaths; readonly parts: Pick<PartialChanges, 'looked'> },
): void {
	let before = store.getState();
	const edited = new Set<string>();

	async function callEdited(call: ToolCall): Promise<void> {
		// A formatter would make another text of what is to be taken back.
		await parts.looked(call.id);
		const action = await editOf(call, ports);
		const own = action.paths.filter(({ real }) => real === null || !written.delete(real));
		if (own.length > 0 || action.paths.length === 0) await hooks.afterEdit({ ...action, paths: own });
	}

	store.onEvent((event: AppEvent, at) => {
		const [was, state] = [before, store.getState()];
		before = state;
		if (event.type === 'session-ready') hooks.notify('sessionStart', { how: state.resumed ?? 'new' });
		const [question] = state.questions;
		if (question !== undefined && question.kind !== 'confirm' && question.id !== was.questions[0]?.id)
			hooks.notify('attention', { reason: 'question', title: question.request.title, because: question.because });
		if (isAwaitingSignIn(state) && !isAwaitingSignIn(was)) hooks.notify('attention', { reason: 'signIn' });
		if (was.turn !== null && state.turn?.id !== was.turn.id) {
			edited.clear();
			written.clear();
			if (!isRetrying(state)) hooks.notify('turnEnd', endFields(event, was.turn, state, at));
		}
		if (event.type !== 'tool' || event.patch.status !== 'completed' || !hooks.has('afterEdit')) return;
		const call = findCall(state, event.patch.id);
		if (call === null || !isEdit(call) || edited.has(call.id)) return;
		edited.add(call.id);
		hooks.hold(callEdited(call));
	});
}

function isEdit({ kind, content }: ToolCall): boolean {
	return kind === 'edit' || kind === 'delete' || kind === 'move' || content.some(({ type }) => type === 'diff');
}

async function editOf(call: ToolCall, { files }: Pick<Ports, 'files'>): Promise<ActionRequest> {
	const diffs = call.content.flatMap((item) => (item.type === 'diff' ? [item] : []));
	const named = diffs.length > 0 ? diffs : call.locations;
	return {
		source: 'permission',
		kind: call.kind === 'delete' || call.kind === 'move' ? call.kind : 'edit',
		title: call.title,
		toolCallId: call.id,
		paths: await Promise.all([...new Set(named.map(({ path }) => path))].map((path) => files.inspect(path))),
		diffs,
	};
}

function endFields(event: AppEvent, { prompt, startedAt, firstEntry }: Turn, state: SessionState, at: number) {
	return {
		reason: event.type === 'turn-ended' ? event.reason : 'failed',
		...(event.type === 'turn-failed' ? { failure: event.failure.message } : {}),
		prompt: cutText(prompt.text),
		answer: cutText(lastMessage(state, firstEntry)),
		durationMs: at - startedAt,
	};
}
