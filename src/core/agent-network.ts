/** Network of a sandboxed agent (`agents.NAME.network`): all hosts, those that the user agrees to, or its own alone. */
export const AGENT_NETWORKS = ['open', 'ask', 'off'] as const;
export type AgentNetwork = (typeof AGENT_NETWORKS)[number];

export function tighterNetwork(one: AgentNetwork, other: AgentNetwork): AgentNetwork {
	return AGENT_NETWORKS.indexOf(one) >= AGENT_NETWORKS.indexOf(other) ? one : other;
}

export type NetworkHold = {
	readonly mode: Exclude<AgentNetwork, 'open'>;
	/** Hosts of its model, its sign-in and its MCP servers: `host`, `*.host` or `host:port`. */
	readonly hosts: readonly string[];
};

export type WantedConnection = {
	/** Normalised: a name, or a numeric address. */
	readonly host: string;
	readonly port: number;
	/** Match among the agent's own hosts: this very one, or below a star. */
	readonly own: 'exact' | 'below' | null;
	readonly isLocal: boolean;
	/** Command line of the process, looked up when somebody is asked; null: unknown. */
	readonly process: () => Promise<string | null>;
};

export type ConnectionAnswer =
	| { readonly isOpen: true; readonly mayBeLocal: boolean }
	/** `isFinal`: no rule can allow it. */
	| { readonly isOpen: false; readonly because: string; readonly isFinal?: true };

/** Decides about connections of an agent. Implemented in `app/`; neither method throws. */
export type NetworkJudge = {
	/** May take as long as the user does. `signal` aborts when nobody waits any more. */
	mayConnect(wanted: WantedConnection, signal: AbortSignal): Promise<ConnectionAnswer>;
	/** An open connection was closed after all: its name resolves to a forbidden address. */
	onConnectionClosed(wanted: WantedConnection, because: string): void;
};

export function isWebPort(port: number | undefined): boolean {
	return port === undefined || port === 80 || port === 443;
}

/** Host as in rules: with its port where that is none of the web's. */
export function hostWithPort(host: string, port: number | undefined): string {
	const name = host.includes(':') ? `[${host}]` : host;
	return isWebPort(port) ? name : `${name}:${port}`;
}
