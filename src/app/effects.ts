import type { AgentConnection } from '../core/agent-port.js';
import type { Branch } from '../core/branch-event.js';
import type { Effect } from '../core/effect.js';
import { once } from '../core/once.js';
import type { PathFact } from '../core/policy/policy-types.js';
import type { Ports } from '../core/ports.js';
import type { SignInChoice } from '../core/sign-in/sign-in-event.js';
import { unexpected } from '../core/updated-meanwhile.js';
import { addMemory } from './add-memory.js';
import { AgentSession } from './agent-session.js';
import type { AgentSessionOptions } from './agent-session-options.js';
import type { Allowances } from './changes/allowances.js';
import { comparePlan } from './changes/compare-plan.js';
import { AgentChooser } from './choose-agent.js';
import { failureEvent } from './effect-failure.js';
import { lookAfterFolders } from './folder-effects.js';
import { createLaterEffects, type LaterEffects } from './later-effects.js';
import { lazySideWork } from './lazy-side-work.js';
import { applyRules, createRuleEffects, type RuleEffects } from './rule-effects.js';
import type { OpenSideApp } from './side-question/side-session.js';
import type { SignInSecrets } from './sign-in.js';
import type { Store } from './store.js';
import { createUserShell, type UserShell } from './user-shell.js';

export type RunnerOptions = AgentSessionOptions & {
	readonly openSideApp: OpenSideApp;
	readonly allowances: Allowances;
	readonly isModeAsked: boolean;
	readonly wrote: (path: PathFact, oldText: string | null, newText: string) => void;
};

type FilesEffect = Extract<Effect, { type: 'take-snapshot' | 'restore-files' | 'shadow' | 'review' | 'compare-plan' }>;

export class EffectRunner {
	readonly #options: RunnerOptions;
	readonly #ports: Ports;
	readonly #store: Store;
	readonly #agent: AgentSession;
	readonly #userShell: UserShell;
	readonly #rules: RuleEffects;
	readonly #chooser: AgentChooser;
	readonly #sideWork: ReturnType<typeof lazySideWork>;
	#comparing: Promise<void> | null = null;
	readonly #later: LaterEffects;
	readonly #closing = new AbortController();

	constructor(options: RunnerOptions) {
		const { ports, cwd, allowances, openSideApp } = options;
		const { signal: closing } = this.#closing;
		const untilClosing =
			<T>(act: (value: T) => void) =>
			(value: T): void => {
				if (!closing.aborted) act(value);
			};
		const { dispatch, dispatchAll } = options.store;
		const store = { ...options.store, dispatch: untilClosing(dispatch), dispatchAll: untilClosing(dispatchAll) };
		this.#options = { ...options, store };
		this.#store = store;
		this.#ports = ports;
		this.#agent = new AgentSession(this.#options);
		this.#userShell = createUserShell({ ports, cwd, allowances, dispatch: store.dispatch });
		this.#chooser = new AgentChooser({ ports, store, closing });
		this.#later = createLaterEffects(ports.clock, store.dispatch);
		// Answers are counted even at the very end.
		this.#sideWork = lazySideWork({ ports, openSideApp, connection: this.#connection, store: options.store });
		this.#rules = createRuleEffects({ ports, cwd, store });
	}

	run(effect: Effect): void {
		// Ports return failures; a rejection is a defect of ours and is reported as one.
		const done = new Promise<void>((resolve) => resolve(this.#perform(effect))).catch((error: unknown) => {
			this.#ports.log.write('error', 'effect failed', { effect: effect.type, error });
			this.#store.dispatch(
				failureEvent(effect, { code: 'internal', message: unexpected(error, ` in acp-tui (${effect.type})`) }),
			);
		});
		if (effect.type === 'compare-plan') this.#comparing = done;
	}

	/** Settles when no plan is being compared. */
	planCompared(): Promise<void> | null {
		return this.#comparing;
	}

	/** `secrets` are in no event. */
	signIn(choice: SignInChoice, secrets: SignInSecrets): void {
		this.#agent.signIn.hold(choice.methodId, secrets);
		this.#store.dispatch({ type: 'sign-in-begun', ...choice });
	}

	/** Ends the agent and every process; nothing is reported any more. */
	async close(): Promise<void> {
		this.#closing.abort();
		this.#later.stop();
		this.#options.turnFiles?.close();
		this.#options.shadow?.close();
		// Side sessions are deleted while the agent still runs.
		await this.#sideWork.close();
		await Promise.all([
			this.#agent.close(),
			this.#ports.terminals.closeAll(),
			this.#userShell.close(),
			this.#rules.settled(),
		]);
		await this.#options.shadow?.finish();
	}

	readonly #connection = (): AgentConnection | null => this.#agent.connection();

	#perform(effect: Effect): Promise<void> | void {
		switch (effect.type) {
			case 'start-agent':
				return this.#agent.start(effect.profile);
			case 'list-agents':
			case 'use-agent':
			case 'install-agent':
			case 'stop-install':
			case 'answer-install':
			case 'look-up-sandboxes':
			case 'look-up-folder':
			case 'choose-sandbox':
				return this.#chooser.perform(effect);
			case 'session-list':
				return this.#sessionList().then((list) => list.perform(effect.request));
			case 'open-session':
				return this.#openSession();
			case 'restore-session':
				return this.#restoreSession(effect);
			case 'branch-session':
				return this.#branchSession(effect.branch);
			case 'inspect-rewind':
				return this.#inspectRewind(effect);
			case 'stop-resuming':
				return this.#agent.stopResuming();
			case 'send-prompt':
				return this.#agent.prompt(effect);
			case 'steer':
				return this.#agent.steer(effect);
			case 'cancel-turn':
				return this.#agent.cancel(effect.turnId, effect.sessionId);
			case 'wait-retry':
			case 'stop-retry':
			case 'wait-restart':
			case 'stop-restart':
			case 'wait-open':
				return this.#later.perform(effect);
			case 'answer-question':
				return this.#agent.afterAccess(() => this.#options.questions.settle(effect.questionId, effect.outcome));
			case 'apply-rules':
				return applyRules(this.#store, this.#options.questions);
			case 'set-agent-mode':
				return this.#agent.setMode(effect.sessionId, effect.modeId);
			case 'set-config-option':
				return this.#agent.setOption(effect);
			case 'kill-agent':
				return this.#agent.kill();
			case 'sign-in':
			case 'stop-sign-in':
			case 'sign-out':
				return this.#performSignIn(effect);
			case 'store-rule':
			case 'forget-rule':
			case 'test-permission':
				return this.#rules.perform(effect);
			case 'take-snapshot':
			case 'restore-files':
			case 'shadow':
			case 'review':
			case 'compare-plan':
				return this.#performOnFiles(effect);
			case 'run-command':
			case 'end-command':
				return this.#userShell.perform(effect);
			case 'add-directory':
			case 'worktrees':
			case 'list-commands':
				return lookAfterFolders(this.#ports, effect, this.#store.dispatch);
			case 'add-memory':
				return this.#addMemory(effect);
			case 'side-question':
			case 'commit':
				return this.#sideWork.perform(effect);
			case 'read-usage':
				return this.#readUsage();
			case 'store-asking':
				return this.#ports.asking?.save(effect.agent, effect.record, effect.launch);
			case 'store-choices':
				return this.#ports.choices?.save(effect.agent, effect.choices);
		}
	}

	#performSignIn(effect: Extract<Effect, { type: 'sign-in' | 'stop-sign-in' | 'sign-out' }>): Promise<void> | void {
		const { signIn } = this.#agent;
		if (effect.type === 'sign-in') return signIn.begin(effect);
		return effect.type === 'sign-out' ? signIn.signOut() : signIn.stop();
	}

	#openSession(): Promise<void> {
		// A resumed session may still undo its changes.
		if (this.#ports.sessionLogs !== undefined) this.#options.turnFiles?.retainForLater();
		return this.#agent.open();
	}

	#performOnFiles(effect: FilesEffect): Promise<void> | void {
		const { turnFiles, shadow } = this.#options;
		switch (effect.type) {
			case 'take-snapshot':
				turnFiles?.take(effect.turnId, effect.moment);
				return shadow?.moment(effect.moment);
			case 'restore-files':
				return turnFiles?.restore(effect);
			case 'shadow':
				return shadow?.perform(effect);
			case 'review':
				return this.#review().then((review) => review.perform(effect.request));
			case 'compare-plan':
				return comparePlan(effect, { files: this.#ports.files, turnFiles, dispatch: this.#store.dispatch });
		}
	}

	followAccess(): void {
		this.#agent.followAccess();
	}

	readonly #sessionList = once(async () => {
		const { OpenSessionList } = await import('./sessions/open-session-list.js');
		const { signal: closing } = this.#closing;
		return new OpenSessionList({ ports: this.#ports, store: this.#store, connection: this.#connection, closing });
	});

	readonly #review = once(async () => {
		const { ReviewWork } = await import('./review/review-work.js');
		return new ReviewWork(this.#options);
	});

	async #readUsage(): Promise<void> {
		const { usage } = this.#ports;
		const turns = this.#store.getState().usageSoFar?.turns ?? [];
		this.#store.dispatch({ type: 'usage-read', past: usage === undefined ? null : await usage.recent(turns) });
	}

	async #restoreSession(effect: Extract<Effect, { type: 'restore-session' }>): Promise<void> {
		const { restoreSession } = await import('./sessions/restore.js');
		return restoreSession(this.#options, effect);
	}

	async #branchSession(branch: Branch): Promise<void> {
		const { branchSession } = await import('./sessions/branch-session.js');
		await branchSession(this.#options, branch);
	}

	async #inspectRewind({ entryId, sets }: Extract<Effect, { type: 'inspect-rewind' }>): Promise<void> {
		const { inspectRewind } = await import('./sessions/inspect-rewind.js');
		this.#store.dispatch({ type: 'rewind-inspected', ...(await inspectRewind(this.#ports, entryId, sets)) });
	}

	#addMemory({ text, isOwn }: Extract<Effect, { type: 'add-memory' }>): Promise<void> {
		return addMemory({ ...this.#options, signal: this.#closing.signal }, text, isOwn);
	}
}
