import type { CommitFile, CommitList } from '../../core/commit/commit.js';
import type { AgentMessage } from '../../core/commit/commit-event.js';
import { cleanMessage } from '../../core/commit/message.js';
import type { AppEvent } from '../../core/event.js';
import { decide } from '../../core/policy/decide.js';
import { type EntryList, eachEntry } from '../../core/session/entries/entry-list.js';
import { policyContext } from '../../core/session/sandbox/held-by.js';
import type { SideQuestion } from '../../core/side-question/side-question.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { type SideQuestionParts, SideQuestions } from '../side-question/side-questions.js';
import { COMMITS, messagePrompt } from './commits.js';

const NONE: AgentMessage = { phase: 'none', text: '', why: null };
/** Names of files that the agent gets. */
const MOST_NAMES = 300;

/** Has the agent write the message of a commit, as a side question: in a session of its own that may change nothing. */
export class MessageWriter {
	readonly #parts: SideQuestionParts;
	readonly #asides: SideQuestions;
	readonly #changed: (message: AgentMessage) => void;
	/** Counts what was asked: what comes for an earlier one is dropped. */
	#asked = 0;
	#isAsking = false;
	/** Ids of the changes that it was asked for last. */
	#about: ReadonlySet<string> = new Set();

	constructor(parts: SideQuestionParts, changed: (message: AgentMessage) => void) {
		this.#parts = parts;
		this.#changed = changed;
		this.#asides = new SideQuestions({ ...parts, dispatch: (event) => this.#hear(event) });
	}

	async ask(list: CommitList, chosen: ReadonlySet<string>): Promise<void> {
		this.stop();
		const { ports } = this.#parts;
		const asked = this.#asked;
		this.#about = chosen;
		this.#tell({ ...NONE, phase: 'asking' });
		const wanted = list.files.filter(({ id }) => chosen.has(id));
		const shown = await this.#readable(list, wanted);
		const found =
			shown.length === 0 ? undefined : await ports.commit?.material(list, new Set(shown.map(({ id }) => id)));
		if (asked !== this.#asked) return;
		if (found === undefined) return this.#fail(COMMITS.nothingToShow);
		if (!found.ok) return this.#fail(COMMITS.noMaterial(found.failure.message));
		const text = messagePrompt(found.value, shown.slice(0, MOST_NAMES).map(nameOf), wanted.length - shown.length);
		this.#isAsking = true;
		const id = ports.ids.next('commit-message');
		this.#asides.perform({ do: 'ask', prompt: { id, text, blocks: [{ type: 'text', text }] } });
	}

	stop(): void {
		this.#asked += 1;
		if (!this.#isAsking) return;
		this.#isAsking = false;
		this.#asides.perform({ do: 'close' });
	}

	async close(): Promise<void> {
		this.#asked += 1;
		this.#isAsking = false;
		await this.#asides.close();
	}

	/** Those that the agent may read by the user's rules. */
	async #readable(list: CommitList, files: readonly CommitFile[]): Promise<readonly CommitFile[]> {
		const { ports, getState } = this.#parts;
		const context = policyContext(getState(), 'default');
		const mayRead = await Promise.all(
			files.map(async ({ path, from }) => {
				const names = [path, ...(from === undefined ? [] : [from])].map((name) => `${list.top}/${name}`);
				const paths = await Promise.all(names.map((name) => ports.files.inspect(name)));
				return (
					decide({ source: 'permission', kind: 'read', title: '', paths, diffs: [] }, context).decision === 'allow'
				);
			}),
		);
		return files.filter((_, at) => mayRead[at] === true);
	}

	#hear(event: AppEvent): void {
		if (event.type !== 'side-question-changed') this.#parts.dispatch(event);
		else if (this.#isAsking) this.#follow(event.sideQuestion);
	}

	#follow(question: SideQuestion): void {
		const text = cleanMessage(lastMessage(question.entries));
		switch (question.phase) {
			case 'starting':
			case 'answering':
				this.#tell({ phase: 'asking', text, why: null });
				break;
			case 'failed':
				this.#fail(whyNot(question));
				break;
			case 'done':
			case 'stopped':
				if (text === '') this.#fail(COMMITS.noWords);
				else {
					this.stop();
					this.#tell({ phase: 'done', text, why: null });
				}
		}
	}

	#fail(why: string): void {
		this.stop();
		this.#tell({ phase: 'failed', text: '', why });
	}

	#tell(message: AgentMessage): void {
		this.#changed({ ...message, about: this.#about });
	}
}

function nameOf({ status, path, from, added, removed }: CommitFile): string {
	const name = from === undefined ? sanitizeLine(path) : `${sanitizeLine(from)} → ${sanitizeLine(path)}`;
	return `- ${status}: ${name}${added === null ? '' : ` +${added}`}${removed === null ? '' : ` −${removed}`}`;
}

function whyNot({ failure }: SideQuestion): string {
	const hint = failure?.hint === undefined ? '' : ` ${failure.hint}`;
	return sanitizeLine(`${failure?.message ?? COMMITS.noWords}${hint}`);
}

/** Last words of the agent: those before it looks at something are no part of the message. */
function lastMessage(entries: EntryList): string {
	let text = '';
	for (const entry of eachEntry(entries)) {
		if (entry.kind === 'message' && entry.parentId === undefined && entry.text.trim() !== '') text = entry.text;
	}
	return text;
}
