import type { Effect } from '../core/effect.js';
import type { Ports } from '../core/ports.js';
import type { SignInChoice } from '../core/sign-in/sign-in-event.js';
import type { AppOptions } from './app-options.js';
import type { SignInSecrets } from './sign-in.js';
import type { Store } from './store.js';

/** What a session is worked with: effects are carried out, the agent's requests are decided. */
export type Runtime = {
	/** Carries one effect out. */
	run(effect: Effect): void;
	signIn(choice: SignInChoice, secrets: SignInSecrets): void;
	wroteFile(path: string, text: string): Promise<void>;
	filesSettled(milliseconds: number): Promise<void>;
	close(): Promise<void>;
};

/** A session beside this one, as far as this one needs to know it. */
export type AppBeside = Pick<Store, 'getState' | 'dispatch' | 'subscribe' | 'onEvent'> & {
	start(): void;
	close(): Promise<void>;
};

/** What it is made of. */
export type RuntimeParts = {
	readonly options: AppOptions;
	readonly ports: Ports;
	readonly store: Store;
	/** Makes a session beside this one, which is not started yet. */
	readonly openBeside: (options: AppOptions, ports: Ports) => AppBeside;
};

/** The module that makes it. */
export type RuntimeModule = { createRuntime(parts: RuntimeParts): Runtime };
