/** `acp-tui mcp list`. */
export type McpListRequest = { readonly cwd: string | null; readonly isJson: boolean };

/** `acp-tui mcp test NAME`. */
export type McpTestRequest = McpListRequest & { readonly name: string; readonly timeoutSeconds: number | null };

/** `acp-tui mcp add NAME` and `remove NAME`; `isProject`: in the project's `.mcp.json`, else in the user's config. */
export type McpEditRequest = { readonly cwd: string | null; readonly name: string; readonly isProject: boolean };

/** What is added. */
export type McpAddRequest = McpEditRequest & { readonly server: McpWritten };

/** A server as it is written to a file. */
export type McpWritten =
	| { readonly command: string; readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> }
	| { readonly type: 'http' | 'sse'; readonly url: string; readonly headers?: Readonly<Record<string, string>> };
