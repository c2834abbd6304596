import type { AgentLaunch } from '../../core/agent-info.js';
import {
	type ConnectionAnswer,
	hostWithPort,
	type NetworkJudge,
	type WantedConnection,
} from '../../core/agent-network.js';
import { networkOf } from '../../core/agents/network-of.js';
import { connectionRequest, judgeConnection } from '../../core/network/judge-connection.js';
import { NETWORK_BECAUSE } from '../../core/network/network-messages.js';
import { CONNECTION_CHOICES, connectionQuestion } from '../../core/session/questions/client-questions.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { type ClientContext, waysToAllow } from '../client-methods/client-context.js';

/** The user's answer about a host, for one turn; without `turn` for the session. */
type Said = { readonly isOpen: boolean; readonly turn?: string | null };

/** Programs that fetch and start others, as MCP servers often are. */
const FETCHES_PROGRAMS = /(?:^|[/\s])(?:npx|npm exec|pnpm|bunx?|yarn|uvx?|pipx?|deno|docker)\b/;

/** Most denied hosts that are remembered by name. */
const MOST_DENIED = 200;

/**
 * Decides about the connections of the agent's sandbox. A host is one question however many connections wait for it, and
 * what is said of it once holds until the turn ends: programs connect again and again for one thing.
 */
export class Connections implements NetworkJudge {
	readonly #client: ClientContext;
	readonly #said = new Map<string, Said>();
	#launch: AgentLaunch | null = null;
	readonly #asking = new Map<string, Promise<Said | null>>();

	#lastTurn: string | null = null;

	constructor(client: ClientContext) {
		this.#client = client;
		client.store.onEvent(() => this.#forgetOfTurn());
	}

	async mayConnect(wanted: WantedConnection): Promise<ConnectionAnswer> {
		const { isHeadless, store } = this.#client;
		const { decision, because, isNamed } = this.#judge(wanted);
		if (decision === 'allow') return { isOpen: true, mayBeLocal: isNamed };
		if (decision === 'deny') return this.#deny(wanted, because, because !== NETWORK_BECAUSE.local);
		if (isHeadless) return this.#deny(wanted, '-p cannot ask');
		const { turn } = store.getState();
		if (turn?.cancelledAt !== undefined) return this.#deny(wanted, 'the user stopped this turn');
		const known = this.#remembered(wanted);
		const isByDefault = known === null && because === NETWORK_BECAUSE.asks;
		if (isByDefault && (await this.#isEarly(wanted))) return this.#deny(wanted, NETWORK_BECAUSE.early);
		const said = known ?? (await this.#ask(wanted, because));
		// Rules that came into force meanwhile count.
		const now = this.#judge(wanted);
		if (now.decision === 'deny') return this.#deny(wanted, now.because, now.because !== NETWORK_BECAUSE.local);
		if (now.decision === 'allow') return { isOpen: true, mayBeLocal: now.isNamed };
		if (said === null) return this.#deny(wanted, NETWORK_BECAUSE.dismissed);
		return said.isOpen ? { isOpen: true, mayBeLocal: false } : this.#deny(wanted, NETWORK_BECAUSE.rejected);
	}

	onConnectionClosed(wanted: WantedConnection, because: string): void {
		this.#deny(wanted, because);
	}

	#judge(wanted: WantedConnection) {
		const { mode, profile } = this.#client.store.getState();
		// Answers about one agent do not hold for another.
		if (profile.launch !== this.#launch) this.#said.clear();
		this.#launch = profile.launch;
		const hold = networkOf(profile) === 'off' ? 'off' : 'ask';
		return judgeConnection(wanted, { hold, mode: mode.mode, rules: this.#client.rules() });
	}

	/**
	 * Before the first prompt agents look for updates and plugins and send figures, which nobody waits for. Where the own
	 * hosts are not known it may be the model's as long as no session is open, and MCP servers may be fetched.
	 */
	async #isEarly(wanted: WantedConnection): Promise<boolean> {
		const { turn, isPrompted, signIn, sessionId, profile } = this.#client.store.getState();
		const isTurn = turn !== null && turn.isPromptWaiting !== true;
		if (isTurn || isPrompted === true || signIn !== undefined || profile.mcpServers.length > 0) return false;
		if (sessionId === null && (profile.hosts ?? []).length === 0) return false;
		return !FETCHES_PROGRAMS.test((await wanted.process()) ?? '');
	}

	#remembered({ host, port }: WantedConnection): Said | null {
		const said = this.#said.get(hostWithPort(host, port));
		const isOver = said !== undefined && 'turn' in said && said.turn !== this.#turn();
		return said === undefined || isOver ? null : said;
	}

	/** Drops the answers for the last turn, or for the time between two turns. */
	#forgetOfTurn(): void {
		const turn = this.#turn();
		if (turn === this.#lastTurn) return;
		this.#lastTurn = turn;
		for (const [host, said] of this.#said) if ('turn' in said) this.#said.delete(host);
	}

	#turn(): string | null {
		return this.#client.store.getState().turn?.id ?? null;
	}

	/** Puts the question, or waits for the answer to the one that is put; null: it was withdrawn. */
	#ask(wanted: WantedConnection, because: string): Promise<Said | null> {
		const key = hostWithPort(wanted.host, wanted.port);
		const known = this.#asking.get(key);
		if (known !== undefined) return known;
		const asking = this.#put(wanted, because).finally(() => this.#asking.delete(key));
		this.#asking.set(key, asking);
		return asking;
	}

	async #put(wanted: WantedConnection, because: string): Promise<Said | null> {
		const { questions, ports } = this.#client;
		const request = connectionRequest(wanted, await wanted.process());
		const question = connectionQuestion({
			...{ id: ports.ids.next('question'), request, because, askedAt: ports.clock.now() },
			offers: waysToAllow(this.#client, request).offers,
		});
		// The question stays after the program's request timed out: the program may try again.
		const outcome = await questions.put(question, new AbortController().signal);
		const choice = outcome.type === 'selected' ? CONNECTION_CHOICES[outcome.optionId] : undefined;
		if (choice === undefined) return null;
		const said: Said = { isOpen: choice.isOpen, ...(choice.holds === 'turn' ? { turn: this.#turn() } : {}) };
		this.#said.set(hostWithPort(wanted.host, wanted.port), said);
		return said;
	}

	/** Tells it once. */
	#deny({ host, port }: WantedConnection, because: string, isFinal = false): ConnectionAnswer {
		const { isHeadless, store } = this.#client;
		const denied = store.getState().sandbox.deniedHosts ?? [];
		const name = hostWithPort(host, port);
		if (!denied.includes(name) && denied.length < MOST_DENIED) {
			store.dispatch({ type: 'sandbox-changed', change: { deniedHosts: [...denied, name] } });
			const level = because === NETWORK_BECAUSE.early ? 'info' : 'warning';
			const isUsers = because === NETWORK_BECAUSE.rejected || because === NETWORK_BECAUSE.dismissed;
			if (!isUsers) store.dispatch({ type: 'note', level, ...NETWORK.denied(name, because, { isHeadless, isFinal }) });
		}
		return { isOpen: false, because, ...(isFinal ? { isFinal } : {}) };
	}
}

const NETWORK = {
	denied: (
		host: string,
		because: string,
		{ isHeadless, isFinal }: { readonly isHeadless: boolean; readonly isFinal: boolean },
	) => {
		const rule = `Fetch(${sanitizeLine(host)})`;
		const title = `The agent was kept from connecting to ${sanitizeLine(host)}: ${because}`;
		if (isFinal) return { title };
		// One event is one line on standard error.
		return isHeadless
			? { title: `${title}; --allow "${rule}" allows it` }
			: { title, hint: `The rule ${rule} allows it.` };
	},
};
