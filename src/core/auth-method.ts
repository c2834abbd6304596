type Described = { readonly id: string; readonly name: string; readonly description?: string };

export type AuthVariable = {
	readonly name: string;
	readonly label?: string;
	/** Typed without an echo. */
	readonly isSecret: boolean;
	readonly isOptional: boolean;
};

export type AuthCommand = { readonly command: string; readonly args: readonly string[]; readonly label?: string };

/** The agent signs in by itself (`authenticate`), mostly in a browser. A method without a type is one of these. */
type AgentAuthMethod = Described & {
	readonly type: 'agent';
	/** The request takes an API key of this provider (`_meta["api-key"]`). */
	readonly apiKey?: { readonly provider: string };
};

/** The agent's own program signs in on a terminal, with further arguments; `authenticate` is never sent for it. */
type TerminalAuthMethod = Described & {
	readonly type: 'terminal';
	/** Behind the agent's usual arguments. */
	readonly args: readonly string[];
	/** Over the agent's usual environment. */
	readonly env: Readonly<Record<string, string>>;
};

/** Older terminal method, which names a command line. The user agrees to one that is not the agent's own program. */
type TerminalCommandAuthMethod = Described & {
	readonly type: 'terminal-command';
	readonly command: AuthCommand;
	readonly env: Readonly<Record<string, string>>;
};

/** Environment variables that the agent reads at its start. Not part of the protocol any more; agents still send it. */
export type EnvVarAuthMethod = Described & {
	readonly type: 'env_var';
	readonly variables: readonly AuthVariable[];
	/** Http(s) address to get a key from. */
	readonly link?: string;
};

/** Sign-in method of an agent (`authMethods` of `initialize`, or of a refusal's `data`). Texts are not sanitised. */
export type AuthMethod =
	| AgentAuthMethod
	| TerminalAuthMethod
	| TerminalCommandAuthMethod
	| EnvVarAuthMethod
	| (Described & { readonly type: 'unknown'; readonly word: string });

/** Type of a method for scripts (`authMethods` of `--output-format json`): that of the protocol. */
export function authMethodType(method: AuthMethod): string {
	if (method.type === 'unknown') return method.word;
	return method.type === 'terminal-command' ? 'terminal' : method.type;
}
