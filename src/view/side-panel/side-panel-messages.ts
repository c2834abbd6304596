export const TITLES = {
	tasks: 'Tasks',
	changes: 'Changed',
	subagents: 'Sub-agents',
	queue: 'Queue',
	context: 'Context',
	mcp: 'MCP',
	sandbox: 'Sandbox',
} as const;
