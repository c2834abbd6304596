import { defined } from '../../core/defined.js';
import type { Entry } from '../../core/session/entries/entry.js';
import { depthOf } from '../../core/session/entries/entry-depth.js';
import { type EntryList, eachEntry } from '../../core/session/entries/entry-list.js';
import { checklistOf } from '../../core/session/plan/approved-plan.js';
import type { SessionState } from '../../core/session/state.js';
import type { Subagent } from '../../core/subagents/subagent.js';
import type { TerminalView } from '../../core/tool-call.js';
import { tokensOf } from '../transcript/tool/subagent-card.js';
import { exportMarkdown } from './markdown.js';

/** `file` is the user's choice, `name` the default file name. */
export type ExportFile = { readonly file: string | null; readonly name: string; readonly text: string };

const MOST_NAME = 60;

export function exportFile(session: SessionState, words: string, now: number): ExportFile {
	const wanted = words.trim();
	const isFormat = /^(?:json|md|markdown|)$/i.test(wanted);
	const isJson = isFormat ? wanted.toLowerCase() === 'json' : /\.json$/i.test(wanted);
	return {
		file: isFormat ? null : wanted,
		name: `acp-tui-${slug(session.title ?? '') || new Date(now).toISOString().slice(0, 10)}${isJson ? '.json' : '.md'}`,
		text: isJson ? exportJson(session, now) : exportMarkdown(session, now),
	};
}

function slug(title: string): string {
	return title
		.normalize('NFC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '-')
		.slice(0, MOST_NAME)
		.replace(/^-+|-+$/g, '');
}

/** Session with its entries as JSON; a sub-agent's work is in `children` of its call. `now` in ms since the epoch. */
export function exportJson(session: SessionState, now: number): string {
	const { agent, sessionId, title, cwd, usage, subagents } = session;
	const document = {
		version: 1,
		exportedAt: new Date(now).toISOString(),
		agent:
			agent === null
				? { name: session.profile.launch.name }
				: { name: agent.name, title: agent.title, version: agent.version },
		sessionId,
		title,
		cwd,
		plan: checklistOf(session),
		usage,
		...defined({ subagents: subagents && [...subagents.values()].map(subagentNode) }),
		entries: treeOf(session.entries),
	};
	return `${JSON.stringify(document, null, 2)}\n`;
}

function subagentNode(subagent: Subagent): unknown {
	const { id, parentId, cardId, title, description, status, startedAt, endedAt, activeMs, toolCalls } = subagent;
	const tokens = tokensOf(subagent);
	const known = defined({ description, endedAt, tokens: tokens > 0 ? tokens : undefined });
	return { id, parentId, cardId, title, status, startedAt, activeMs, toolCalls, ...known };
}

type Node = Record<string, unknown> & { children?: Node[] };

/** Exported names are stable, whatever the state calls them. */
function nodeOf(entry: Entry): Node {
	if (entry.kind === 'user-command') {
		const { terminal, ...command } = entry.command;
		return { ...entry, command: { ...command, ...defined({ terminal: terminal && terminalOf(terminal) }) } };
	}
	if (entry.kind === 'user') {
		const { sentAlong, ...prompt } = entry;
		return { ...prompt, ...defined({ told: sentAlong }) };
	}
	if (entry.kind !== 'tool') return { ...entry };
	const { childSteps, ...rest } = entry;
	const call = { ...entry.call, terminals: entry.call.terminals.map(terminalOf) };
	return { ...rest, call, ...defined({ family: childSteps }) };
}

function terminalOf({ outputStart, ...terminal }: TerminalView): unknown {
	return { ...terminal, truncated: outputStart > 0 };
}

function treeOf(list: EntryList): readonly Node[] {
	const top: Node[] = [];
	/** Last entry of each level: deeper ones belong to it. */
	const path: Node[] = [];
	for (const entry of eachEntry(list)) {
		const depth = Math.min(depthOf(entry), path.length);
		const node = nodeOf(entry);
		const parent = path[depth - 1];
		if (parent === undefined) top.push(node);
		else {
			parent.children ??= [];
			parent.children.push(node);
		}
		path.length = depth;
		path.push(node);
	}
	return top;
}
