import { sanitizeLine } from '../../../core/text/sanitize.js';
import { quote, suggestion } from '../../quote.js';

// What `acp-tui mcp` says.

export const takesNoCommand = (action: string): string => `"acp-tui mcp ${action}" takes no command behind --`;
export const ADD_BOTH = 'use either --url or a command behind --, not both';
export const ADD_NOTHING =
	'say how the server is started, behind --: acp-tui mcp add NAME -- COMMAND ARGS…, or use --url';
export const ENV_NEEDS_COMMAND = '--env needs a command behind --; with --url use --header';
export const HEADER_NEEDS_URL = '--header and --sse need --url';
export const badVariable = (text: string): string => `--env ${quote(text)}: must be NAME=VALUE`;
export const badHeader = (text: string): string => `--header ${quote(text)}: must be NAME:VALUE`;
export const badServerName = (name: string, words: string): string =>
	`the name ${quote(name)}: a name may have ${words}`;

export const NO_SERVERS = 'No MCP servers. Add one: acp-tui mcp add NAME -- COMMAND ARGS…';
export const unknownServer = (name: string, known: readonly string[]): string =>
	`there is no MCP server ${quote(name)}${suggestion(name, known)} ("acp-tui mcp list" lists them)`;
export const serverWaits = (name: string): string =>
	`the MCP server ${quote(name)} is a project's that is not trusted yet; review it with "acp-tui config trust"`;

export const serverDisabled = (name: string, file: string): string =>
	`the MCP server ${quote(name)} is disabled in ${sanitizeLine(file)} ("disabled": true)`;

export const SOURCES = { option: '--mcp-config', agent: 'agent', config: 'your config', project: 'project' } as const;
export const ofAgent = (agent: string): string => `agent ${sanitizeLine(agent)}`;
export const WAITS = 'waits for trust: acp-tui config trust';
export const DISABLED = 'it is disabled in its file';
export const leftOut = (why: string): string => `left out: ${sanitizeLine(why)}`;

export const works = (name: string, tools: number): string =>
	`${name} works${tools === 0 ? ' and has no tools' : `: ${tools === 1 ? '1 tool' : `${tools} tools`}`}`;
export const moreTools = (count: number): string => `… and ${count} more (--json prints all)`;
export const failed = (name: string, why: string): string =>
	`the MCP server ${quote(name)} does not work: ${sanitizeLine(why)}`;

export const added = (name: string, file: string): string => `Added ${quote(name)} to ${sanitizeLine(file)}`;
export const replaced = (name: string, file: string): string => `Replaced ${quote(name)} in ${sanitizeLine(file)}`;
export const removed = (name: string, file: string): string => `Removed ${quote(name)} from ${sanitizeLine(file)}`;
export const notThere = (name: string, file: string, known: readonly string[]): string =>
	`${file} names no MCP server ${quote(name)}${suggestion(name, known)}`;
export const plainSecret = (what: string): string =>
	`The value of ${what} is written to the file as it is. To keep it out: \${env:NAME} stands for an environment variable.`;
export const projectFileWaits = 'It waits until you trust the file: acp-tui config trust';
export const BAD_URL = '--url: must begin with http:// or https://';
export const linkLeadsOut = (file: string): string =>
	`${file} is a link that leads out of its folder; change the file itself`;
export const header = (name: string): string => `the header ${quote(name)}`;
export const AN_ARGUMENT = 'an argument';
