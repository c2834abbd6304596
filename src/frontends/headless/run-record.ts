import type { UnaskedAction } from '../../core/asking.js';
import { titleOfRequest } from '../../core/command-title.js';
import type { ContentBlock } from '../../core/content.js';
import type { AppEvent } from '../../core/event.js';
import type { SettledCommand } from '../../core/sandbox/session-sandbox.js';
import type { Question } from '../../core/session/question.js';
import { isReadOnlyKind } from '../../core/tool-call.js';
import type { Decisions } from './exit-code.js';

/** Entries listed; breaches count beyond them. */
const MOST_UNASKED = 1000;
const MOST_BLOCKS = 50;
const MOST_COMMANDS = 1000;

function blockWords(block: ContentBlock): string {
	switch (block.type) {
		case 'text':
			return 'text';
		case 'image':
			return `a picture (${[block.mimeType, block.uri].filter(Boolean).join(', ')})`;
		case 'audio':
			return `a sound (${block.mimeType})`;
		case 'resource_link':
			return `a link: ${block.title ?? block.name} ${block.uri}`;
		case 'resource':
			return `a resource: ${block.uri}`;
		case 'unknown':
			return `something of unknown kind (${block.label})`;
	}
}

/** Null where a sandbox held the action, or where it would have been a question. */
export function brokeOf({ rule, isInPlan, kept }: UnaskedAction): 'rule' | 'plan' | null {
	if (kept !== undefined) return null;
	return rule !== undefined ? 'rule' : isInPlan ? 'plan' : null;
}

export class RunRecord {
	readonly denied: { readonly title: string; readonly because: string }[] = [];
	/** Actions that the mode or a rule wanted asked or refused. */
	readonly unasked: UnaskedAction[] = [];
	/** Plan of the last request to leave plan mode; null without one. */
	plan: string | null = null;
	/** Plan files that differ from what was reviewed, of the last comparison. */
	differing: readonly string[] = [];
	isBriefed = false;
	readonly commands: SettledCommand[] = [];
	/** Change sets of this run: a resumed session has others. */
	readonly changeSets = new Set<string>();
	readonly otherBlocks: string[] = [];
	readonly #open = new Map<string, Question>();
	readonly #takesAnswers: boolean;
	#allowed = 0;
	#isBroken = false;

	/** `takesAnswers`: a question is no denial before its answer. */
	constructor(takesAnswers = false) {
		this.#takesAnswers = takesAnswers;
	}

	add(event: AppEvent): void {
		if (event.type === 'block' && event.role === 'agent' && event.parentId === undefined) {
			if (this.otherBlocks.length < MOST_BLOCKS) this.otherBlocks.push(blockWords(event.block));
		}
		if (event.type === 'question-asked') this.#addQuestion(event.question);
		if (event.type === 'answer' || event.type === 'answer-plan') this.#addAnswer(event);
		if (event.type === 'plan-compared') this.differing = event.differing;
		this.isBriefed ||= event.type === 'briefing-given';
		if (event.type === 'unasked') {
			if (this.unasked.length < MOST_UNASKED) this.unasked.push(event.action);
			this.#isBroken ||= brokeOf(event.action) !== null;
		}
		if (event.type === 'turn-changes' || event.type === 'plan-tampering') {
			this.changeSets.add(event.set.id);
			this.#isBroken ||= event.set.files.some((file) => file.isTampering);
		}
		if (event.type === 'command-settled' && this.commands.length < MOST_COMMANDS) this.commands.push(event.command);
		if (event.type !== 'decided') return;
		const { decision, because } = event.verdict;
		if (decision === 'denied') this.denied.push({ title: event.title, because });
		// Reading needs no permission, so it does not outweigh a denial.
		else if (event.kind === undefined || !isReadOnlyKind(event.kind)) this.#allowed += 1;
	}

	#addQuestion(question: Question): void {
		if (this.#takesAnswers) this.#open.set(question.id, question);
		else if (question.kind === 'exit-plan') this.plan = question.plan ?? '';
		// Without a user an open question will be dismissed, which denies it.
		else if (question.kind === 'permission') this.#deny(question, question.because);
	}

	#addAnswer(event: Extract<AppEvent, { readonly type: 'answer' | 'answer-plan' }>): void {
		const question = this.#open.get(event.questionId);
		if (question === undefined) return;
		if (event.type === 'answer-plan') {
			if (event.choice === 'keep-planning' && question.kind === 'exit-plan') this.plan = question.plan;
			return;
		}
		if (question.kind !== 'permission') return;
		const { outcome } = event;
		const option = outcome.type === 'selected' ? question.options.find(({ id }) => id === outcome.optionId) : undefined;
		if (option?.kind !== 'allow_once' && option?.kind !== 'allow_always') this.#deny(question, 'the answer was no');
		else if (!isReadOnlyKind(question.request.kind)) this.#allowed += 1;
	}

	#deny({ request }: Question, because: string): void {
		this.denied.push({ title: titleOfRequest(request), because });
	}

	decisions(): Decisions {
		const isStillPlanning = this.plan !== null;
		return { denied: this.denied.length, allowed: this.#allowed, isStillPlanning, isBroken: this.#isBroken };
	}
}
