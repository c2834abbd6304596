import { defined } from '../../defined.js';
import type { HookEvent } from '../../hooks/hook.js';
import type { ActionRequest } from '../../policy/types.js';
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
	const { kind, title, toolCallId, paths, command, host, mcp, diffs } = action;
	return defined({
		kind,
		title,
		toolCallId,
		paths: paths.map(({ real, given }) => real ?? given),
		command: command?.text,
		host,
		mcp,
		edits:
			diffs.length === 0
				? undefined
				: diffs.slice(0, MOST_EDITS).map(({ path, oldText, newText }) => ({
						path,
						oldText: oldText === null ? null : cutText(oldText),
						newText: cutText(newText),
					})),
	});
}

export function cutText(text: string): string {
	return text.slice(0, MOST_TEXT);
}
