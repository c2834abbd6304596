import type { ClientFeatures } from '../core/agent-info.js';
import type { AgentProfile } from '../core/agents/profile.js';
import type { PartialWay } from '../core/edits/chosen-text.js';
import type { Effect } from '../core/effect.js';
import type { Result } from '../core/failure.js';
import type { Hook } from '../core/hooks/hook.js';
import type { OwnMode, OwnModeRef } from '../core/policy/own-mode.js';
import type { Mode, Rule } from '../core/policy/types.js';
import type { Ports } from '../core/ports.js';
import type { RetryPolicy } from '../core/retry-event.js';
import type { SignInChoice } from '../core/sign-in/sign-in-event.js';
import type { Worktree } from '../core/worktrees/worktree.js';
import type { ExpandedPrompt } from './commands/expand.js';
import type { SignInSecrets } from './sign-in.js';
import type { Store } from './store.js';

export type AppOptions = {
	readonly profile: AgentProfile;
	readonly cwd: string;
	readonly worktree?: Worktree;
	readonly mode: Mode;
	/** `--mode` was given: resuming a session does not change the mode. */
	readonly isModeAsked?: boolean;
	readonly isBypassAllowed: boolean;
	readonly rules: readonly Rule[];
	readonly hooks?: readonly Hook[];
	readonly ownModes?: readonly OwnMode[];
	readonly own?: OwnModeRef | undefined;
	readonly features: ClientFeatures;
	readonly handshakeTimeout: number;
	/** Silence that is allowed while an agent resumes a session. */
	readonly resumePatience?: number;
	/** Time that a cancelled turn may go on before killing the agent is offered. */
	readonly cancelPatience: number;
	/** Absent: no automatic retries. */
	readonly retry?: RetryPolicy;
	/** How a part of a change is taken from an agent that writes files by itself; `ask` when absent. */
	readonly partialWay?: PartialWay;
	readonly isHeadless: boolean;
	/** Headless, with a program that answers questions: they wait for it. */
	readonly takesAnswers?: true;
	/** None is ever started. */
	readonly isWithoutAgent?: true | undefined;
	/** Prompts explain plan mode themselves. */
	readonly isSideQuestion?: true;
};

export type Runtime = {
	run(effect: Effect): void;
	signIn(choice: SignInChoice, secrets: SignInSecrets): void;
	wroteFile(path: string, text: string): Promise<void>;
	expandCommand(line: string, written?: string): Promise<Result<ExpandedPrompt> | null>;
	filesSettled(milliseconds: number): Promise<void>;
	close(): Promise<void>;
};

export type AppBeside = Pick<Store, 'getState' | 'dispatch' | 'subscribe' | 'onEvent'> & {
	start(): void;
	close(): Promise<void>;
};

export type RuntimeParts = {
	readonly options: AppOptions;
	readonly ports: Ports;
	readonly store: Store;
	readonly openBeside: (options: AppOptions, ports: Ports) => AppBeside;
};

export type RuntimeModule = { createRuntime(parts: RuntimeParts): Runtime };
