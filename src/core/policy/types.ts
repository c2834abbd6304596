import type { DiffContent, ToolKind } from '../tool-call.js';

/** The client's permission mode: ours, whatever the agent calls its own. */
export type Mode = 'default' | 'acceptEdits' | 'plan' | 'bypassPermissions';

/** Every mode, in the order of the cycle. */
export const MODES: readonly Mode[] = ['default', 'acceptEdits', 'plan', 'bypassPermissions'];

/** A path that a request names, after the facts were gathered. */
export type PathFact = {
	/** As the agent wrote it. */
	readonly given: string;
	/** Absolute, links resolved on the deepest existing part; null when it cannot be resolved. */
	readonly real: string | null;
	/** Relative to the workspace with `/`, when inside it; null outside. */
	readonly relative: string | null;
	readonly isInside: boolean;
	/** In a plan folder of a known agent: plan mode lets it through. */
	readonly isPlanFile: boolean;
};

/** A command that a request wants to run. Exactly one of `argv` and `line` is what runs. */
export type CommandFact = {
	/** For showing: the whole command line. */
	readonly text: string;
	/** Executable and arguments as they are given to the system (`terminal/create`). */
	readonly argv?: readonly string[];
	/** A line for a shell (an agent's own tool). */
	readonly line?: string;
	/** Names of the environment variables that the request sets. */
	readonly envNames: readonly string[];
	/** A word of it that is a link out of the workspace, where one was found: what it reads is not inside then. */
	readonly leadsOutside?: string;
	/** Where it would run, when the request says so. */
	readonly cwd?: PathFact;
};

/** Which door a request came through. */
export type ActionSource = 'permission' | 'fs-read' | 'fs-write' | 'terminal';

/**
 * What somebody wants to do, gathered before it is judged. Built from structured fields only:
 * `title` is for showing and is never judged.
 */
export type ActionRequest = {
	readonly source: ActionSource;
	readonly kind: ToolKind;
	readonly title: string;
	readonly toolCallId?: string;
	readonly paths: readonly PathFact[];
	readonly command?: CommandFact;
	/** It holds a text to be written, whatever kind it says that it is. */
	readonly writes?: true;
	/** Host of a fetch. */
	readonly host?: string;
	readonly mcp?: { readonly server: string; readonly tool: string };
	/** What would change, as far as the request shows it. */
	readonly diffs: readonly DiffContent[];
};

/** How far an «allow always» of the person reaches. */
export type RuleScope = 'session' | 'project' | 'everywhere';

/** Where a rule was written. The last three are the person's own answers; no repository can bring those. */
export type RuleOrigin =
	| 'user'
	| 'project'
	| 'command line'
	| 'session'
	| 'remembered for this project'
	| 'remembered everywhere';

/** A permission rule, parsed. `text` is what the person wrote. */
export type Rule = {
	readonly decision: 'allow' | 'ask' | 'deny';
	readonly text: string;
	readonly origin: RuleOrigin;
	/** Set for rules written `plan:…`: they hold in plan mode (too). */
	readonly inPlan: boolean;
	readonly matcher: RuleMatcher;
	/** The file, line and key that hold it, for rules of a config file. */
	readonly place?: string;
};

/** What tells a rule from the others in force. */
export type RuleKey = Pick<Rule, 'decision' | 'text' | 'origin'>;

/** A rule that «allow always» would write, and what it allows in words. */
export type AlwaysOffer = { readonly text: string; readonly words: string };

/** A decision of the person that outlives the session. */
export type RememberedRule = {
	readonly decision: Rule['decision'];
	readonly text: string;
	readonly scope: Exclude<RuleScope, 'session'>;
	/** When it was decided (ms since the epoch). */
	readonly at: number;
	/** The words that the person was shown before they decided. */
	readonly words: string;
};

/** What a rule matches: a tool kind, with or without a pattern, or an MCP server's tool. */
export type RuleMatcher =
	| { readonly type: 'kind'; readonly kind: ToolKind }
	| { readonly type: 'path'; readonly kind: ToolKind; readonly glob: string }
	| { readonly type: 'command'; readonly words: readonly string[]; readonly openEnd: boolean }
	| { readonly type: 'host'; readonly host: string }
	| { readonly type: 'mcp'; readonly server: string; readonly tool: string };

/** What `decide` says, with the reason that is shown and logged. */
export type Verdict = {
	readonly decision: 'allow' | 'ask' | 'deny';
	readonly because: string;
};

/** Everything that `decide` may look at besides the request. */
export type PolicyContext = { readonly mode: Mode; readonly rules: readonly Rule[] };

/** ACP v1 `PermissionOptionKind`; a kind that we do not know is `unknown` and is never chosen for the person. */
export type OptionKind = 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always' | 'unknown';

/** One answer that a permission request offers. */
export type PermissionOption = { readonly id: string; readonly name: string; readonly kind: OptionKind };

/** The answer to a permission request. */
export type PermissionOutcome =
	| { readonly type: 'selected'; readonly optionId: string }
	| { readonly type: 'cancelled' };
