import type { ReadRequest, WriteRequest } from '../../core/agent-port.js';
import { defined } from '../../core/defined.js';
import { fail, type Result } from '../../core/failure.js';
import { refusalForAgent } from '../../core/policy/decide.js';
import type { ActionRequest, PathFact } from '../../core/policy/policy-types.js';
import { asWritten } from '../../core/text/text-format.js';
import { isReadOnlyKind, type ToolCall } from '../../core/tool-call.js';
import { FILE_CHANGED_MEANWHILE } from '../app-messages.js';
import { findOpenCall, namesPath } from '../find-call.js';
import { authorize, type GrantFound } from './authorize.js';
import { type ClientContext, openCalls, refuseForeignSession, report } from './client-context.js';

export async function readTextFile(
	client: ClientContext,
	request: ReadRequest,
	signal: AbortSignal,
): Promise<Result<string>> {
	const path = await client.ports.files.inspect(request.path);
	const range = { ...defined({ line: request.line, limit: request.limit }) };
	// Outside of the workspace the file service has the clearer message, and reads nothing.
	if (!path.isInside && !path.isPlanFile) {
		const outside = await client.ports.files.read(request.path, range);
		// A link that changed meanwhile must not lead past the rules.
		const refusal = outside.ok
			? fail('outside-workspace', `${request.path} was outside the workspace; try again.`)
			: outside;
		showRead(client, request, path, refusal);
		return refusal;
	}
	const action = fileAction(client, request.sessionId, 'fs-read', path);
	const authorization = await authorize(client, action, { isGranted: false }, signal);
	if (!authorization.isOpen) return refused(client, action, authorization.verdict);
	const text = await client.ports.files.read(request.path, { ...range, real: path.real });
	showRead(client, request, path, text);
	// Some agents read a file before they create it, and give up when it is missing.
	const isMissing = !text.ok && text.failure.code === 'not-found';
	return isMissing && isToBeMade(client, path) ? { ok: true, value: '' } : text;
}

/** An open call is about to write the file: by its locations, a diff, or a path in its input. */
function isToBeMade(client: ClientContext, path: PathFact): boolean {
	const names = new Set([path.given, ...(path.relative === null ? [] : [path.relative])]);
	const isNamed = (call: ToolCall): boolean =>
		[...names].some((name) => namesPath(call, name)) || holdsText(call.rawInput, names, 0);
	return findOpenCall(client.store.getState(), (call) => isWriting(call) && isNamed(call)) !== undefined;
}

/** The call says that it edits; or says nothing of the kind, and has a text to be written. */
function isWriting({ kind, content, rawInput }: ToolCall): boolean {
	if (kind !== 'other') return kind === 'edit' || kind === 'move';
	const keys = typeof rawInput === 'object' && rawInput !== null ? Object.keys(rawInput) : [];
	return (
		content.some(({ type }) => type === 'diff') || keys.some((key) => /content|text|new_?str|patch|diff/i.test(key))
	);
}

const MOST_DEPTH = 3;

function holdsText(value: unknown, texts: ReadonlySet<string>, depth: number): boolean {
	if (typeof value === 'string') return texts.has(value);
	if (typeof value !== 'object' || value === null || depth >= MOST_DEPTH) return false;
	return Object.values(value).some((inner) => holdsText(inner, texts, depth + 1));
}

/** Shows a read without a tool call, and a failed one: an agent that ignores the error looks as if it had read. */
function showRead(client: ClientContext, request: ReadRequest, path: PathFact, text: Result<string>): void {
	const state = client.store.getState();
	if (!client.sessions.isServed(request.sessionId)) return;
	// Some agents announce a read without naming the file.
	const isAnnounced = findOpenCall(
		state,
		(call) => namesPath(call, path.given) || (changesNothing(call) && call.locations.length === 0),
	);
	if (!text.ok) client.reads.add(path.relative ?? path.given, text.failure);
	else if (isAnnounced === undefined) client.reads.add(path.relative ?? path.given);
}

export async function writeTextFile(
	client: ClientContext,
	request: WriteRequest,
	signal: AbortSignal,
): Promise<Result<void>> {
	const foreign = refuseForeignSession(client, request.sessionId);
	if (foreign !== null) return foreign;
	const path = await client.ports.files.inspect(request.path);
	const before =
		path.isInside || path.isPlanFile ? await client.ports.files.read(request.path, { real: path.real }) : null;
	const oldText = before?.ok === true ? before.value : null;
	const newText = asWritten(request.content, oldText);
	const diff = { type: 'diff' as const, path: request.path, oldText, newText };
	const action = { ...fileAction(client, request.sessionId, 'fs-write', path), diffs: [diff] };
	const { real } = path;
	// The session may have been left during the inspection.
	const left = refuseForeignSession(client, request.sessionId);
	if (left !== null) return left;
	const grant = real === null ? 'none' : client.grants.takeWrite(real, request.content, oldText, openCalls(client));
	const authorization = await authorize(client, action, WRITE_GRANTS[grant], signal);
	if (authorization.isOpen && real !== null) client.grants.forgetWrites(real);
	if (authorization.isOpen && grant !== 'granted') client.parts.allowed(action);
	if (!authorization.isOpen) {
		for (const part of authorization.chosen ?? []) client.parts.report(part, 'rejected');
		const outside = !path.isInside && !path.isPlanFile;
		return outside
			? fail('outside-workspace', `${request.path} is outside the workspace; nothing was written.`)
			: refused(client, action, authorization.verdict);
	}
	if (authorization.isLate && before !== null && !(await isUnchanged(client, request.path, path, before))) {
		report(client, action, { decision: 'deny', because: FILE_CHANGED_MEANWHILE }, 'policy');
		return fail('denied', `${request.path} changed while the write was waiting; read it again, then try again.`);
	}
	// A write that was asked about is not the one that was allowed in part before.
	const expected = real === null || grant !== 'granted' ? undefined : client.parts.takeWrite(real, newText);
	const part = authorization.chosen?.[0] ?? expected;
	const content = part?.text ?? newText;
	const written = await client.ports.files.write(request.path, content, path.real);
	if (written.ok) client.parts.wroteThroughUs();
	if (written.ok && part !== undefined) client.parts.report(part, 'written');
	// The old text is unknown when the file could not be read, for instance as it is no text.
	const isKnown = before?.ok === true || (before !== null && before.failure.code === 'not-found');
	if (written.ok && isKnown) client.clientWrites.add(path, oldText, asWritten(content, oldText));
	const newDiff = { ...diff, newText: asWritten(content, oldText) };
	const hooked = written.ok ? client.hooks.afterEdit({ ...action, diffs: [newDiff] }) : null;
	if (hooked !== null) {
		await hooked;
		if (real !== null) client.written.add(real);
		// A formatter may have changed it further: both are one change.
		const now = isKnown ? await client.ports.files.read(request.path, { real }) : null;
		if (now?.ok === true) client.clientWrites.add(path, oldText, now.value);
	}
	if (action.toolCallId === undefined) showWrite(client, request, newDiff, written);
	return written;
}

const WRITE_GRANTS = {
	granted: { isGranted: true },
	other: { isGranted: false, because: 'this is not the text that was allowed before', isAskedAnew: true },
	moved: { isGranted: false, because: 'the file changed since this was allowed' },
	none: { isGranted: false },
} as const satisfies Record<ReturnType<ClientContext['grants']['takeWrite']>, GrantFound>;

/** The agreed change was of this text of this file: the user may have edited it, or a link moved. */
async function isUnchanged(
	client: ClientContext,
	given: string,
	{ real }: PathFact,
	before: Result<string>,
): Promise<boolean> {
	const now = await client.ports.files.read(given);
	if ((await client.ports.files.inspect(given)).real !== real) return false;
	return before.ok ? now.ok && now.value === before.value : !now.ok && now.failure.code === before.failure.code;
}

/** A write without a tool call gets a card: nothing changes unseen. */
function showWrite(
	client: ClientContext,
	request: WriteRequest,
	diff: { readonly type: 'diff'; readonly path: string; readonly oldText: string | null; readonly newText: string },
	written: Result<void>,
): void {
	client.store.dispatch({
		type: 'tool',
		patch: {
			id: client.ports.ids.next('write'),
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

/** Calls of these kinds announce no write. */
function changesNothing({ kind }: ToolCall): boolean {
	return isReadOnlyKind(kind) || kind === 'fetch';
}

function fileAction(
	client: ClientContext,
	sessionId: string,
	source: 'fs-read' | 'fs-write',
	path: PathFact,
): ActionRequest {
	// A call of a read-only kind announces no write.
	const call = findOpenCall(
		client.store.getState(),
		(candidate) => namesPath(candidate, path.given) && (source === 'fs-read' || !changesNothing(candidate)),
	);
	const verb = source === 'fs-read' ? 'Read' : 'Write';
	return client.sessions.named(sessionId, {
		source,
		kind: source === 'fs-read' ? 'read' : 'edit',
		title: `${verb} ${path.relative ?? path.given}`,
		...(call === undefined ? {} : { toolCallId: call.id }),
		paths: [path],
		diffs: [],
	});
}

function refused(
	client: ClientContext,
	action: ActionRequest,
	verdict: Parameters<typeof refusalForAgent>[0],
): Result<never> {
	const { mode, rules } = client.store.getState();
	return fail('denied', refusalForAgent(verdict, action, { mode: mode.mode, rules }));
}
