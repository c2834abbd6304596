import { toolOfTitle, withoutCodeMarks } from '../../core/command-title.js';
import type { ActionRequest } from '../../core/policy/policy-types.js';
import { type QuestionDetail, shownLine } from './question-detail.js';

/** Words of titles beside a path: nothing that our own headline does not say. */
const VERB =
	/^(?:edit|write|create|update|modify|change|delete|remove|move|rename|read|view|open|list|search|fetch|run|execute|bash|shell|apply|patch)?(?:ing|ed)?(?: to| file| files| the file| from| in| of)*$/i;
const TAKES_AWAY = /^(?:delete|remove|move|rename)/i;

/**
 * The agent's title of a request, where it says more than a verb and what our own lines show; else null. It is the
 * agent's word: it is never taken for a fact, and never replaces one.
 */
export function shownTitle(
	request: ActionRequest,
	paths: readonly QuestionDetail[],
	fields: readonly QuestionDetail[],
): string | null {
	const given = shownLine(request.title).trim();
	const tool = toolOfTitle(given);
	const hasFields = request.toolInput !== undefined && request.toolInput.fields.length > 0;
	// The input is shown field by field.
	const title = tool === null || !hasFields ? withoutCodeMarks(given, request.kind) : tool;
	if (title === '') return null;
	const known = [request.command?.text, request.command?.line, ...(request.toolInput?.urls ?? [])]
		.filter((text) => text !== undefined)
		.map((text) => shownLine(text).trim());
	const shown = [
		...known,
		...paths.flatMap((path) => path.lines),
		...request.paths.map((path) => shownLine(path.given)),
	];
	const bare = title.replaceAll('`', '');
	// The inner line of a shell, and a reason that is shown whole below.
	const begun = bare.replace(/\s*(?:…|\.{3})$/, '');
	// A description in brackets behind the command.
	const beyond = known.reduce((words, text) => words.replace(text, ''), begun).replace(/^\s*\((.*)\)$/, '$1');
	const isRepeated = fields.some(({ lines }) => lines.join(' ').startsWith(beyond));
	if (begun !== '' && (isRepeated || known.some((text) => text.includes(begun)))) return null;
	// To take a file away is more than the kind says.
	if (request.kind === 'edit' && request.paths.length > 0 && VERB.test(bare) && !TAKES_AWAY.test(bare)) return null;
	return shown.some((text) => text !== '' && bare.endsWith(text) && VERB.test(rest(bare, text))) ? null : title;
}

function rest(title: string, text: string): string {
	return title
		.slice(0, title.length - text.length)
		.replace(/[:\s]+$/, '')
		.trim();
}
