import type { AgentExit } from '../../core/agent-info.js';
import type { AgentConnection } from '../../core/agent-port.js';
import { fail, type Result } from '../../core/failure.js';
import type { SessionOpened } from '../../core/session-params.js';
import { SHARED } from '../messages.js';
import { within } from '../within.js';
import type { Member, Router } from './router.js';

/** What a session's connection to a shared process is made of. */
export type MemberParts = {
	readonly member: Member;
	readonly router: Router;
	/** The connection that the process has. */
	readonly connection: AgentConnection;
	/** The process was there before. */
	readonly isJoined: boolean;
	/** A connection for another session. */
	readonly join: NonNullable<AgentConnection['join']>;
	/** Takes the session out of the process; true when it was the last one. */
	readonly leave: () => boolean;
};

/** How long an agent that can close sessions gets to end a turn that does not stop, in ms. */
const CLOSE_PATIENCE = 2500;

/** The connection of one of the sessions that share a process. */
export function createMemberConnection(parts: MemberParts): AgentConnection {
	const { member, router, connection } = parts;
	const exit = Promise.withResolvers<AgentExit>();
	const running = new Map<string, Promise<unknown>>();
	let hasLeft = false;
	let isKiller = false;
	void connection.exited.then((how) => {
		// Another session of the process ended it on purpose: here it comes unexpected.
		exit.resolve(hasLeft || isKiller || router.members.length < 2 ? how : { ...how, expected: false });
	});

	async function close(): Promise<AgentExit> {
		if (hasLeft) return exit.promise;
		hasLeft = true;
		const sessions = router.sessionsOf(member);
		if (parts.leave()) {
			exit.resolve(await connection.close());
			router.remove(member);
			return exit.promise;
		}
		for (const sessionId of running.keys()) await connection.cancel(sessionId);
		router.remove(member);
		await Promise.all(sessions.map((sessionId) => connection.closeSession(sessionId).catch(() => {})));
		exit.resolve({ code: null, signal: null, stderrTail: [], junkLines: 0, expected: true });
		return exit.promise;
	}

	return {
		...connection,
		...sessionCalls(parts),
		...accountCalls(parts),
		...switchCalls(parts),
		join: parts.join,
		exited: exit.promise,
		...(parts.isJoined ? { isJoined: true as const } : {}),
		async prompt(sessionId, blocks) {
			router.turn(member, 1);
			const turn = connection.prompt(sessionId, blocks);
			running.set(sessionId, turn);
			try {
				return await turn;
			} finally {
				router.turn(member, -1);
				if (running.get(sessionId) === turn) running.delete(sessionId);
			}
		},
		// What is open beside this one is not this one's to stop, whatever an agent calls its sub-agents.
		cancel: async (sessionId) => (router.isTaken(sessionId, member) ? undefined : connection.cancel(sessionId)),
		close,
		async kill() {
			// A session that the agent closes, and whose turn ends with that, need not take the others with it.
			if (router.members.length > 1 && connection.info.sessions.close && running.size > 0) {
				const turns = Promise.allSettled(running.values());
				for (const sessionId of running.keys()) connection.closeSession(sessionId).catch(() => {});
				if ((await within(turns, CLOSE_PATIENCE)) !== null) return close();
			}
			isKiller = true;
			await connection.close();
			return exit.promise;
		},
	};
}

/** What an agent says of its modes while it is switched is about the session that switches it. */
function switchCalls({ member, connection }: MemberParts): Pick<AgentConnection, 'setMode' | 'setConfigOption'> {
	async function switching<T>(done: Promise<T>): Promise<T> {
		member.switches += 1;
		return done.finally(() => {
			member.switches -= 1;
		});
	}
	return {
		setMode: (id, modeId) => switching(connection.setMode(id, modeId)),
		setConfigOption: (id, optionId, value) => switching(connection.setConfigOption(id, optionId, value)),
	};
}

type SessionCalls = Pick<
	AgentConnection,
	'newSession' | 'forkSession' | 'loadSession' | 'resumeSession' | 'closeSession'
>;

/** Opening sessions: the router must know whose they are, before they have an id where that is not known yet. */
function sessionCalls({ member, router, connection }: MemberParts): SessionCalls {
	async function opening(open: () => Promise<Result<SessionOpened>>): Promise<Result<SessionOpened>> {
		member.opening += 1;
		router.touch(member);
		let sessionId: string | null = null;
		try {
			const opened = await open();
			if (opened.ok) sessionId = opened.value.sessionId;
			// Nobody is left who could use it.
			if (sessionId !== null && !router.has(member)) connection.closeSession(sessionId).catch(() => {});
			return opened;
		} finally {
			router.opened(member, sessionId);
		}
	}
	async function takingUp(
		sessionId: string,
		open: () => Promise<Result<SessionOpened>>,
	): Promise<Result<SessionOpened>> {
		if (router.isTaken(sessionId, member)) return fail('usage', SHARED.isOpen);
		router.own(sessionId, member);
		const opened = await open();
		if (opened.ok) router.settle(sessionId);
		return opened;
	}
	return {
		newSession: (params) => opening(() => connection.newSession(params)),
		forkSession: (id, params, signal) => opening(() => connection.forkSession(id, params, signal)),
		async closeSession(id) {
			router.leave(id, member);
			await connection.closeSession(id);
		},
		loadSession: (id, params, signal) => takingUp(id, () => connection.loadSession(id, params, signal)),
		resumeSession: (id, params, signal) => takingUp(id, () => connection.resumeSession(id, params, signal)),
	};
}

/** Signing in and out: the account is that of all sessions in the process. */
function accountCalls({ member, router, connection }: MemberParts): Pick<AgentConnection, 'authenticate' | 'logout'> {
	const tellOthers = (change: 'signed-in' | 'signed-out'): void => {
		for (const other of router.members) if (other !== member) other.host.onAccountChanged?.(change);
	};
	return {
		async authenticate(methodId, options, signal) {
			member.signIns += 1;
			router.touch(member);
			try {
				const result = await connection.authenticate(methodId, options, signal);
				if (result.ok) tellOthers('signed-in');
				return result;
			} finally {
				member.signIns -= 1;
			}
		},
		async logout() {
			const result = await connection.logout();
			if (result.ok) tellOthers('signed-out');
			return result;
		},
	};
}
