import type { ClientFeatures } from '../core/agent-info.js';
import type { PartialWay } from '../core/chosen-text.js';
import type { Effect } from '../core/effect.js';
import type { Result } from '../core/failure.js';
import type { Rule } from '../core/policy/policy-types.js';
import type { Ports } from '../core/ports.js';
import type { RetryPolicy } from '../core/retry-event.js';
import type { InitialOptions } from '../core/session/reducers/initial-state.js';
import type { SignInChoice } from '../core/sign-in/sign-in-event.js';
import type { ExpandedPrompt } from './commands/expand.js';
import type { SignInSecrets } from './sign-in.js';
import type { Store } from './store.js';

type Start = Pick<
	InitialOptions,
	'profile' | 'cwd' | 'worktree' | 'mode' | 'isBypassAllowed' | 'hooks' | 'ownModes' | 'own'
>;

export type AppOptions = Start & {
	/** `--mode` was given: resuming a session does not change the mode. */
	readonly isModeAsked?: boolean;
	readonly rules: readonly Rule[];
	readonly features: ClientFeatures;
	/** Milliseconds. */
	readonly handshakeTimeout: number;
	/** Milliseconds that an agent may say nothing while it resumes a session. */
	readonly resumePatience?: number;
	/** Milliseconds that a cancelled turn may go on before killing the agent is offered. */
	readonly cancelPatience: number;
	/** Absent: no automatic retries. */
	readonly retry?: RetryPolicy;
	/** Way to take a part of a change from an agent that writes files by itself; `ask` when absent. */
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
	/** `secrets` go to the agent or the key store, and nowhere else. */
	signIn(choice: SignInChoice, secrets: SignInSecrets): void;
	/** Records a new file that this program wrote for the user (absolute path): it is no change of the agent's. */
	wroteFile(path: string, text: string): Promise<void>;
	/** Expands `/name arguments` of the user's own commands, `written` without what was pasted; null where it is none. */
	expandCommand(line: string, written?: string): Promise<Result<ExpandedPrompt> | null>;
	/** Settles when the last turn's changes and unasked actions are known, at the latest after `milliseconds`. */
	filesSettled(milliseconds: number): Promise<void>;
	/** Ends the agent and all terminals within three seconds. */
	close(): Promise<void>;
};

export type SideApp = Pick<Store, 'getState' | 'dispatch' | 'subscribe' | 'onEvent'> & {
	start(): void;
	close(): Promise<void>;
};

export type RuntimeParts = {
	readonly options: AppOptions;
	readonly ports: Ports;
	readonly store: Store;
	readonly openSideApp: (options: AppOptions, ports: Ports) => SideApp;
};

export type RuntimeModule = { createRuntime(parts: RuntimeParts): Runtime };
