import type { AgentEvent } from '../../core/agent-event.js';
import type { AgentHost } from '../../core/agent-port.js';
import { setNewest } from '../../core/newest.js';
import { refusingHost } from '../../core/refusing-host.js';
import { Echoes } from './echoes.js';

const nobody = refusingHost('This session is no longer open; nothing was changed.');

export type Member = {
	readonly host: AgentHost;
	/** Sessions being opened, whose ids are not known yet. */
	opening: number;
	turns: number;
	switches: number;
	signIns: number;
	lastAt: number;
};

/** Updates held until their owner among the sessions being opened is known. */
type Early = { readonly sessionId: string; readonly events: readonly AgentEvent[] };

const MOST_EARLY = 1000;
/** Remembered sub-agent sessions; agents may make up any number. */
const MOST_CHILDREN = 1000;
/** Milliseconds that a request waits for the answer that decides its owner. */
const REQUEST_PATIENCE = 2000;

/** Routes the agent's ids to sessions that share a process. Of several candidates the strictest gets an unknown id. */
export class Router {
	readonly #members = new Set<Member>();
	/** Removed while opening a session; events of that session are dropped. */
	readonly #gone = new Set<Member>();
	/** Null: the session was left, or its member is gone. */
	readonly #owners = new Map<string, Member | null>();
	readonly #children = new Map<string, Member | null>();
	readonly #announced = new Map<string, Member>();
	readonly #settled = new Set<string>();
	readonly #echoes = new Echoes((sessionId, events) => {
		const owner = this.#ownerOf(sessionId);
		if (owner !== null) this.#deliver(owner, sessionId, events);
	});
	#early: Early[] = [];
	#count = 0;
	#waiting: { readonly sessionId: string; readonly go: () => void }[] = [];

	add(host: AgentHost): Member {
		const member: Member = { host, opening: 0, turns: 0, switches: 0, signIns: 0, lastAt: 0 };
		this.#members.add(member);
		this.touch(member);
		return member;
	}

	/** Later events of the member's sessions are dropped. */
	remove(member: Member): void {
		this.#members.delete(member);
		if (member.opening > 0) this.#gone.add(member);
		for (const known of [this.#owners, this.#children]) {
			for (const [sessionId, owner] of known) if (owner === member) known.set(sessionId, null);
		}
		this.#release();
	}

	has(member: Member): boolean {
		return this.#members.has(member);
	}

	get members(): readonly Member[] {
		return [...this.#members];
	}

	sessionsOf(member: Member): readonly string[] {
		return [...this.#owners].filter(([, owner]) => owner === member).map(([sessionId]) => sessionId);
	}

	isTaken(sessionId: string, member: Member): boolean {
		const owner = this.#owners.get(sessionId);
		return owner !== undefined && owner !== null && owner !== member;
	}

	own(sessionId: string, member: Member): void {
		this.#remember(sessionId, member);
	}

	/** Later events of the session are dropped. */
	leave(sessionId: string, member: Member): void {
		this.#settled.delete(sessionId);
		if (this.#owners.get(sessionId) === member) this.#owners.set(sessionId, null);
	}

	#remember(sessionId: string, owner: Member | null): void {
		this.#children.delete(sessionId);
		this.#owners.set(sessionId, owner);
	}

	touch(member: Member): void {
		this.#count += 1;
		member.lastAt = this.#count;
	}

	/** `sessionId`: the opened session; null where opening failed. */
	opened(member: Member, sessionId: string | null): void {
		member.opening -= 1;
		if (member.opening === 0) this.#gone.delete(member);
		if (sessionId !== null) this.#remember(sessionId, this.#members.has(member) ? member : null);
		this.#release();
		if (sessionId !== null) this.settle(sessionId);
	}

	/** The session is open and its history was replayed: later events are new. */
	settle(sessionId: string): void {
		this.#settled.add(sessionId);
	}

	deliver(sessionId: string, events: readonly AgentEvent[]): void {
		if (!this.#isUndecided(sessionId)) {
			const owner = this.#ownerOf(sessionId);
			if (owner === null) return;
			if (isAtWork(owner) && this.#members.size > 1) this.#echoes.delivered(sessionId, events);
			const isIdle = !isAtWork(owner) && this.members.some(isAtWork);
			if (isIdle && this.#settled.has(sessionId) && this.#echoes.hold(sessionId, events)) return;
			this.#deliver(owner, sessionId, events);
		} else if (this.#early.length < MOST_EARLY) this.#early.push({ sessionId, events });
	}

	#deliver(owner: Member, sessionId: string, events: readonly AgentEvent[]): void {
		this.touch(owner);
		owner.host.onEvents(sessionId, this.#withChildren(owner, events));
	}

	turn(member: Member, change: 1 | -1): void {
		member.turns += change;
		// An answer comes after its words: what is still held is no echo.
		if (change === 1 || !this.members.some(isAtWork)) this.#echoes.release();
		this.touch(member);
	}

	async hostOf(sessionId: string): Promise<AgentHost> {
		if (this.#isUndecided(sessionId)) {
			await new Promise<void>((resolve) => {
				const timer = setTimeout(resolve, REQUEST_PATIENCE);
				const go = (): void => {
					clearTimeout(timer);
					resolve();
				};
				this.#waiting.push({ sessionId, go });
			});
		}
		return this.#ownerOf(sessionId)?.host ?? nobody;
	}

	first(): AgentHost {
		return this.members[0]?.host ?? nobody;
	}

	/** Host for what names no session: of the latest sign-in, else of a session being opened, else of a running turn. */
	foremost(): AgentHost {
		const all = this.members;
		const busy = [
			all.filter(({ signIns }) => signIns > 0),
			all.filter(({ opening }) => opening > 0),
			running(all),
			all,
		];
		return latest(busy.find((some) => some.length > 0) ?? [])?.host ?? nobody;
	}

	#isUndecided(sessionId: string): boolean {
		if (this.#owners.has(sessionId) || this.#children.has(sessionId)) return false;
		const openers = this.#openers();
		return openers.length > 0 && new Set([...openers, ...running(this.members)]).size > 1;
	}

	#ownerOf(sessionId: string): Member | null {
		const known = this.#owners.has(sessionId) ? this.#owners.get(sessionId) : this.#children.get(sessionId);
		if (known !== undefined) return known;
		const all = this.members;
		const openers = this.#openers();
		// The only possible owner is gone.
		if (openers.some((member) => this.#gone.has(member)) && running(all).length === 0) return null;
		// A single member sorts out itself what is its own.
		if (all.length === 1) return all[0] ?? null;
		const active = all.filter(({ opening, turns }) => opening > 0 || turns > 0);
		const candidates = active.length > 0 ? active : all;
		const least = Math.min(...candidates.map(looseness));
		const found = latest(candidates.filter((member) => looseness(member) === least));
		this.#adopt(sessionId, found);
		return found;
	}

	/** A sub-agent belongs to the member that announced it first; an open session is nobody's sub-agent. */
	#withChildren(owner: Member, events: readonly AgentEvent[]): readonly AgentEvent[] {
		if (!events.some(({ type }) => type === 'subagent')) return events;
		return events.filter((event) => {
			if (event.type !== 'subagent') return true;
			const { sessionId } = event;
			if (this.#owners.has(sessionId)) return false;
			const announcer = this.#announced.get(sessionId);
			if (announcer !== undefined && announcer !== owner && this.#members.has(announcer)) return false;
			setNewest(this.#announced, sessionId, owner, MOST_CHILDREN);
			this.#adopt(sessionId, owner);
			return true;
		});
	}

	/** Assigns a sub-agent session; what it said before is delivered first. */
	#adopt(sessionId: string, owner: Member | null): void {
		setNewest(this.#children, sessionId, owner, MOST_CHILDREN);
		this.#release((waiting) => waiting.sessionId === sessionId);
	}

	#openers(): readonly Member[] {
		return [...this.#members, ...this.#gone].filter(({ opening }) => opening > 0);
	}

	/** Delivers what waited, as far as its owner is decided. */
	#release(isMeant: (waiting: { readonly sessionId: string }) => boolean = () => true): void {
		const early = this.#early.filter(isMeant);
		this.#early = this.#early.filter((waiting) => !isMeant(waiting));
		for (const { sessionId, events } of early) this.deliver(sessionId, events);
		const ready = this.#waiting.filter(isMeant);
		this.#waiting = this.#waiting.filter((waiting) => !isMeant(waiting));
		for (const { go } of ready) go();
	}
}

function running(members: readonly Member[]): readonly Member[] {
	return members.filter(({ turns }) => turns > 0);
}

function isAtWork({ turns, switches }: Member): boolean {
	return turns > 0 || switches > 0;
}

function looseness({ host }: Member): number {
	return host.looseness?.() ?? 0;
}

function latest(members: readonly Member[]): Member | null {
	return members.reduce<Member | null>(
		(last, each) => (last === null || each.lastAt > last.lastAt ? each : last),
		null,
	);
}
