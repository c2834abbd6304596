import { defined } from '../../core/defined.js';
import { fail, type Result } from '../../core/failure.js';
import { refusalForAgent } from '../../core/policy/decide.js';
import type { ActionRequest, PathFact } from '../../core/policy/types.js';
import type { ReadRequest, WriteRequest } from '../../core/ports.js';
import { onlyLooks, type ToolCall } from '../../core/tool-call.js';
import { findOpenCall, namesPath } from '../facts.js';
import { type Door, foreignSession, pass } from './door.js';

/** `fs/read_text_file`: reads through the policy. */
export async function passRead(door: Door, request: ReadRequest, signal: AbortSignal): Promise<Result<string>> {
	const path = await door.ports.files.inspect(request.path);
	const range = {
		...defined({ line: request.line, limit: request.limit }),
	};
	// Outside the workspace the file service has the clearer sentence, and reads nothing.
	if (!path.isInside && !path.isPlanFile) {
		const outside = await door.ports.files.read(request.path, range);
		// A link that was turned round meanwhile must not lead past the rules.
		const refusal = outside.ok
			? fail('outside-workspace', `${request.path} was outside the workspace; try again.`)
			: outside;
		showRead(door, request, path, refusal);
		return refusal;
	}
	const facts = fileFacts(door, 'fs-read', path);
	const passage = await pass(door, facts, () => false, signal);
	if (!passage.isOpen) return refused(door, facts, passage.verdict);
	const text = await door.ports.files.read(request.path, { ...range, real: path.real });
	showRead(door, request, path, text);
	if (!text.ok && text.failure.code === 'not-found' && request.isMissingEmpty) return { ok: true, value: '' };
	return text;
}

/**
 * A read that no tool call announced is shown, and so is one that came to nothing: an agent that passes
 * over the error looks as if it had read.
 */
function showRead(door: Door, request: ReadRequest, path: PathFact, text: Result<string>): void {
	const state = door.store.getState();
	if (state.sessionId !== request.sessionId) return;
	// Some agents announce that they read, and not what.
	const isAnnounced = findOpenCall(
		state,
		(call) => namesPath(call, path.given) || (changesNothing(call) && call.locations.length === 0),
	);
	if (!text.ok) door.reads.add(path.relative ?? path.given, text.failure);
	else if (isAnnounced === undefined) door.reads.add(path.relative ?? path.given);
}

/** `fs/write_text_file`: writes through the policy, after the person saw what changes. */
export async function passWrite(door: Door, request: WriteRequest, signal: AbortSignal): Promise<Result<void>> {
	const foreign = foreignSession(door, request.sessionId);
	if (foreign !== null) return foreign;
	const path = await door.ports.files.inspect(request.path);
	const before =
		path.isInside || path.isPlanFile ? await door.ports.files.read(request.path, { real: path.real }) : null;
	const oldText = before?.ok === true ? before.value : null;
	const diff = { type: 'diff' as const, path: request.path, oldText, newText: request.content };
	const facts = { ...fileFacts(door, 'fs-write', path), diffs: [diff] };
	const { real } = path;
	const isGranted = (): boolean => real !== null && door.grants.takeWrite(real, request.content, oldText);
	// Looking at the file took a while, in which the session may have been left.
	const passage = foreignSession(door, request.sessionId) ?? (await pass(door, facts, isGranted, signal));
	if ('ok' in passage) return passage;
	if (!passage.isOpen) {
		const outside = !path.isInside && !path.isPlanFile;
		return outside
			? fail('outside-workspace', `${request.path} is outside the workspace; nothing was written.`)
			: refused(door, facts, passage.verdict);
	}
	if (passage.isAsked && before !== null && !(await isUnchanged(door, request.path, path, before))) {
		return fail('denied', `${request.path} changed while the write was waiting; read it again, then try again.`);
	}
	const written = await door.ports.files.write(request.path, request.content, path.real);
	// What could not be read before, such as a file that is no text, is not known.
	const isKnown = before?.ok === true || (before !== null && before.failure.code === 'not-found');
	if (written.ok && isKnown) door.clientWrites.add(path, oldText, request.content);
	if (facts.toolCallId === undefined) showWrite(door, request, diff, written);
	return written;
}

/** What was agreed to was this change of this file: meanwhile the person may have worked in it, or a link been moved. */
async function isUnchanged(door: Door, given: string, { real }: PathFact, before: Result<string>): Promise<boolean> {
	const now = await door.ports.files.read(given);
	if ((await door.ports.files.inspect(given)).real !== real) return false;
	return before.ok ? now.ok && now.value === before.value : !now.ok && now.failure.code === before.failure.code;
}

/** A write that no tool call announced still gets a card: nothing changes unseen. */
function showWrite(
	door: Door,
	request: WriteRequest,
	diff: { readonly type: 'diff'; readonly path: string; readonly oldText: string | null; readonly newText: string },
	written: Result<void>,
): void {
	door.store.dispatch({
		type: 'tool',
		patch: {
			id: door.ports.ids.next('write'),
			title: `Write ${request.path}`,
			kind: 'edit',
			status: written.ok ? 'completed' : 'failed',
			locations: [{ path: request.path }],
			content: written.ok
				? [diff]
				: [diff, { type: 'content', block: { type: 'text', text: written.failure.message } }],
		},
	});
}

/** A call of such a kind announces no write. */
function changesNothing({ kind }: ToolCall): boolean {
	return onlyLooks(kind) || kind === 'fetch';
}

function fileFacts(door: Door, source: 'fs-read' | 'fs-write', path: PathFact): ActionRequest {
	// A call that says that it only looks announces no write.
	const call = findOpenCall(
		door.store.getState(),
		(candidate) => namesPath(candidate, path.given) && (source === 'fs-read' || !changesNothing(candidate)),
	);
	const verb = source === 'fs-read' ? 'Read' : 'Write';
	return {
		source,
		kind: source === 'fs-read' ? 'read' : 'edit',
		title: `${verb} ${path.relative ?? path.given}`,
		...(call === undefined ? {} : { toolCallId: call.id }),
		paths: [path],
		diffs: [],
	};
}

function refused(door: Door, facts: ActionRequest, verdict: Parameters<typeof refusalForAgent>[0]): Result<never> {
	return fail('denied', refusalForAgent(verdict, facts, door.store.getState().mode.mode));
}
