import type { AgentExit } from '../../core/agent-info.js';
import type { AgentConnection } from '../../core/agent-port.js';
import { fail, type Result } from '../../core/failure.js';
import type { SessionOpened } from '../../core/session-params.js';
import { within } from '../within.js';
import type { Member, Router } from './router.js';

export type MemberParts = {
	readonly member: Member;
	readonly router: Router;
	readonly connection: AgentConnection;
	readonly isJoined: boolean;
	readonly join: NonNullable<AgentConnection['join']>;
	/** Removes the session from the process; true when it was the last one. */
	readonly leave: () => boolean;
};

/** Milliseconds for an agent that can close sessions to end a turn that does not stop. */
const CLOSE_PATIENCE = 2500;

export function createMemberConnection(parts: MemberParts): AgentConnection {
	const { member, router, connection } = parts;
	const exit = Promise.withResolvers<AgentExit>();
	const running = new Map<string, Promise<unknown>>();
	let hasLeft = false;
	let isKiller = false;
	void connection.exited.then((how) => {
		// Ended on purpose by another session: unexpected here.
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
		// A session open elsewhere is never cancelled from here, whatever an agent calls its sub-agents.
		cancel: async (sessionId) => (router.isTaken(sessionId, member) ? undefined : connection.cancel(sessionId)),
		close,
		async kill() {
			// Closing the session may end its turn without ending the process of the others.
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

/** Mode events during a switch belong to the session that switches. */
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

/** The router must know the owner of a session before its id is known. */
function sessionCalls({ member, router, connection }: MemberParts): SessionCalls {
	async function opening(open: () => Promise<Result<SessionOpened>>): Promise<Result<SessionOpened>> {
		member.opening += 1;
		router.touch(member);
		let sessionId: string | null = null;
		try {
			const opened = await open();
			if (opened.ok) sessionId = opened.value.sessionId;
			// The member left meanwhile: nobody could use the session.
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
		if (router.isTaken(sessionId, member))
			return fail('usage', 'This session is open beside this one already: alt+l shows it.');
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

/** The account is shared by all sessions of the process. */
function accountCalls({ member, router, connection }: MemberParts): Pick<AgentConnection, 'authenticate' | 'logout'> {
	const notifyOthers = (change: 'signed-in' | 'signed-out'): void => {
		for (const other of router.members) if (other !== member) other.host.onAccountChanged?.(change);
	};
	return {
		async authenticate(methodId, options, signal) {
			member.signIns += 1;
			router.touch(member);
			try {
				const result = await connection.authenticate(methodId, options, signal);
				if (result.ok) notifyOthers('signed-in');
				return result;
			} finally {
				member.signIns -= 1;
			}
		},
		async logout() {
			const result = await connection.logout();
			if (result.ok) notifyOthers('signed-out');
			return result;
		},
	};
}
