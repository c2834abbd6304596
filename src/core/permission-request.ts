import type { AgentQuestions } from './agent-questions.js';
import type { McpTool, PermissionOption, ToolInput, VariableFact } from './policy/types.js';
import type { ToolCallPatch, ToolKind } from './tool-call.js';

/**
 * `session/request_permission`, translated. `patch` is the embedded tool call (which may be unknown
 * until now). `isExitPlan` says that it asks for a plan to be approved, `holdsPlan` that it holds one and may;
 * `plan` is its text where the request carries it, `planPath` the file that it names.
 */
export type PermissionRequest = CallDetails & {
	readonly sessionId: string;
	readonly patch: ToolCallPatch;
	readonly options: readonly PermissionOption[];
	readonly isExitPlan: boolean;
	readonly holdsPlan?: true;
	readonly plan?: string;
	readonly planPath?: string;
};

/** Structured facts found in a tool call: what `decide` may go by. Paths are as given. */
export type CallDetails = {
	readonly paths: readonly string[];
	readonly command?: {
		readonly line?: string;
		readonly argv?: readonly string[];
		readonly cwd?: string;
		/** The environment variables that it sets. */
		readonly env?: readonly VariableFact[];
		readonly stdin?: string;
		/** A shell or an interpreter other than the usual one that would run it. */
		readonly shell?: string;
	};
	/** What it is by all that it says, where its own kind says nothing of that. */
	readonly kind?: ToolKind;
	/** The request holds a text to be written, whatever kind it says that it is. */
	readonly writes?: true;
	readonly host?: string;
	readonly possibleHosts?: readonly string[];
	readonly mcp?: McpTool;
	readonly possibleMcp?: readonly McpTool[];
	readonly toolInput?: ToolInput;
	/** It puts questions to the user. */
	readonly questions?: AgentQuestions;
};
