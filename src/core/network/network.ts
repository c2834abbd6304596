/**
 * `agents.NAME.network`, what an agent in a sandbox reaches: `open` all that this machine does, `ask` the hosts of its
 * own, those of rules and those that the user agrees to, `off` the hosts of its own alone.
 */
export const AGENT_NETWORKS = ['open', 'ask', 'off'] as const;
export type AgentNetwork = (typeof AGENT_NETWORKS)[number];

/** The one of the two that lets the agent reach less. */
export function tighterNetwork(one: AgentNetwork, other: AgentNetwork): AgentNetwork {
	return AGENT_NETWORKS.indexOf(one) >= AGENT_NETWORKS.indexOf(other) ? one : other;
}

/** What a sandbox needs to know of its network, where that is not open. */
export type NetworkHold = {
	readonly mode: Exclude<AgentNetwork, 'open'>;
	/** The hosts of the agent's own: its model's, its sign-in's, those of its MCP servers; `host`, `*.host` or `host:port`. */
	readonly hosts: readonly string[];
};

/** A connection that something in an agent's sandbox wants. */
export type WantedConnection = {
	/** In the one form that every spelling of it has: a name, or an address by number. */
	readonly host: string;
	readonly port: number;
	/** One of the agent's own hosts, this very one or below a star; null: none. */
	readonly own: 'exact' | 'below' | null;
	/** It names this machine or an address of its network itself. */
	readonly isLocal: boolean;
	/** The command line of the process that wants it, looked for when somebody is asked; null: not known. */
	readonly process: () => Promise<string | null>;
};

/** What was decided about it. `mayBeLocal`: this very host was named, so that it may be one of this machine or its network. */
export type ConnectionAnswer =
	| { readonly isOpen: true; readonly mayBeLocal: boolean }
	/** `isFinal`: no rule would allow it. */
	| { readonly isOpen: false; readonly because: string; readonly isFinal?: true };

/** Decides about the connections of an agent. Implemented in `app/`; neither method throws. */
export type NetworkJudge = {
	/** Settles when it is decided, which may take as long as the user does. `signal` aborts when nobody waits any more. */
	mayConnect(wanted: WantedConnection, signal: AbortSignal): Promise<ConnectionAnswer>;
	/** An open connection was closed all the same: where its name leads is out of bounds. */
	onConnectionClosed(wanted: WantedConnection, because: string): void;
};

/** The ports of the web: all others are opened one by one. */
export function isWebPort(port: number | undefined): boolean {
	return port === undefined || port === 80 || port === 443;
}

/** A host as rules name it: with its port where that is none of the web's. */
export function hostWithPort(host: string, port: number | undefined): string {
	const name = host.includes(':') ? `[${host}]` : host;
	return isWebPort(port) ? name : `${name}:${port}`;
}
