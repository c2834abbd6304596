/** What all sign-in methods have. The texts are the agent's: they are sanitised where they are shown. */
type Described = { readonly id: string; readonly name: string; readonly description?: string };

/** An environment variable that a method of type `env_var` wants set. */
export type AuthVariable = {
	readonly name: string;
	readonly label?: string;
	/** Its value is typed without an echo. */
	readonly isSecret: boolean;
	readonly isOptional: boolean;
};

/** A command line, as words. */
export type AuthCommand = { readonly command: string; readonly args: readonly string[]; readonly label?: string };

/** The agent signs in by itself (`authenticate`), mostly in a browser. A method without a type is one of these. */
type AgentAuthMethod = Described & {
	readonly type: 'agent';
	/** It takes an API key with the request, of this provider (`_meta["api-key"]`). */
	readonly apiKey?: { readonly provider: string };
};

/** The agent's own program signs in on a terminal, with further arguments; `authenticate` is never sent for it. */
type TerminalAuthMethod = Described & {
	readonly type: 'terminal';
	/** Go behind the agent's usual arguments. */
	readonly args: readonly string[];
	/** Set over the agent's usual environment. */
	readonly env: Readonly<Record<string, string>>;
};

/**
 * The older form of a terminal method (`_meta["terminal-auth"]`), which names a whole command line. Where that does not
 * start the agent's own program the user has to see it whole and agree.
 */
type TerminalCommandAuthMethod = Described & {
	readonly type: 'terminal-command';
	readonly command: AuthCommand;
	readonly env: Readonly<Record<string, string>>;
};

/** Environment variables that the agent reads at its start. Not part of the protocol any more; agents still send it. */
export type EnvVarAuthMethod = Described & {
	readonly type: 'env_var';
	readonly variables: readonly AuthVariable[];
	/** Where to get a key: an http(s) address. */
	readonly link?: string;
};

/** A method that this program does not know: it is shown, and cannot be chosen. */
type UnknownAuthMethod = Described & { readonly type: 'unknown'; readonly word: string };

/** A way to sign in that an agent offers (`authMethods` of `initialize`, or of a refusal's `data`). */
export type AuthMethod =
	| AgentAuthMethod
	| TerminalAuthMethod
	| TerminalCommandAuthMethod
	| EnvVarAuthMethod
	| UnknownAuthMethod;

/** The type of a method as scripts read it (`authMethods` of `--output-format json`): that of the protocol. */
export function authMethodType(method: AuthMethod): string {
	switch (method.type) {
		case 'terminal-command':
			return 'terminal';
		case 'unknown':
			return method.word;
		case 'agent':
		case 'terminal':
		case 'env_var':
			return method.type;
	}
}
