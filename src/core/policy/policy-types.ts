import type { PlannedChange } from '../edits/planned-change.js';
import type { permissionOption, permissionOutcome } from '../permission-schema.js';
import type { SandboxOpening } from '../sandbox/command-access.js';
import type { Read } from '../schema.js';
import type { DiffContent, ToolKind } from '../tool-call.js';
import type { ReadOnlyVerdict } from './read-only/verdict.js';

/** Every mode, in the order of the cycle. */
export const MODES = ['default', 'acceptEdits', 'plan', 'bypassPermissions'] as const;

/** A rule on a command has at most this many words. */
export const MAX_RULE_WORDS = 32;

/** The client's permission mode: ours, whatever the agent calls its own. */
export type Mode = (typeof MODES)[number];

/** A path that a request names, after the facts were gathered. */
export type PathFact = {
	/** As the agent wrote it. */
	readonly given: string;
	/** Absolute, links resolved on the deepest existing part; null when it cannot be resolved. */
	readonly real: string | null;
	/** Relative to the workspace with `/`, when inside it; null outside. */
	readonly relative: string | null;
	/** In the workspace or in an additional directory. */
	readonly isInside: boolean;
	/** The additional directory that it lies in, resolved; absent for the workspace, and outside. */
	readonly root?: string;
	/**
	 * The folder that it lies in, or itself, below the root, where that makes programs run later and no name says
	 * so: hooks that git's settings name, a repository kept beside, what a link such as `.vscode` leads to.
	 */
	readonly autoRunFolder?: string;
	/** In a plan folder of a known agent: plan mode allows it. */
	readonly isPlanFile: boolean;
};

/** A variable that a command would be started with; `value` is null where the request does not say it plainly. */
export type VariableFact = { readonly name: string; readonly value: string | null };

/** A command that a request wants to run. Exactly one of `argv` and `line` is what runs. */
export type CommandFact = {
	/** For showing: the whole command line. An argument vector is quoted, so two of them never look alike. */
	readonly text: string;
	/** Executable and arguments as they are given to the system (`terminal/create`). */
	readonly argv?: readonly string[];
	/** A line for a shell (an agent's own tool). */
	readonly line?: string;
	readonly envNames: readonly string[];
	/** The same variables with their values, in the same order; where it is absent the values are not known. */
	readonly env?: readonly VariableFact[];
	/** Text that it would read from its standard input, raw, where the request says so. */
	readonly stdin?: string;
	/** Program that would run it in place of the usual shell: a shell or an interpreter, as the agent wrote it. */
	readonly shell?: string;
	/** A word that is a link out of the workspace, if there is one: what the command reads may be outside. */
	readonly leadsOutside?: string;
	/** Another finding on this machine that makes it more than reading, in words. */
	readonly doubt?: string;
	/** Finding about the repository that git would read; absent: nobody looked, and git counts as more than reading. */
	readonly repository?: ReadOnlyVerdict;
	/** Would run in a terminal of ours, which can run no login shell. */
	readonly isOurTerminal?: true;
	/** The workspace's path, links resolved: what names something below it is inside. */
	readonly workspace?: string;
	/** The folder that its names count from, resolved: where it would run, or the workspace. */
	readonly startsIn?: string;
	/** The files that its redirections write; null where one of them is not known. */
	readonly outputs?: readonly PathFact[] | null;
	/** Words of it that lead to another path than they name, by links; null where it has too many words to look at. */
	readonly links?: readonly LinkedWord[] | null;
	/** Where it would run, when the request says so. */
	readonly cwd?: PathFact;
};

export type LinkedWord = { readonly word: string; readonly path: PathFact };

/** A field of a tool call's input with the names that lead to it (`edits.0.path`); both raw, as the agent wrote them. */
export type InputField = {
	readonly name: string;
	readonly value: string;
	/** Text that is looked for in files, and no pattern of names. */
	readonly isText?: true;
};

/** A text that a request would write; raw. */
export type TextToWrite = {
	readonly path?: string;
	/** Text that is replaced, if the request says so. */
	readonly oldText?: string;
	readonly newText: string;
	/**
	 * Use of the text: it is all of the file, replaces every occurrence of `oldText`, comes at the end or behind a
	 * line (0: at the start), or is a patch; or the file is deleted or moved. Without it, it replaces the one occurrence of
	 * `oldText`, or nobody says where it goes.
	 */
	readonly how?:
		| 'whole'
		| 'every'
		| 'append'
		| 'patch'
		| 'delete'
		| { readonly afterLine: number }
		| { readonly movedTo: string };
	readonly isInDiff?: true;
};

/** Text of a file, by its path as the agent wrote it; null where there is none. */
export type CurrentText = { readonly path: string; readonly text: string | null };

export type McpTool = { readonly server: string; readonly tool: string };

/** The title of a request that brings none. */
export const NO_TITLE = 'a tool call';

type ActionSource = 'permission' | 'fs-read' | 'fs-write' | 'terminal';

/**
 * An action that somebody wants, gathered before it is decided about. Built from structured fields only:
 * `title` is for showing and is never decided about.
 */
export type ActionRequest = {
	readonly source: ActionSource;
	readonly kind: ToolKind;
	readonly title: string;
	readonly toolCallId?: string;
	readonly paths: readonly PathFact[];
	readonly command?: CommandFact;
	/** Holds a text to be written, whatever kind it says that it is. */
	readonly writes?: true;
	/** Host of a fetch; of several hosts all, with commas between them. */
	readonly host?: string;
	/** Where the host is reached, of a connection that is seen; absent: nobody says. */
	readonly port?: number;
	/** Hosts that something in the request may stand for: a deny or ask rule counts them, an allow rule never. */
	readonly possibleHosts?: readonly string[];
	readonly mcp?: McpTool;
	/** Tools that something in the request may stand for: a deny or ask rule counts them, an allow rule never. */
	readonly possibleMcp?: readonly McpTool[];
	/** Changes that it would make, as far as the request shows them. */
	readonly diffs: readonly DiffContent[];
	/** Changes of files, where they were worked out; of all others `diffs` alone are known. */
	readonly changes?: readonly PlannedChange[];
	/** Title or id of the requesting session, where that is not the open one. */
	readonly otherSession?: string;
	/** The sub-agent whose session that is, a key of `SessionState.subagents`. */
	readonly subagentId?: string;
	/** Puts a question to the user, so nobody else answers it. */
	readonly asksUser?: true;
	/** Texts of the files of a change now, where they are known: what a diff says of them is only the agent's word. */
	readonly currentTexts?: readonly CurrentText[];
	/** Parts of the tool call's input beside what rules use; absent where a request has none (`fs/*`, `terminal/*`). */
	readonly toolInput?: ToolInput;
};

/** The input of a tool call (ACP `rawInput`): to be shown in whole, and to be understood before it is allowed. */
export type ToolInput = {
	/** Every field, in the agent's order. */
	readonly fields: readonly InputField[];
	/** Number of fields that came beyond `fields`; a value that was cut says so at its end. */
	readonly omitted: number;
	/** Every address in it, as written. */
	readonly urls: readonly string[];
	/**
	 * The fields that keep it from being understood, by name: with any of them nothing is allowed because
	 * it only looks. Empty when every field is known to be harmless for a request of this kind.
	 */
	readonly notUnderstood: readonly string[];
	/** Lines that a field may mean to run, beside the command: a deny or ask rule counts them. */
	readonly possibleCommands: readonly string[];
	/** Words that may name files: deny and ask rules count them. */
	readonly possiblePaths?: readonly string[];
	/** The file was too large to be read whole: the rest of it is unknown. */
	readonly isTooLarge?: true;
	/** Lists things to do and nothing else. */
	readonly isTodoList?: true;
	readonly texts: readonly TextToWrite[];
};

/** Reach of an «allow always» of the user. */
export type RuleScope = 'session' | 'project' | 'everywhere';

/** Where a rule was written. The last three are the user's own answers; no repository can bring those. */
export type RuleOrigin =
	| 'user'
	| 'project'
	| 'command line'
	/** Of the named mode in force. */
	| 'mode'
	| 'session'
	| 'remembered for this project'
	| 'remembered everywhere';

/** A permission rule, parsed. `text` is what the user wrote. */
export type Rule = {
	readonly decision: 'allow' | 'ask' | 'deny';
	readonly text: string;
	readonly origin: RuleOrigin;
	/** Set for rules written `plan:…`: they hold in plan mode (too). */
	readonly inPlan: boolean;
	readonly matcher: RuleMatcher;
	/** Access in the sandbox of the commands that it allows, beyond that of every allowed command. */
	readonly opens?: SandboxOpening;
	/** The file, line and key that hold it, for rules of a config file. */
	readonly place?: string;
	/** When the user answered with it (ms since the epoch), for rules that are answers. */
	readonly since?: number;
	/** Answer of this session. */
	readonly isAnsweredHere?: true;
	/** A command brought it for its turn. */
	readonly isForTurn?: true;
	/** Came with an «always» that the agent keeps, about this class of action, and ends with it. */
	readonly endsWithGrant?: 'edits' | 'commands';
};

/** Fields that tell a rule from the others in force. */
export type RuleKey = Pick<Rule, 'decision' | 'text' | 'origin'>;

/**
 * Text that «allow always» would write, and what it allows in words: a rule, or for a line of several commands one
 * for each that needs it. `text` is all of them as they are shown.
 */
export type AlwaysOffer = { readonly text: string; readonly words: string; readonly rules?: readonly string[] };

/** A decision of the user that outlives the session. */
export type RememberedRule = {
	readonly decision: Rule['decision'];
	readonly text: string;
	readonly scope: Exclude<RuleScope, 'session'>;
	/** When it was decided (ms since the epoch). */
	readonly at: number;
	/** The words that the user was shown before they decided. */
	readonly words: string;
};

/** Subject of a rule: a tool kind, with or without a pattern, or an MCP server's tool. */
export type RuleMatcher =
	| { readonly type: 'kind'; readonly kind: ToolKind }
	| { readonly type: 'path'; readonly kind: ToolKind; readonly glob: string }
	| { readonly type: 'command'; readonly words: readonly string[]; readonly openEnd: boolean }
	/** `port`: of connections (`ActionRequest.port`), one that is none of the web's; absent: those of the web. */
	| { readonly type: 'host'; readonly host: string; readonly port?: number }
	| { readonly type: 'mcp'; readonly server: string; readonly tool: string }
	/** Everything; it is written nowhere. */
	| { readonly type: 'all' };

/** Answer of `decide`, with the reason that is shown and logged. */
export type Verdict = { readonly decision: 'allow' | 'ask' | 'deny'; readonly because: string };

/** Everything that `decide` may look at besides the request. */
export type PolicyContext = {
	readonly mode: Mode;
	readonly rules: readonly Rule[];
	/** Guard of the workspace from the agent's own tools by now, whatever it does; absent: none that is certain. */
	readonly heldBy?: 'shadow' | 'fence' | undefined;
	/** With `heldBy`: each of its connections is decided about as it is made. */
	readonly isNetworkHeld?: boolean | undefined;
};

export type PermissionOption = Read<typeof permissionOption>;
export type OptionKind = PermissionOption['kind'];

export type PermissionOutcome = Read<typeof permissionOutcome>;
