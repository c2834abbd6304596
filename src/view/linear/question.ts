import { sponsorsOf } from '../../core/session/place.js';
import type { Ask, SessionState } from '../../core/session/state.js';
import { sanitizeText } from '../../core/text/sanitize.js';
import { alwaysRows } from '../screens/always-panel.js';
import { type AnswerRow, permissionRows, planRows } from '../screens/ask-options.js';
import type { ScreenContext } from '../screens/context.js';
import { relativePath } from '../transcript/tool/title.js';
import { unifiedDiff } from '../transcript/unified-diff.js';
import { oneLine, sentence, textLines } from './words.js';

/** A question as it is read out. */
export type Question = {
	readonly lines: readonly string[];
	/** The rows that answer it; their numbers are their places, from 1. */
	readonly rows: readonly AnswerRow[];
	/** Not all of what is asked about was read out. */
	readonly isCut: boolean;
};

/** Lines of a command, a diff or a plan that are read out unasked. */
const MOST_LINES = 100;

/** The question in front, with numbers to choose by; null when there is none. */
export function questionOf(context: ScreenContext): Question | null {
	const { session, ui } = context;
	const ask = session.asks[0];
	if (ask === undefined || ui.ask?.askId !== ask.id) return null;
	if (ui.ask.always !== null) return alwaysQuestion(context, ask, ui.ask.always);
	const subject = subjectLines(ask, session.cwd);
	const isCut = subject.length > MOST_LINES && !ui.ask.isOpen;
	const shown = isCut
		? [
				...subject.slice(0, MOST_LINES),
				`${subject.length - MOST_LINES} more lines. Type o and press enter to hear all.`,
			]
		: subject;
	const isPlan = ask.kind === 'exit-plan';
	const rows = isPlan ? planRows(ask, session) : permissionRows(ask, isCut, session.mode.mode);
	const why = isPlan ? [] : [...behalf(ask, session), `Asked because ${sentence(oneLine(ask.because))}`];
	const count = session.asks.length > 1 ? ` 1 of ${session.asks.length}` : '';
	const how = isPlan ? 'Type a number, or write what should change.' : 'Type a number and press enter.';
	return { lines: [`${headline(ask)}${count}: ${title(ask)}`, ...shown, ...why, ...choices(rows), how], rows, isCut };
}

/** Who of the agent's helpers wants it; nothing when the agent itself does. */
function behalf(ask: Ask, session: SessionState): readonly string[] {
	const sponsors = sponsorsOf(session, ask.toolCallId);
	if (sponsors.length === 0) return [];
	const name = oneLine(sponsors.at(-1) ?? '');
	return [name === '' ? 'For a sub-agent.' : `For the sub-agent: ${sentence(name)}`];
}

function alwaysQuestion(context: ScreenContext, ask: Ask, index: number): Question {
	const offers = context.session.mode.mode === 'plan' ? [] : (ask.offers ?? []);
	const offer = offers[index];
	if (offer === undefined) return { lines: ['In plan mode nothing is allowed for later.'], rows: [], isCut: false };
	const rows = alwaysRows(context, ask, offers, index, true);
	return {
		lines: [
			`Always allow. The rule: ${sanitizeText(offer.text)}`,
			`It allows ${sentence(sanitizeText(offer.words))}`,
			'Nothing is written yet. Escape goes back.',
			...choices(rows),
			'Type a number and press enter.',
		],
		rows,
		isCut: false,
	};
}

function choices(rows: readonly AnswerRow[]): readonly string[] {
	return rows.map((row, index) => {
		const aside = row.aside === undefined ? '' : ` ${oneLine(row.aside)}`;
		const words = `${oneLine(row.label)}${aside}`;
		return `${index + 1} ${row.answer === null ? `not now: ${words}. ${sentence(oneLine(row.because))}` : sentence(words)}`;
	});
}

function headline(ask: Ask): string {
	return ask.kind === 'exit-plan' ? 'Plan to approve' : ask.kind === 'permission' ? 'Permission' : 'Question';
}

function title({ kind, request }: Ask): string {
	if (kind === 'exit-plan') return 'the agent wants to leave plan mode.';
	return sentence(oneLine(request.title) || `a tool call of kind ${request.kind}`);
}

/** Everything that would be allowed, every character of it. */
function subjectLines(ask: Ask, cwd: string): readonly string[] {
	const { request } = ask;
	if (ask.kind === 'exit-plan') {
		const lines = textLines(ask.plan ?? '');
		return lines.length > 0
			? lines
			: ['The agent sent no text with its request. What it wrote above may hold the plan.'];
	}
	const outside = request.paths.filter((path) => !path.isInside).map((path) => oneLine(path.given, 1000));
	const inside = request.paths
		.filter((path) => path.isInside)
		.map((path) => oneLine(path.relative ?? path.given, 1000));
	const folder = request.command?.cwd;
	return [
		...(request.command === undefined ? [] : ['Command:', ...sanitizeText(request.command.text).split('\n')]),
		...(folder === undefined
			? []
			: [`In the folder ${oneLine(folder.relative ?? folder.given, 1000) || 'of the workspace'}.`]),
		...(outside.length === 0 ? [] : [`Outside the workspace: ${outside.join(', ')}`]),
		...(inside.length === 0 ? [] : [`Files: ${inside.join(', ')}`]),
		...request.diffs.flatMap((diff) =>
			diffLines(unifiedDiff(relativePath(diff.path, cwd), diff.oldText, diff.newText)),
		),
	];
}

/** The signs at the start of a line are easily missed by ear: they are said. */
function diffLines(patch: string): readonly string[] {
	return sanitizeText(patch)
		.split('\n')
		.flatMap((line) => {
			if (line.startsWith('--- ') || line.startsWith('\\')) return [];
			if (line.startsWith('+++ ')) return [`Change of ${line.slice(4).replace(/^b\//, '')}:`];
			if (line.startsWith('@@')) return [`At line ${/\+(\d+)/.exec(line)?.[1] ?? '?'}:`];
			if (line.startsWith('+')) return [`added: ${line.slice(1)}`];
			if (line.startsWith('-')) return [`removed: ${line.slice(1)}`];
			return line === '' ? [] : [`same: ${line.slice(1)}`];
		});
}
