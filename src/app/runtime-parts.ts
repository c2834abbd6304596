import type { Effect } from '../core/effect.js';
import type { Ports } from '../core/ports.js';
import type { SignInChoice } from '../core/sign-in/sign-in-event.js';
import type { AppOptions } from './app-options.js';
import type { SignInSecrets } from './sign-in.js';
import type { Store } from './store.js';

export type Runtime = {
	run(effect: Effect): void;
	signIn(choice: SignInChoice, secrets: SignInSecrets): void;
	wroteFile(path: string, text: string): Promise<void>;
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
