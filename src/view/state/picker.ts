import type { SandboxChoice } from '../../core/agents/sandbox-choice.js';
import type { EmbeddedFile } from '../../core/embedded-file.js';
import type { Mode, RuleKey } from '../../core/policy/types.js';
import type { AgentSandbox } from '../../core/sandbox/sandbox.js';
import type { Draft } from '../composer/draft.js';
import type { SendRequest } from './send-request.js';

/** What the rows of a list stand for, by the kind of the list. */
export type PickerChoices = {
	readonly agent: AgentChoice;
	/** What may hold the agent that runs, and how long a choice holds. */
	readonly 'agent-sandbox': { readonly sandbox: AgentSandbox };
	readonly 'keep-sandbox': SandboxChoice;
	/** Whether a folder is opened to the agent; null: not now. */
	readonly 'open-folder': { readonly opening: SandboxChoice | null };
	/** What an install waits for the user to agree to. */
	readonly 'install-consent': { readonly isAgreed: boolean };
	/** What to do after another agent was chosen that did not start. */
	readonly 'agent-failed': { readonly next: 'back' | 'again' | 'list' };
	/** Whether an agent is installed whose plan is shown. */
	readonly 'install-agent': {
		readonly id: string;
		readonly name: string;
		readonly host: string | null;
		readonly isAgreed: boolean;
		/** What the list was searched for before, which a refusal goes back to. */
		readonly search: string;
	};
	/** What to do about an agent that crashes again and again. */
	readonly 'not-resumed': { readonly next: 'again' | 'briefing' | 'plain' };
	readonly crashed: { readonly next: 'again' | 'agent' | 'leave' };
	/** What to do about a prompt that a limit stopped. */
	readonly failed: {
		readonly next: 'at-reset' | 'again' | 'model' | 'hand-over' | 'agent' | 'compact' | 'rewind' | 'new' | 'leave';
	};
	readonly mode: ModeChoice;
	readonly model: OptionChoice;
	readonly theme: { readonly name: string };
	readonly copy: { readonly text: string; readonly label: string };
	/** A file that came within a content block, and what is done with it. */
	readonly 'embedded-file': { readonly use: 'open' | 'save'; readonly file: EmbeddedFile };
	readonly undo: { readonly setId: string; readonly paths: readonly string[] };
	/** A prompt to go back to; `now`: when the list was opened (ms since the epoch). */
	readonly rewind: { readonly entryId: string; readonly now: number };
	readonly 'rewind-to': RewindChoice;
	/** One of the sessions that are open. */
	readonly 'open-sessions': { readonly id: string };
	/** What becomes of words for a running turn, where the agent takes none into it. */
	readonly steering: SteeringChoice;
	readonly permissions: PermissionChoice;
	/** What would end the running turn, asked first: carried out where it is confirmed. */
	readonly 'end-turn': TurnEnding & { readonly isConfirmed: boolean };
};

/** The lists that there are. */
export type PickerKind = keyof PickerChoices;

/** An agent; or what holds the one that runs, without an id. */
export type AgentChoice = { readonly id: string | null };

/** An option of the agent, and the value that it gets. */
export type OptionChoice = {
	readonly type: 'option';
	readonly optionId: string;
	readonly value: string | boolean;
};

/** The agent is told to ask again about what it was allowed to do by itself. */
type AskAgain = { readonly type: 'ask-again' };

export type ModeChoice =
	| { readonly type: 'mode'; readonly mode: Mode }
	| { readonly type: 'agent-mode'; readonly modeId: string }
	| OptionChoice
	| AskAgain;

/** `isArmed` once enter was pressed on the rule: the next enter removes it. */
export type PermissionChoice =
	| { readonly type: 'rule'; readonly rule: RuleKey; readonly isArmed: boolean }
	| AskAgain
	/** What the agent keeps in its memory ends with it. */
	| { readonly type: 'restart-agent' }
	/** What holds it can be chosen. */
	| { readonly type: 'choose-sandbox' }
	| { readonly type: 'nothing-left' };

/** What is taken back to before a prompt. */
export type RewindChoice = { readonly entryId: string; readonly what: 'both' | 'conversation' | 'files' };

/** What an agent is chosen for, where it does not take the place of the one that runs. */
export type AgentUse = 'new-session' | 'hand-over';

/** A list to choose from, of one kind or of any. */
export type Picker<Kind extends PickerKind = PickerKind> = {
	[Each in Kind]: {
		readonly kind: Each;
		readonly title: string;
		readonly items: readonly PickerItem<PickerChoices[Each]>[];
		readonly selected: number;
		/** What was typed to find rows, in lists that can be searched. */
		readonly search?: string;
		/** What is chosen is for a session beside this one: a new one, or one that goes on from it. */
		readonly use?: AgentUse;
		/** When it opened by itself (ms since the epoch): keys that were meant for something else choose nothing. */
		readonly openedAt?: number;
		/** The prompt that it is about, and when it was opened (ms since the epoch), in what asks how to go back to one. */
		readonly about?: { readonly entryId: string; readonly now: number };
		/** What is to be read before one of the rows is chosen, and its first line that is in sight. */
		readonly text?: PickerText;
		/** Which line of the selected row's words is the first in sight, from 0, where not all of them are. */
		readonly wordsFrom?: number;
	};
}[Kind];

/** Words above the rows of a list: paragraphs, and which of their lines on the screen is the first in sight, from 0. */
type PickerText = {
	readonly title: string;
	readonly paragraphs: readonly string[];
	readonly scroll: number;
	/** Where not all has room, the words of the selected row come first. */
	readonly isAside?: true;
};

/** A row of a list; what choosing it means is data. */
export type PickerItem<Choice = unknown> = {
	readonly label: string;
	readonly detail: string;
	/** What stands below the list while the row is selected, besides its detail. */
	readonly more?: string;
	/** Its label is to be read whole before it is chosen: below the list, where its row cuts it. */
	readonly isReadWhole?: true;
	readonly isCurrent: boolean;
	readonly choice: Choice;
	/** Rows that follow each other under one heading. */
	readonly group?: string;
};

/** What ends the running turn with it; `words` came with the command, null without any. */
export type TurnEnding = {
	readonly next: 'leave' | 'new-session' | 'restart-agent' | 'choose-sandbox' | 'fork' | 'compact';
	readonly words: CommandWords | null;
	/** The sandbox that was chosen, for `choose-sandbox`. */
	readonly sandbox?: SandboxChoice;
};

/** Words that were meant for the running turn, and what is done with them instead. */
export type SteeringChoice = {
	readonly how: 'stop' | 'queue';
	/** New ones, or a prompt that waits in the queue. */
	readonly of:
		| { readonly type: 'words'; readonly words: CommandWords }
		| { readonly type: 'queued'; readonly promptId: string };
};

/** Words behind a command: the prompt that they become, and the draft as it was typed, the command included. */
export type CommandWords = { readonly send: SendRequest; readonly typed: Draft };
