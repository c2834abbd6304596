import type { AgentQuestions } from './agent-questions.js';
import type { ActionRequest, CommandFact, PermissionOption } from './policy/types.js';
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
	/** Holds a plan without asking for approval, which counts as asking in plan mode. */
	readonly holdsPlan?: true;
	readonly plan?: string;
	readonly planPath?: string;
};

type Gathered = Pick<ActionRequest, 'writes' | 'host' | 'possibleHosts' | 'mcp' | 'possibleMcp' | 'toolInput'>;

export type CallDetails = Gathered & {
	readonly paths: readonly string[];
	readonly command?: Pick<CommandFact, 'line' | 'argv' | 'env' | 'stdin' | 'shell'> & { readonly cwd?: string };
	readonly kind?: ToolKind;
	readonly questions?: AgentQuestions;
};
