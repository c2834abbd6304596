import { defined } from '../../defined.js';
import type { HookEvent } from '../../hooks/hook.js';
import type { ActionRequest, TextToWrite } from '../../policy/policy-types.js';
import type { DiffContent } from '../../tool-call.js';
import { modeName } from '../modes/own-mode.js';
import type { SessionState } from '../state.js';

/** Characters of one text of an edit, and of a prompt or an answer. */
const MOST_TEXT = 256 * 1024;
const MOST_EDITS = 50;

type Fields = Readonly<Record<string, unknown>>;

/** JSON for a hook's standard input: what every event has, then the event's own fields. */
export function hookInput(state: SessionState, event: HookEvent, fields: Fields): string {
	const { sessionId, cwd, profile } = state;
	return `${JSON.stringify({ event, sessionId, cwd, agent: profile.launch.name, mode: modeName(state), ...fields })}\n`;
}

export function actionFields(action: ActionRequest): Fields {
	const { kind, title, toolCallId, paths, command, host, mcp } = action;
	const edits = editsOf(action);
	return defined({
		kind,
		title,
		toolCallId,
		paths: paths.map(({ real, given }) => real ?? given),
		command: command?.text,
		host,
		mcp,
		edits:
			edits.length === 0
				? undefined
				: edits
						.slice(0, MOST_EDITS)
						.map(({ path, oldText, newText }) => ({
							path,
							oldText: oldText === null ? null : cutText(oldText),
							newText: cutText(newText),
						})),
	});
}

type Edit = Pick<DiffContent, 'path' | 'oldText' | 'newText'>;

/** The changes that are shown, and those that only the input of a tool call holds. */
function editsOf({ diffs, paths, toolInput }: ActionRequest): readonly Edit[] {
	const fileAt = (path: string): string => paths.find(({ given }) => given === path)?.real ?? path;
	const isShown = ({ path, oldText = '', newText }: TextToWrite): boolean =>
		diffs.some(
			(diff) =>
				diff.newText === newText &&
				(diff.oldText ?? '') === oldText &&
				// The same text in another file is another edit.
				(path === undefined || fileAt(path) === fileAt(diff.path)),
		);
	const hidden = (toolInput?.texts ?? []).filter((text) => !isShown(text));
	return [
		...diffs,
		...hidden.map(({ path = paths[0]?.given ?? '', oldText = null, newText }): Edit => ({ path, oldText, newText })),
	];
}

/** Whether `actionFields` leaves out nothing of what an action would write: a hook cannot judge the rest. */
export function isPassedWhole(action: ActionRequest): boolean {
	const edits = editsOf(action);
	const isShort = (text: string | null): boolean => (text ?? '').length <= MOST_TEXT;
	return edits.length <= MOST_EDITS && edits.every(({ oldText, newText }) => isShort(oldText) && isShort(newText));
}

export function cutText(text: string): string {
	return text.slice(0, MOST_TEXT);
}
