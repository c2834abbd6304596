export const TITLES = {
	tasks: 'Tasks',
	changes: 'Changed',
	subagents: 'Sub-agents',
	queue: 'Queue',
	context: 'Context',
	mcp: 'MCP',
	sandbox: 'Sandbox',
} as const;

export const APPROVED = 'Approved plan';
export const seenOf = (count: number, all: number): string => `work seen on ${count}/${all}`;
export const more = (count: number): string => `${count} more`;
export const held = 'on hold';
export const stopped = 'stopped';
export const COMMANDS_FENCED = 'commands fenced';
export const makesRoom = '/compact makes room';
