export type McpListRequest = { readonly cwd: string | null; readonly isJson: boolean };

export type McpTestRequest = McpListRequest & { readonly name: string; readonly timeoutSeconds: number | null };

/** `acp-tui mcp add NAME` and `remove NAME`; `isProject`: in the project's `.mcp.json`, else in the user's config. */
export type McpEditRequest = { readonly cwd: string | null; readonly name: string; readonly isProject: boolean };

export type McpAddRequest = McpEditRequest & { readonly server: McpWritten };

export type McpWritten =
	| { readonly command: string; readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> }
	| { readonly type: 'http' | 'sse'; readonly url: string; readonly headers?: Readonly<Record<string, string>> };
