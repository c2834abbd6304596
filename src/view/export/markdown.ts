import { type ContentBlock, isForAssistantOnly } from '../../core/content.js';
import type { ListedStep } from '../../core/plan/plan-evidence.js';
import type { Entry } from '../../core/session/entries/entry.js';
import { depthOf, parentIdOf } from '../../core/session/entries/entry-depth.js';
import { eachEntry } from '../../core/session/entries/entry-list.js';
import { checklistOf } from '../../core/session/plan/approved-plan.js';
import type { SessionState } from '../../core/session/state.js';
import { subagentOfCard } from '../../core/session/subagent-tree.js';
import { activeTime, type Subagent } from '../../core/subagents/subagent.js';
import { counted } from '../../core/text/counted.js';
import { backticksAround } from '../../core/text/fences.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { trimNewlinesEnd } from '../../core/text/trim-ends.js';
import { type DiffContent, type ToolCall, type ToolStatus, timeOfCall } from '../../core/tool-call.js';
import { formatDuration } from '../duration.js';
import { lineText } from '../spans.js';
import { copyable, diffText, entryText, outputText } from '../transcript/as-text/entry-text.js';
import { blockSummary, oneLine } from '../transcript/entries/block-summary.js';
import { commandCall } from '../transcript/tool/card-lines.js';
import { shownContent } from '../transcript/tool/shown-content.js';
import { tokensOf } from '../transcript/tool/subagent-card.js';
import { toolTitle } from '../transcript/tool/tool-title.js';
import { thoughtFor } from '../transcript/transcript-messages.js';
import { usageText } from '../usage/usage-text.js';
import { quotedMarkdown } from './quoted-markdown.js';

const subAgent = (title: string): string => (title === '' ? 'Sub-agent' : `Sub-agent: ${title}`);
const STATUS: Readonly<Record<ToolStatus | Exclude<Subagent['status'], 'waiting'>, string>> = {
	pending: 'waiting',
	in_progress: 'running',
	running: 'running',
	idle: 'idle',
	completed: 'done',
	failed: 'failed',
	cancelled: 'stopped',
	unknown: 'state unknown',
};

export function exportMarkdown(session: SessionState, now: number): string {
	const agent = oneLine(session.agent?.title ?? session.profile.launch.name);
	const parts = [heading(session, agent, now)];
	/** Title of the last card of each level: deeper entries belong to it. */
	const cards: string[] = [];
	for (const entry of eachEntry(session.entries)) {
		const isInner = parentIdOf(entry) !== undefined;
		const depth = depthOf(entry);
		const name = isInner ? subAgent(cards[depth - 1] ?? '') : agent;
		const subagent = entry.kind === 'tool' ? subagentOfCard(session, entry.call.id) : undefined;
		const text = entryMarkdown(entry, name, session.cwd, subagent);
		cards.length = Math.min(cards.length, depth);
		if (entry.kind === 'tool') cards[depth] = oneLine(subagent?.title ?? toolTitle(entry.call, session.cwd));
		if (text !== '') parts.push(nested(text, Math.max(depthOf(entry), isInner ? 1 : 0)));
	}
	const plan = checklistOf(session) ?? [];
	if (plan.length > 0) parts.push(`## Plan\n\n${planMarkdown(plan)}`);
	return `${parts.join('\n\n')}\n`;
}

function heading(session: SessionState, agent: string, now: number): string {
	const facts = [
		`Agent: ${literal(agent)} ${literal(oneLine(session.agent?.version ?? ''))}`,
		`Directory: ${literal(oneLine(session.cwd))}`,
		...(session.sessionId === null ? [] : [`Session: ${literal(oneLine(session.sessionId))}`]),
		`Exported: ${new Date(now).toISOString()}`,
	];
	return `# ${literal(oneLine(session.title ?? '')) || 'Session'}\n\n${facts.map((fact) => `- ${fact.trim()}`).join('\n')}`;
}

function nested(text: string, depth: number): string {
	if (depth === 0) return text;
	const mark = '> '.repeat(depth);
	return text
		.split('\n')
		.map((line) => `${mark}${line}`.trimEnd())
		.join('\n');
}

function entryMarkdown(entry: Entry, agent: string, cwd: string, subagent?: Subagent): string {
	switch (entry.kind) {
		case 'user': {
			const blocks = entry.blocks.map((block) => `- ${literal(lineText(blockSummary(block, 500)))}`).join('\n');
			const heading = entry.isSteered === true ? 'You, into the running turn' : 'You';
			return paragraphs([`## ${heading}`, quotedMarkdown(copyable(entry.text)), blocks]);
		}
		case 'message':
			return entry.text.trim() === '' ? '' : `## ${literal(agent)}\n\n${quotedMarkdown(entryText(entry))}`;
		case 'thought': {
			if (entry.text.trim() === '') return '';
			const took = (entry.endedAt ?? entry.at) - entry.at;
			return details(thoughtFor(took > 0 ? formatDuration(took) : null), quotedMarkdown(entryText(entry)));
		}
		case 'block':
			return blockMarkdown(entry.block);
		case 'tool':
			return toolMarkdown(entry.call, cwd, subagent);
		case 'user-command':
			return toolMarkdown(commandCall(entry.command), cwd);
		case 'note':
			if (entry.isPlan === true) {
				const { presented } = entry;
				return paragraphs([
					`**${literal(entry.title)}**`,
					quotedMarkdown(entry.detail ?? ''),
					presented === undefined ? '' : details('As the agent presented it', quotedMarkdown(presented)),
				]);
			}
			return nested(
				paragraphs([
					`**${literal(entry.title)}**`,
					inFence(entry.usage === undefined ? entry.detail : usageText(entry.usage)),
					literal(entry.hint ?? ''),
				]),
				1,
			);
		case 'changes':
			return paragraphs([
				entry.isTampering ? '### Changed while plan mode was on' : '### Changed files',
				...entry.files.map((file) => (file.diff === null ? `- ${literal(file.path)}` : diffMarkdown(file.diff, cwd))),
			]);
		case 'compaction':
			return details(`Context compaction (${entry.status})`, quotedMarkdown(entryText(entry)));
		case 'unknown':
			return details(literal(entry.label), inFence(entry.json, 'json'));
		case 'turn-end': {
			const took = formatDuration(entry.at - entry.startedAt);
			if (entry.reason === 'end_turn') return '';
			const why = literal(oneLine(entry.failure?.message ?? entry.word ?? ''));
			const reason = entry.reason.replaceAll(/[_-]/g, ' ');
			return `*The turn ended after ${took}: ${reason}${why === '' ? '' : ` (${why})`}*`;
		}
	}
}

/** In ms; a replayed call has no duration. */
const LEAST_DURATION = 50;

function toolMarkdown(call: ToolCall, cwd: string, subagent?: Subagent): string {
	const shown = new Set<string>();
	const parts: string[] = [];
	const terminalParts = (id: string): string[] => {
		const terminal = call.terminals.find((one) => one.id === id);
		if (terminal === undefined || shown.has(id)) return [];
		shown.add(id);
		const output = outputText(terminal);
		return [
			terminal.command === '' ? '' : fence(copyable(terminal.command), 'sh'),
			output.trim() === '' ? '' : fence(output, 'text'),
		];
	};
	if (call.result?.todos !== undefined) parts.push(planMarkdown(call.result.todos));
	for (const item of shownContent(call)) {
		if (item.type === 'diff') parts.push(diffMarkdown(item, cwd));
		else if (item.type === 'terminal') parts.push(...terminalParts(item.terminalId));
		else if (item.type === 'unknown') parts.push(inFence(item.json, 'json'));
		else if (item.type === 'session') continue;
		else parts.push(blockMarkdown(item.block));
	}
	for (const terminal of call.terminals) parts.push(...terminalParts(terminal.id));
	const lasted = timeOfCall(call, call.endedAt ?? call.startedAt);
	const took = lasted < LEAST_DURATION ? '' : `, ${formatDuration(lasted)}`;
	const verdict =
		call.verdict === undefined ? '' : `*${call.verdict.decision}: ${literal(oneLine(call.verdict.because))}*`;
	const head =
		subagent === undefined
			? `### ${literal(toolTitle(call, cwd))} (${STATUS[call.status]}${took})`
			: subagentHead(subagent);
	return paragraphs([head, verdict, ...parts]);
}

function subagentHead(subagent: Subagent): string {
	const { title, description = '', status, toolCalls } = subagent;
	const took = activeTime(subagent, subagent.changedAt);
	const tokens = tokensOf(subagent);
	const facts = [
		status === 'waiting' ? status : STATUS[status],
		...(took < LEAST_DURATION ? [] : [formatDuration(took)]),
		...(toolCalls === 0 ? [] : [counted(toolCalls, 'call')]),
		...(tokens === 0 ? [] : [`${tokens} tokens`]),
	];
	const head = `### ${subAgent(literal(oneLine(title)))} (${facts.join(', ')})`;
	return paragraphs([head, description.trim() === '' ? '' : nested(literal(description), 1)]);
}

function blockMarkdown(block: ContentBlock): string {
	const text = block.type === 'text' ? inFence(block.text) : literal(lineText(blockSummary(block, 500)));
	if (!isForAssistantOnly(block)) return text;
	const held = block.type === 'resource' ? inFence(block.text) : '';
	return details('For the agent only', paragraphs([text, held]));
}

function diffMarkdown(diff: DiffContent, cwd: string): string {
	return fence(copyable(diffText(diff, cwd)), 'diff');
}

function planMarkdown(steps: readonly ListedStep[]): string {
	return steps
		.map(({ status, text, seen = '' }) => {
			const words = seen === '' ? '' : ` (${literal(seen)})`;
			return `- [${status === 'completed' ? 'x' : ' '}] ${literal(text)}${words}`;
		})
		.join('\n');
}

function inFence(text: string | undefined, language = 'text'): string {
	const clean = copyable(text ?? '').trimEnd();
	return clean === '' ? '' : fence(clean, language);
}

function details(title: string, body: string): string {
	return `<details>\n<summary>${title}</summary>\n\n${body}\n\n</details>`;
}

function paragraphs(parts: readonly string[]): string {
	return parts.filter((part) => part !== '').join('\n\n');
}

/** Fenced code block that nothing in the text can close. */
export function fence(text: string, language: string): string {
	const mark = backticksAround(text, 3);
	return `${mark}${language}\n${trimNewlinesEnd(text)}\n${mark}`;
}

/** Sanitised text in one line in which nothing is Markdown or HTML. */
function literal(text: string): string {
	return sanitizeLine(text)
		.replace(/\s+/g, ' ')
		.trim()
		.replace(/[\\`*_[\]<>#|~]/g, '\\$&');
}
