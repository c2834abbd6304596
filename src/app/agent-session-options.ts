import type { AgentHost } from '../core/agent-port.js';
import type { Ports } from '../core/ports.js';
import type { AppOptions } from './app-options.js';
import type { TurnFiles } from './changes/turn-files.js';
import type { Hooks } from './hooks/hooks.js';
import type { Questions } from './questions.js';
import type { ShadowWork } from './shadow/shadow-work.js';
import type { Store } from './store.js';
import type { Updates } from './updates.js';

type Given = Required<
	Pick<
		AppOptions,
		'cwd' | 'features' | 'isHeadless' | 'handshakeTimeout' | 'resumePatience' | 'cancelPatience' | 'retry'
	>
>;

/** Functions stand for what is created later. */
export type AgentSessionOptions = Given & {
	readonly ports: Ports;
	readonly store: Store;
	/** Null: no snapshots. */
	readonly turnFiles: TurnFiles | null;
	/** Null: no shadow. */
	readonly shadow: ShadowWork | null;
	readonly hooks: Hooks;
	/** Settles when the parts of changes that the user left out were looked at; null: there are none. */
	readonly partsLooked: () => Promise<void> | null;
	readonly updates: () => Updates;
	readonly questions: Questions;
	readonly host: () => AgentHost;
	/** Prompts are side questions, which explain plan mode themselves. */
	readonly isSideQuestion: boolean;
};
