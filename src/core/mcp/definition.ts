import type { McpSource } from './server.js';

/** An MCP server as a file names it: nothing is filled in or looked for yet. */
export type McpDefinition = {
	/** Its entry has `"disabled": true`, as several programs write it. */
	readonly isDisabled?: true;
} & (
	| {
			readonly type: 'stdio';
			readonly command: string;
			readonly args: readonly string[];
			readonly env: Readonly<Record<string, string>>;
	  }
	| {
			readonly type: 'http' | 'sse';
			readonly url: string;
			readonly headers: Readonly<Record<string, string>>;
	  }
);

/** A definition, where it stands, and whether it counts yet. */
export type McpDefinitionAt = {
	readonly name: string;
	readonly source: McpSource;
	/** Paths in it count from this file's folder. */
	readonly file: string;
	/** `${NAME}` and `${NAME:-DEFAULT}` mean variables as well, as other programs that read the file take them. */
	readonly hasShortForms: boolean;
	/** The file is a project's and is not trusted yet. */
	readonly isWaiting: boolean;
	readonly definition: McpDefinition;
};

/** An entry of a list that is no server; `why` is words behind a colon. */
export type McpMistake = { readonly name: string; readonly why: string };

/** What may be the name of a server: it is shown in questions and stands in rules, `Mcp(SERVER/TOOL)`. */
export const MCP_NAME = /^[A-Za-z0-9_@](?:[\w.@/: -]{0,62}[\w.@/:-])?$/;

/** What {@link MCP_NAME} lets through, in words. */
export const MCP_NAME_WORDS = 'letters, digits, spaces and . _ - / @ :, at most 64';
