import type { Mode } from '../policy/types.js';
import type { SessionState } from '../session/state.js';

/** What was chosen in a session when it was left: pushed to the agent again when it is taken up. @public */
export type RestoredSettings = {
	/** Our mode; `bypassPermissions` comes back only where the command line allows it. */
	readonly mode: Mode;
	/** The agent's own mode that the person chose; null: none. */
	readonly agentMode: string | null;
	/** The values of the agent's options as they were last, by option id (models among them). */
	readonly options: Readonly<Record<string, string | boolean>>;
};

/** What takes the place of a session's state. Nothing in it runs: calls are settled, questions withdrawn. @public */
export type RestoredState = Pick<
	SessionState,
	| 'title'
	| 'branch'
	| 'entries'
	| 'plan'
	| 'planHalt'
	| 'usage'
	| 'changes'
	| 'queue'
	| 'models'
	| 'choices'
	| 'agentModes'
	| 'configOptions'
	| 'nextEntry'
> &
	Pick<SessionState, 'earlier' | 'weight' | 'usageSoFar'>;

/** An older session, read from its log. */
export type RestoredSession = {
	/** The record that it is kept in. */
	readonly recordId: string;
	/** The name of its agent (`launch.name`), the last one where it was switched. */
	readonly agent: string;
	/** The agent's id of it; null where no session was ever open. */
	readonly sessionId: string | null;
	/** The folder it works in, and those beside it. */
	readonly cwd: string;
	readonly additionalDirectories: readonly string[];
	readonly createdAt: number;
	readonly state: RestoredState;
	readonly settings: RestoredSettings;
	/** Its last turn was never ended: it stands in the transcript as interrupted. */
	readonly isInterrupted: boolean;
	/** Why it can only be read (a newer version); absent: it can be gone on with. */
	readonly readOnly?: string;
	/** Lines that were no lines of ours, and were passed over. */
	readonly skippedLines: number;
};
