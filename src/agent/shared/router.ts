import type { AgentEvent } from '../../core/agent-event.js';
import type { AgentHost } from '../../core/agent-port.js';
import { refusingHost } from '../../core/refusing-host.js';
import { SHARED } from '../messages.js';
import { Echoes } from './echoes.js';

/** For sessions that nobody has open any more. */
const nobody = refusingHost(SHARED.sessionGone);

/** A session's share in a process: whom to tell, and what it is doing. */
export type Member = {
	readonly host: AgentHost;
	/** Sessions that it is opening, whose ids are not known yet. */
	opening: number;
	/** Prompt turns of it that run. */
	turns: number;
	/** Switches of its modes and options that run. */
	switches: number;
	/** Sign-ins of it that run. */
	signIns: number;
	/** When it did something last; grows with whatever any of them does. */
	lastAt: number;
};

/** Updates that wait until it is known which of the sessions that are being opened they are of. */
type Early = { readonly sessionId: string; readonly events: readonly AgentEvent[] };

/** At most so many updates wait. */
const MOST_EARLY = 1000;
/** Sessions of sub-agents that are remembered; agents may make up any number of them. */
const MOST_CHILDREN = 1000;
/** A request waits so long for the answer that tells whose it is, in ms. */
const REQUEST_PATIENCE = 2000;

/**
 * Tells which of the sessions that share a process an id of the agent belongs to. Each id belongs to one of them and
 * stays with it. An id that nobody knows is of the session that is being opened, or of a sub-agent of the one whose turn
 * runs. Where it may be of several it is of the one that lets the least through, so that a wrong guess allows nothing.
 */
export class Router {
	readonly #members = new Set<Member>();
	/** Gone while they opened a session: what that one says is for nobody. */
	readonly #gone = new Set<Member>();
	/** Null: the session was left, or its member is gone. */
	readonly #owners = new Map<string, Member | null>();
	/** Whose a session is that nobody here opened: one of a sub-agent. */
	readonly #children = new Map<string, Member | null>();
	/** Who announced it. */
	readonly #announced = new Map<string, Member>();
	readonly #settled = new Set<string>();
	readonly #echoes = new Echoes((sessionId, events) => {
		const owner = this.#ownerOf(sessionId);
		if (owner !== null) this.#tell(owner, sessionId, events);
	});
	#early: Early[] = [];
	#count = 0;
	/** Requests that wait for the same. */
	#waiting: { readonly sessionId: string; readonly go: () => void }[] = [];

	add(host: AgentHost): Member {
		const member: Member = { host, opening: 0, turns: 0, switches: 0, signIns: 0, lastAt: 0 };
		this.#members.add(member);
		this.touch(member);
		return member;
	}

	/** The member is gone: what its sessions still say is for nobody. */
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

	/** The sessions that a member has open, or had. */
	sessionsOf(member: Member): readonly string[] {
		return [...this.#owners].filter(([, owner]) => owner === member).map(([sessionId]) => sessionId);
	}

	/** Whether the id belongs to another member than this one. */
	isTaken(sessionId: string, member: Member): boolean {
		const owner = this.#owners.get(sessionId);
		return owner !== undefined && owner !== null && owner !== member;
	}

	/** The session is this member's from now on. */
	own(sessionId: string, member: Member): void {
		this.#remember(sessionId, member);
	}

	/** The member is done with the session: what the agent still says of it is for nobody. */
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

	/** One session less is being opened; `sessionId` is the one that it came to, null where it failed. */
	opened(member: Member, sessionId: string | null): void {
		member.opening -= 1;
		if (member.opening === 0) this.#gone.delete(member);
		if (sessionId !== null) this.#remember(sessionId, this.#members.has(member) ? member : null);
		this.#release();
		if (sessionId !== null) this.settle(sessionId);
	}

	/** The session is open, and its history was told: what comes from here on is news. */
	settle(sessionId: string): void {
		this.#settled.add(sessionId);
	}

	/** Hands updates to the one they are for. */
	deliver(sessionId: string, events: readonly AgentEvent[]): void {
		if (!this.#isUndecided(sessionId)) {
			const owner = this.#ownerOf(sessionId);
			if (owner === null) return;
			if (isAtWork(owner)) this.#echoes.heard(events);
			const isIdle = !isAtWork(owner) && this.members.some(isAtWork);
			if (isIdle && this.#settled.has(sessionId) && this.#echoes.hold(sessionId, events)) return;
			this.#tell(owner, sessionId, events);
		} else if (this.#early.length < MOST_EARLY) this.#early.push({ sessionId, events });
	}

	#tell(owner: Member, sessionId: string, events: readonly AgentEvent[]): void {
		this.touch(owner);
		owner.host.onEvents(sessionId, this.#withChildren(owner, events));
	}

	/** A turn of a member begins, or one has ended. */
	turn(member: Member, change: 1 | -1): void {
		member.turns += change;
		// Its words come before its answer; what still waits is no echo.
		if (change === 1 || !this.members.some(isAtWork)) this.#echoes.release();
		this.touch(member);
	}

	/** Whom a request of this session goes to: at once where that is known. */
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

	/** Who has been there the longest. */
	first(): AgentHost {
		return this.members[0]?.host ?? nobody;
	}

	/** Whom something goes to that names no session: who signs in, else who opens a session, else whose turn runs. */
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

	/** Whether it is not known yet whose the id is, and an answer that is under way will tell. */
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
		// The only one that it can be of is gone.
		if (openers.some((member) => this.#gone.has(member)) && running(all).length === 0) return null;
		// It sorts out by itself what is its own and what it left.
		if (all.length === 1) return all[0] ?? null;
		const active = all.filter(({ opening, turns }) => opening > 0 || turns > 0);
		const candidates = active.length > 0 ? active : all;
		const least = Math.min(...candidates.map(looseness));
		const found = latest(candidates.filter((member) => looseness(member) === least));
		this.#adopt(sessionId, found);
		return found;
	}

	/**
	 * Sub-agents that a session announces are of its member, whatever was guessed before; who announced one first keeps it.
	 * A session that is open here is nobody's child.
	 */
	#withChildren(owner: Member, events: readonly AgentEvent[]): readonly AgentEvent[] {
		if (!events.some(({ type }) => type === 'subagent')) return events;
		return events.filter((event) => {
			if (event.type !== 'subagent') return true;
			const { sessionId } = event;
			if (this.#owners.has(sessionId)) return false;
			const announcer = this.#announced.get(sessionId);
			if (announcer !== undefined && announcer !== owner && this.#members.has(announcer)) return false;
			this.#announced.set(sessionId, owner);
			const [oldest] = this.#announced.keys();
			if (this.#announced.size > MOST_CHILDREN && oldest !== undefined) this.#announced.delete(oldest);
			this.#adopt(sessionId, owner);
			return true;
		});
	}

	/** A child stays with whom it was taken for, and what it said before goes there before all that it says from here on. */
	#adopt(sessionId: string, owner: Member | null): void {
		this.#children.set(sessionId, owner);
		const [oldest] = this.#children.keys();
		if (this.#children.size > MOST_CHILDREN && oldest !== undefined) this.#children.delete(oldest);
		this.#release((waiting) => waiting.sessionId === sessionId);
	}

	#openers(): readonly Member[] {
		return [...this.#members, ...this.#gone].filter(({ opening }) => opening > 0);
	}

	/** What waited goes on, as far as it is decided now. */
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

/** A turn of it runs, or a switch. */
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
