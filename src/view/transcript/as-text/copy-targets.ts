import { marked } from 'marked';
import type { PlanStep } from '../../../core/agent-info.js';
import type { Entry } from '../../../core/session/entries/entry.js';
import { type EntryList, entryAt } from '../../../core/session/entries/entry-list.js';
import { clip, sanitizeLine } from '../../../core/text/sanitize.js';
import type { DiffContent, TerminalView } from '../../../core/tool-call.js';
import { relativePath } from '../tool/tool-title.js';
import { copyLabels } from '../transcript-messages.js';
import { copyable, diffText, entryText, outputText, planText } from './entry-text.js';

/** Source text that can be copied; `label` is `kind` and `start` in one. */
export type CopyTarget = {
	readonly kind: string;
	readonly start: string;
	readonly label: string;
	readonly text: string;
};

/** Entries searched for targets; older ones are reached by selecting them. */
const LOOK_BACK = 400;
const LABEL_CHARS = 60;
const START_CHARS = 200;

/** Texts to copy, the most likely first: the last answer, its code, then older entries. Paths relative to `cwd`. */
export function copyTargets(
	list: EntryList,
	limit: number,
	plan: readonly PlanStep[] | null = null,
	cwd = '',
): CopyTarget[] {
	const targets: CopyTarget[] = [];
	const last = Math.max(0, list.size - LOOK_BACK);
	let messages = 0;
	for (let index = list.size - 1; index >= last && targets.length < limit; index -= 1) {
		const entry = entryAt(list, index);
		if (entry === undefined) continue;
		const isMessage = entry.kind === 'message' && entry.parentId === undefined && entry.text.trim() !== '';
		targets.push(...targetsOf(entry, messages === 0, cwd));
		if (isMessage) {
			messages += 1;
			if (messages === 1 && plan !== null && plan.length > 0) targets.push(planTarget(plan));
		}
	}
	if (messages === 0 && plan !== null && plan.length > 0) targets.unshift(planTarget(plan));
	return answerFirst(withoutRepeats(targets)).slice(0, Math.max(0, limit));
}

function withoutRepeats(targets: readonly CopyTarget[]): CopyTarget[] {
	const seen = new Set<string>();
	return targets.filter(({ label, text }) => {
		const key = `${label}\n${text}`;
		return seen.size < seen.add(key).size;
	});
}

function answerFirst(targets: readonly CopyTarget[]): CopyTarget[] {
	const index = targets.findIndex(({ kind }) => kind === copyLabels.lastMessage);
	const answer = targets[index];
	return answer === undefined ? [...targets] : [answer, ...targets.toSpliced(index, 1)];
}

function targetsOf(entry: Entry, isLastMessage: boolean, cwd: string): CopyTarget[] {
	switch (entry.kind) {
		case 'message': {
			const text = entryText(entry);
			if (text === '') return [];
			if (entry.parentId !== undefined) return [target('Sub-agent’s message', text)];
			const label = isLastMessage ? copyLabels.lastMessage : 'Message';
			return [target(label, text), ...(isLastMessage ? codeBlocks(text) : [])];
		}
		case 'user':
			return entry.text.trim() === '' ? [] : [target('Prompt', entryText(entry))];
		case 'tool':
			return [
				...entry.call.terminals.flatMap(terminalTargets),
				...entry.call.content.filter((item) => item.type === 'diff').map((diff) => diffTarget(diff, cwd)),
			];
		case 'user-command':
			return entry.command.terminal === undefined ? [] : terminalTargets(entry.command.terminal);
		case 'changes':
			return entry.files.flatMap((file) => (file.diff === null ? [] : [diffTarget(file.diff, cwd)]));
		case 'note':
			return entry.isPlan === true && entry.detail !== undefined
				? [target(copyLabels.plan, copyable(entry.detail))]
				: [];
		default:
			return [];
	}
}

function diffTarget(diff: DiffContent, cwd: string): CopyTarget {
	const path = sanitizeLine(relativePath(diff.path, cwd));
	return { ...named('Diff', path), text: copyable(diffText(diff, cwd)) };
}

function planTarget(plan: readonly PlanStep[]): CopyTarget {
	const start = sanitizeLine(plan.map((step) => step.text).join(', '));
	return { kind: copyLabels.plan, start: clip(start, START_CHARS), label: copyLabels.plan, text: planText(plan) };
}

function codeBlocks(markdown: string): CopyTarget[] {
	const found: CopyTarget[] = [];
	// Nothing here is asynchronous: the callback returns no promise.
	void marked.walkTokens(marked.lexer(markdown), (token) => {
		if (token.type !== 'code' || typeof token['text'] !== 'string' || token['text'] === '') return;
		const language = typeof token['lang'] === 'string' ? token['lang'].trim() : '';
		found.push(target(copyLabels.code(clip(sanitizeLine(language), 20)), token['text']));
	});
	return found;
}

function target(kind: string, text: string): CopyTarget {
	return { ...named(kind, sanitizeLine(clip(text.trim(), 400)).replace(/\s+/g, ' ')), text };
}

function named(kind: string, start: string): Omit<CopyTarget, 'text'> {
	return { kind, start: clip(start, START_CHARS), label: `${kind}: ${clip(start, LABEL_CHARS)}` };
}

function terminalTargets(terminal: TerminalView): CopyTarget[] {
	// Output of blank rows alone has nothing to name it by.
	const output = terminal.output.trim() === '' ? '' : outputText(terminal);
	return [
		...(terminal.command === '' ? [] : [target('Command', copyable(terminal.command))]),
		...(output.trim() === '' ? [] : [target('Output', output)]),
	];
}
