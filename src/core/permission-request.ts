import type { AgentQuestions } from './agent-questions.js';
import type { ActionRequest, CommandFact, PermissionOption } from './policy/policy-types.js';
import type { ToolCallPatch, ToolKind } from './tool-call.js';

/** `session/request_permission`. `isExitPlan`: it asks to approve a plan; `holdsPlan`: it has one and may ask so. */
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
