import type { AgentQuestions } from './agent-questions.js';
import type { McpTool, PermissionOption, ToolInput, VariableFact } from './policy/types.js';
import type { ToolCallPatch, ToolKind } from './tool-call.js';

/**
 * `session/request_permission`, translated. `patch` is the embedded tool call (which may be unknown until now).
 * `isExitPlan`: it asks for the approval of a plan; `holdsPlan`: it holds one and may ask for that; `plan` is its text
 * where the request carries it, `planPath` the file that it names.
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

export type CallDetails = {
	readonly paths: readonly string[];
	readonly command?: {
		readonly line?: string;
		readonly argv?: readonly string[];
		readonly cwd?: string;
		readonly env?: readonly VariableFact[];
		readonly stdin?: string;
		/** Shell or interpreter, where it is not the usual one. */
		readonly shell?: string;
	};
	readonly kind?: ToolKind;
	/** Holds a text to write, whatever its kind. */
	readonly writes?: true;
	readonly host?: string;
	readonly possibleHosts?: readonly string[];
	readonly mcp?: McpTool;
	readonly possibleMcp?: readonly McpTool[];
	readonly toolInput?: ToolInput;
	readonly questions?: AgentQuestions;
};
