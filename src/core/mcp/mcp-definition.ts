import type { McpSource } from './server.js';

export type McpDefinition = {
	/** `"disabled": true`, as several programs write it. */
	readonly isDisabled?: true;
} & (
	| {
			readonly type: 'stdio';
			readonly command: string;
			readonly args: readonly string[];
			readonly env: Readonly<Record<string, string>>;
	  }
	| { readonly type: 'http' | 'sse'; readonly url: string; readonly headers: Readonly<Record<string, string>> }
);

export type McpDefinitionAt = {
	readonly name: string;
	readonly source: McpSource;
	/** Relative paths count from this file's folder. */
	readonly file: string;
	/** Expand `${NAME}` and `${NAME:-DEFAULT}` as well, as other programs that read the file do. */
	readonly hasShortForms: boolean;
	/** In a project's file that is not trusted yet. */
	readonly isWaiting: boolean;
	readonly definition: McpDefinition;
};

export type McpMistake = { readonly name: string; readonly why: string };

/** Valid server names: shown in questions and part of rules, `Mcp(SERVER/TOOL)`. */
export const MCP_NAME = /^[A-Za-z0-9_@](?:[\w.@/: -]{0,62}[\w.@/:-])?$/;

export const MCP_NAME_WORDS = 'letters, digits, spaces and . _ - / @ :, at most 64';
