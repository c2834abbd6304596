import { messageOf } from '../../core/failure.js';
import { deniedPaths } from '../../core/policy/denied-paths.js';
import type {
	AccessChange,
	CommandsChange,
	Confinement,
	OutsideProcess,
	RulesChange,
	WorkspaceAccess,
} from '../../core/sandbox/confinement.js';
import type { SessionSandbox } from '../../core/sandbox/session-sandbox.js';
import { wantedAccess } from '../../core/session/sandbox/wanted-access.js';
import type { SessionState } from '../../core/session/state.js';
import type { TerminalsPort } from '../../core/terminals-port.js';
import type { Store } from '../store.js';
import { AGENT_SANDBOX } from './access-messages.js';

/**
 * Keeps the sandbox's workspace access in line with the mode, and reports what is enforced. The agent learns of a mode,
 * and of answers, only once the change that the mode needs was made or has failed (`pending`).
 */
export class AccessControl {
	readonly #store: Pick<Store, 'getState' | 'dispatch'>;
	readonly #commands: Pick<TerminalsPort, 'setAccess'>;
	#commandAccess: WorkspaceAccess = 'write';
	#loose: CommandsChange['loose'] = null;
	/** A command may have handed this agent a folder that stays writable. */
	#isHandedOn = false;
	#confinement: Confinement | null = null;
	#outside: readonly OutsideProcess[] = [];
	#wanted: WorkspaceAccess = 'write';
	#pending: Promise<void> | null = null;
	/** An open file of the agent keeps the workspace writable. */
	#isHeld = false;
	/** Rules, folders and turn that the sandbox knows. */
	#rules: SessionState['rules'] | null = null;
	#folders: SessionState['additionalDirectories'] | null = null;
	#turn: string | null = null;

	constructor(store: Pick<Store, 'getState' | 'dispatch'>, commands: Pick<TerminalsPort, 'setAccess'> = {}) {
		this.#store = store;
		this.#commands = commands;
	}

	/** Null: the agent runs without a sandbox, or none runs. */
	attach(confinement: Confinement | null): void {
		this.#confinement = confinement;
		this.#isHeld = false;
		this.#isHandedOn = false;
		this.#rules = null;
		this.#folders = null;
		this.#pending = null;
		this.#outside = [];
		const state = this.#store.getState();
		const { sandbox } = state.profile;
		if (confinement === null) {
			this.#report({ agent: sandbox, enforcement: 'none', reason: undefined, rulesReason: undefined });
			// Commands are freed with another agent; between two starts of a fenced one they stay confined.
			const isBetween = sandbox === 'fence' && wantedAccess(state) === 'read';
			if (this.#commandAccess === 'read' && !isBetween)
				this.#setCommands('write').catch((error: unknown) => this.#broke(error));
			return;
		}
		const { kind, access } = confinement;
		this.#wanted = access;
		const ofCommands = kind === 'fence' ? access : 'write';
		// A command may hold a folder that an earlier agent had open: ending that agent ends such commands.
		if (this.#commands.setAccess === undefined || (ofCommands === 'write' && this.#commandAccess === 'write')) {
			this.#report({ agent: kind, ...this.#held(access) });
		} else {
			const before = access === 'read' ? 'pending' : 'none';
			this.#report({ agent: kind, enforcement: before, reason: undefined });
			const set = this.#setCommands(ofCommands);
			const change = set.then((): AccessChange => {
				// The earlier commands were not this agent's.
				this.#isHandedOn = false;
				return { type: 'changed', ended: [] };
			}, failedBy);
			this.#waitFor(change.then((made) => this.#made(confinement, made, access)));
		}
		const { writable, launch } = state.profile;
		if (writable.length === 0 && launch.isBundled !== true)
			this.#store.dispatch({ type: 'note', level: 'info', title: AGENT_SANDBOX.noFolder });
		this.#lookOutside(confinement);
		this.follow();
	}

	#lookOutside(confinement: Confinement): void {
		this.#waitFor(confinement.outside().then((found) => this.#seeOutside(confinement, found)));
	}

	/** Settles when the last change was made, or has failed; null when none is under way. */
	pending(): Promise<void> | null {
		return this.#pending;
	}

	follow(): void {
		const confinement = this.#confinement;
		if (confinement === null) return;
		const state = this.#store.getState();
		if (state.rules !== this.#rules) {
			this.#rules = state.rules;
			this.#waitFor(
				confinement.setRules(deniedPaths(state.rules)).then((change) => this.#rulesSet(confinement, change)),
			);
		}
		if (state.additionalDirectories !== this.#folders) {
			this.#folders = state.additionalDirectories;
			this.#waitFor(confinement.setFolders(this.#folders).then((missing) => this.#missing(confinement, missing)));
		}
		const turn = state.turn?.id ?? null;
		if (turn !== this.#turn) {
			this.#turn = turn;
			// Keys and sockets that appeared since the last prompt are hidden from this one.
			if (turn !== null) {
				this.#waitFor(confinement.hideNew().then((failed) => this.#hidden(confinement, failed)));
				this.#lookOutside(confinement);
			}
		}
		const wanted = wantedAccess(state);
		const isAgain = this.#isHeld && wanted === 'read' && state.turn === null && this.#pending === null;
		if (wanted === this.#wanted && !isAgain) return;
		this.#wanted = wanted;
		this.#isHeld = false;
		if (wanted === 'read') this.#report({ enforcement: 'pending', reason: undefined });
		const made = this.#change(confinement, wanted);
		this.#waitFor(made);
	}

	/** The agent's next step waits for the change; one that throws fails alone. */
	#waitFor(change: Promise<void>): void {
		const all = Promise.all([this.#pending, change.catch((error: unknown) => this.#broke(error))]).then(() => {
			if (this.#pending === all) this.#pending = null;
		});
		this.#pending = all;
	}

	#broke(error: unknown): void {
		const { broke: title, restartHint: hint } = AGENT_SANDBOX;
		this.#store.dispatch({ type: 'note', level: 'error', title, detail: messageOf(error), hint });
	}

	#rulesSet(confinement: Confinement, { failed, isAllWatched }: RulesChange): void {
		if (this.#confinement !== confinement) return;
		const { rulesFailed, rulesNotWatched, restartHint: hint } = AGENT_SANDBOX;
		const rulesReason = failed !== null ? rulesFailed(failed) : isAllWatched ? undefined : rulesNotWatched;
		const isNew = rulesReason !== this.#store.getState().sandbox.rulesReason;
		this.#report({ rulesReason });
		if (rulesReason === undefined || !isNew) return;
		this.#store.dispatch({ type: 'note', level: 'warning', title: rulesReason, ...(failed === null ? {} : { hint }) });
	}

	#hidden(confinement: Confinement, failed: string | null): void {
		if (this.#confinement !== confinement || failed === null) return;
		const { notHidden: title, restartHint: hint } = AGENT_SANDBOX;
		this.#store.dispatch({ type: 'note', level: 'warning', title, detail: failed, hint });
	}

	#seeOutside(confinement: Confinement, found: readonly OutsideProcess[]): void {
		if (this.#confinement !== confinement) return;
		const known = this.#outside;
		this.#outside = found;
		const added = found.filter(({ pid }) => known.every((each) => each.pid !== pid));
		if (added.length > 0) this.#store.dispatch({ type: 'note', level: 'warning', ...AGENT_SANDBOX.outside(added) });
		const { enforcement, reason } = this.#store.getState().sandbox;
		// Another reason for `watched` stays.
		const isWhy = enforcement === 'enforced' || reason === AGENT_SANDBOX.outside(known).title;
		if (isWhy && this.#wanted === 'read') this.#report(this.#held('read'));
	}

	#missing(confinement: Confinement, folders: readonly string[]): void {
		if (this.#confinement !== confinement || folders.length === 0) return;
		const { notShown: title, restartHint: hint } = AGENT_SANDBOX;
		this.#store.dispatch({ type: 'note', level: 'warning', title: title(folders), hint });
	}

	/** Commands first, as they may hand files to the agent meanwhile. */
	async #change(confinement: Confinement, access: WorkspaceAccess): Promise<void> {
		const changing = async (): Promise<AccessChange> => {
			// A shadowed agent's commands are in its own sandbox, where no change is one of the workspace.
			if (confinement.kind === 'fence') await this.#setCommands(access);
			const change = await confinement.setAccess(access);
			const isOpen = this.#isHandedOn && access === 'read' && change.type === 'changed';
			return isOpen ? { type: 'held', path: null, ended: change.ended } : change;
		};
		this.#made(confinement, await changing().catch(failedBy), access);
	}

	async #setCommands(access: WorkspaceAccess): Promise<void> {
		this.#commandAccess = access;
		const change = await this.#commands.setAccess?.(access);
		if (change === undefined) return;
		if (change.ended.length > 0) {
			this.#store.dispatch({ type: 'note', level: 'warning', ...AGENT_SANDBOX.endedCommands(change.ended) });
		}
		this.#isHandedOn ||= change.isHandedOn === true;
		if (access !== this.#commandAccess) return;
		const { loose } = change;
		this.#loose = loose;
		void loose?.gone.then(() => {
			if (this.#loose !== loose) return;
			this.#loose = null;
			const { enforcement, reason } = this.#store.getState().sandbox;
			const isWhy = enforcement === 'watched' && reason === AGENT_SANDBOX.loose(loose.commands);
			if (isWhy && this.#wanted === 'read') this.#report(this.#held('read'));
		});
	}

	#held(access: WorkspaceAccess): Partial<SessionSandbox> {
		const loose = access === 'read' ? this.#loose : null;
		if (loose !== null) return { enforcement: 'watched', reason: AGENT_SANDBOX.loose(loose.commands) };
		if (access === 'read' && this.#outside.length > 0)
			return { enforcement: 'watched', reason: AGENT_SANDBOX.outside(this.#outside).title };
		return { enforcement: access === 'read' ? 'enforced' : 'none', reason: undefined };
	}

	#made(confinement: Confinement, change: AccessChange, access: WorkspaceAccess): void {
		if (this.#confinement !== confinement) return;
		if (change.type !== 'failed' && change.ended.length > 0) {
			this.#store.dispatch({ type: 'note', level: 'warning', ...AGENT_SANDBOX.ended(change.ended) });
		}
		// A later change decides.
		if (access !== this.#wanted) return;
		if (change.type === 'changed') this.#report(this.#held(access));
		else if (change.type === 'held')
			this.#heldBy(change.mayNest === true ? AGENT_SANDBOX.mayNest : AGENT_SANDBOX.held(change.path));
		else this.#failed(change.reason, access);
	}

	#failed(reason: string, access: WorkspaceAccess): void {
		const { restartHint: hint, failed, notOpened } = AGENT_SANDBOX;
		const title = access === 'read' ? failed(reason) : notOpened(reason);
		this.#report({ enforcement: access === 'read' ? 'watched' : 'none', reason: title });
		this.#store.dispatch({ type: 'note', level: 'error', title, hint });
	}

	/** Only a new process gives up the agent's open files: it is restarted at once, or when the turn has ended. */
	#heldBy(words: string): void {
		const state = this.#store.getState();
		const isRunning = state.turn !== null;
		const canRestart =
			state.isPrompted !== true || state.agent?.sessions.load === true || state.agent?.sessions.resume === true;
		const then = canRestart ? AGENT_SANDBOX.heldInTurn : AGENT_SANDBOX.heldForGood;
		this.#report({ enforcement: 'watched', reason: `${words} ${then}` });
		this.#isHeld = isRunning;
		if (isRunning) return;
		if (!canRestart) {
			this.#store.dispatch({ type: 'note', level: 'warning', title: words, detail: then });
			return;
		}
		this.#store.dispatch({ type: 'note', level: 'info', title: AGENT_SANDBOX.restarting, detail: words });
		this.#store.dispatch({ type: 'restart-agent' });
	}

	#report(change: Partial<SessionSandbox>): void {
		const { sandbox } = this.#store.getState();
		const keys = Object.keys(change) as (keyof SessionSandbox)[];
		if (keys.some((key) => sandbox[key] !== change[key])) this.#store.dispatch({ type: 'sandbox-changed', change });
	}
}

function failedBy(error: unknown): AccessChange {
	return { type: 'failed', reason: messageOf(error) };
}
