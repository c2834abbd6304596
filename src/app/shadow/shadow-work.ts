import { defined } from '../../core/defined.js';
import type { SnapshotMoment } from '../../core/effect.js';
import type { Failure } from '../../core/failure.js';
import type { Ports } from '../../core/ports.js';
import type { AgentShadowPort } from '../../core/shadow/agent-shadow.js';
import { changeRows } from '../../core/shadow/change-rows.js';
import type { ReviewedChange, ShadowChange } from '../../core/shadow/shadow-change.js';
import type { ShadowEffect, ShadowEvent } from '../../core/shadow/shadow-event.js';
import type { ShadowPort } from '../../core/shadow/shadow-port.js';
import { createJobs, type Jobs } from '../changes/change-jobs.js';
import type { TurnFiles } from '../changes/turn-files.js';
import type { Store } from '../store.js';
import { choosePermitted } from './choose-by-mode.js';
import { HeldCommands, readShown } from './held-commands.js';
import { applyUndoably } from './undoable.js';

/** `store` is a function because the two refer to each other. */
export type ShadowWorkOptions = {
	readonly ports: Ports;
	readonly shadow: AgentShadowPort;
	readonly store: Store;
	readonly turnFiles: () => TurnFiles | null;
	readonly cwd: string;
};

/**
 * Maintains the agent's view of the workspace over the turns: refreshes it with the user's changes, applies what the
 * mode allows at a turn's end, and carries out the user's decisions. One job at a time; never throws.
 */
export class ShadowWork {
	readonly #options: ShadowWorkOptions;
	readonly #jobs: Jobs;
	#isClosed = false;
	/** Changes present when the turn, or its part after plan mode, began: left over, or planned. */
	#before: ReadonlySet<string> = new Set();
	/** Paths that changed while they were to be shown: each is looked for once. */
	readonly #changedOnce = new Set<string>();
	#applied = 0;
	readonly #held: HeldCommands;
	#begun: Promise<void> = Promise.resolve();

	constructor(options: ShadowWorkOptions) {
		this.#options = options;
		this.#jobs = createJobs(
			(error) => {
				options.ports.log.write('error', 'work on the shadow failed', { error });
				this.#failed({ code: 'internal', message: String(error) });
			},
			() => {},
		);
		this.#held = new HeldCommands({ ...options, dispatch: (event) => this.#dispatch(event) });
		options.store.onEvent((event) => {
			if (event.type === 'agent-connected') this.#begin();
			else if (event.type === 'decided') this.#held.decided(event);
			else if (event.type === 'session-opened')
				void this.#jobs.add(async () => this.#current()?.setSession(event.sessionId));
		});
	}

	moment(moment: SnapshotMoment): void {
		switch (moment) {
			case 'plan-on':
				void this.#jobs.add(() => this.#beginPlan());
				break;
			case 'plan-off':
			case 'plan-approved':
				this.#held.leave(
					this.#jobs.add(async () => {
						const shadow = this.#current();
						if (shadow === null) return;
						await this.#held.end(shadow);
						await this.#remember(shadow);
					}),
				);
				break;
			case 'turn-end': {
				// The turn's own changes are compared first; what is applied later is no part of them.
				const compared = this.#options.turnFiles()?.settled();
				void this.#jobs.add(() => this.#endTurn(compared));
				break;
			}
			case 'turn-start':
			case 'turn-start-in-plan':
			case 'look':
				break;
		}
	}

	/** Before each prompt: settles when nothing is being applied and the view is up to date. */
	async ready(): Promise<void> {
		await this.#jobs.add(async () => {
			const shadow = this.#current();
			if (shadow === null) return;
			await this.#refresh(shadow);
			await this.#remember(shadow);
			await shadow.beginTurn();
			await this.#beginPlan();
		});
	}

	/** Settles once plan mode's command changes are dropped; null: nothing is being dropped. */
	leavingPlan(): Promise<void> | null {
		return this.#held.leaving;
	}

	settled(): Promise<void> {
		return this.#jobs.settled();
	}

	/** Settles when the contents of a started agent's view are known. */
	async lookedAt(): Promise<void> {
		// After all listeners of the event.
		await Promise.resolve();
		await this.#begun;
	}

	/** True for a session with a view of its own, for which the agent has to be restarted. */
	async needsOtherView(sessionId: string): Promise<boolean> {
		if (!(await this.#options.shadow.hasLeft(sessionId))) return false;
		await this.settled();
		return true;
	}

	/** For an agent without a shadow: reports changes that wait in the current one, or the resumed session's. */
	async reportLeftOver(sessionId: string | null): Promise<void> {
		const { shadow, ports, store } = this.#options;
		try {
			await this.#reportNotSeen();
			if (sessionId === null) return;
			const left = await shadow.waitingIn(sessionId);
			// Another session may be resumed by now.
			if (left !== null && store.getState().resuming?.sessionId === sessionId)
				this.#dispatch({ type: 'shadow-left', left });
		} catch (error) {
			ports.log.write('error', 'shadow of the session not looked at', { error });
		}
	}

	async #reportNotSeen(): Promise<void> {
		const current = this.#current();
		if (current === null) return;
		await this.settled();
		const changes = await current.changes();
		const count = changes.ok ? changeRows(changes.value).length : 0;
		if (count > 0) this.#dispatch({ type: 'shadow-left', left: { id: current.id, count } });
	}

	perform({ request }: ShadowEffect): Promise<void> {
		return this.#jobs.add(async () => {
			const shadow = this.#current();
			if (shadow === null) return;
			switch (request.do) {
				case 'look':
					return this.#reportChanges(shadow);
				case 'show':
					return this.#show(shadow, request.path, request.version);
				case 'apply':
				case 'apply-part':
					await this.#apply(shadow, request.do === 'apply' ? request.changes : [request]);
					return this.#reportChanges(shadow);
				case 'discard':
				case 'discard-part': {
					const isPart = request.do === 'discard-part';
					const result = await (isPart ? shadow.discardPart(request) : shadow.discard(request.paths));
					if (result.ok)
						this.#dispatch({ type: 'shadow-discarded', report: result.value, ...(isPart ? { isPart } : {}) });
					else this.#failed(result.failure);
					return this.#reportChanges(shadow);
				}
			}
		});
	}

	close(): void {
		this.#isClosed = true;
	}

	/** After the agent's end: an interrupted turn leaves nothing to be dropped. */
	async finish(): Promise<void> {
		const shadow = this.#options.shadow.current();
		if (shadow !== null) await this.#jobs.add(() => this.#held.end(shadow));
	}

	#current(): ShadowPort | null {
		return this.#isClosed ? null : this.#options.shadow.current();
	}

	/** False when an agent without a shadow took over; waiting changes keep waiting. */
	#isAgents(): boolean {
		return this.#options.store.getState().profile.sandbox === 'shadow';
	}

	#dispatch(event: ShadowEvent): void {
		if (!this.#isClosed) this.#options.store.dispatch(event);
	}

	#failed(failure: Failure): void {
		this.#dispatch({ type: 'shadow-failed', failure });
	}

	/** A started agent may work in a view. */
	#begin(): void {
		const shadow = this.#current();
		if (shadow === null) return;
		// Later, not within the event itself.
		const notices = this.#options.shadow.notices();
		this.#begun = Promise.resolve().then(() => {
			this.#dispatch({ type: 'shadow-begun', id: shadow.id, notices });
			return this.settled();
		});
	}

	async #refresh(shadow: ShadowPort): Promise<void> {
		const result = await shadow.refresh();
		if (!result.ok) this.#options.ports.log.write('warn', 'view not refreshed', { code: result.failure.code });
	}

	async #remember(shadow: ShadowPort): Promise<void> {
		const changes = await shadow.changes();
		if (changes.ok) this.#before = new Set(changes.value.map(markOf));
	}

	async #beginPlan(): Promise<void> {
		const shadow = this.#current();
		if (shadow !== null && this.#isAgents()) await this.#held.begin(shadow);
	}

	async #endTurn(compared: Promise<void> | undefined): Promise<void> {
		const shadow = this.#current();
		if (shadow === null) return;
		await compared;
		await this.#held.end(shadow);
		if (!this.#isAgents()) return this.#reportChanges(shadow);
		const changes = await this.#changesOf(shadow);
		if (changes === null) return;
		const { ports, cwd, store } = this.#options;
		const { mode, rules } = store.getState();
		const how = { context: { mode: mode.mode, rules }, haveCommandsRun: this.#held.takeRan() };
		const news = changes.filter((change) => !this.#before.has(markOf(change)));
		const permitted = await choosePermitted(news, { files: ports.files, cwd, ...how });
		if (permitted.length > 0) await this.#apply(shadow, permitted, { isByMode: true });
		const left = permitted.length > 0 ? await this.#changesOf(shadow) : changes;
		if (left !== null) this.#dispatch({ type: 'shadow-seen', changes: left, isTurnOver: true });
	}

	async #apply(
		shadow: ShadowPort,
		changes: readonly ReviewedChange[],
		how: { readonly isByMode?: true } = {},
	): Promise<void> {
		const { ports, cwd, store } = this.#options;
		this.#applied += 1;
		const id = `applied-${store.getState().nextEntry}-${this.#applied}`;
		const reviewed = changes.map(({ path, version, isOverConflict, text }) => ({
			...{ path, version },
			...defined({ isOverConflict, text }),
		}));
		const isPart = reviewed.some(({ text }) => text !== undefined);
		const result = await applyUndoably(shadow, reviewed, {
			...{ ports, cwd, id },
			onCopied: (copied) => this.#dispatch({ type: 'shadow-copying', copied }),
		});
		if (!result.ok) return this.#failed(result.failure);
		const { report, set } = result.value;
		if (set !== null && !this.#isClosed) store.dispatch({ type: 'turn-changes', set });
		this.#dispatch({ type: 'shadow-applied', report, ...how, ...(isPart ? { isPart } : {}) });
	}

	async #reportChanges(shadow: ShadowPort): Promise<void> {
		const changes = await this.#changesOf(shadow);
		if (changes !== null) this.#dispatch({ type: 'shadow-seen', changes });
	}

	async #show(shadow: ShadowPort, path: string, version: string): Promise<void> {
		const { shadow: known } = this.#options.store.getState();
		const from = known?.changes.find((change) => change.path === path)?.from;
		const shown = await readShown(shadow, { path, version }, from);
		this.#dispatch({ type: 'shadow-shown', shown });
		if (shown.failure === undefined) this.#changedOnce.delete(path);
		else if (!this.#changedOnce.has(path)) {
			this.#changedOnce.add(path);
			await this.#reportChanges(shadow);
		}
	}

	/** Null when it failed, which was reported. */
	async #changesOf(shadow: ShadowPort): Promise<readonly ShadowChange[] | null> {
		const changes = await shadow.changes();
		if (!changes.ok) this.#failed(changes.failure);
		return changes.ok ? changes.value : null;
	}
}

function markOf({ path, version }: ShadowChange): string {
	return `${version} ${path}`;
}
