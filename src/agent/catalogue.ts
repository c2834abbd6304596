import type { CatalogueRow } from '../core/agents/known-agents.js';

/** Agent known by name. `install` is only shown when it is missing: nothing is installed for the user. */
export type KnownAgent = CatalogueRow & {
	/** Way to sign in with the agent's own program, as a phrase that follows «Instead, ». */
	readonly signIn?: string;
	/** Folder of the agent's plans: below the home folder with `~/`, else below the workspace; `*` is any one name. */
	readonly planFolder?: string;
	/** Paths that the agent writes outside of the workspace; one that ends with a slash is a folder, created if missing. */
	readonly writable?: readonly string[];
	readonly nestsSandboxes?: true;
	readonly neverAsks?: true;
	readonly homeVariable?: string;
};

const npm = (packageName: string) => `npm install -g ${packageName}`;

type Entry = Omit<KnownAgent, 'command' | 'args'> & Partial<Pick<KnownAgent, 'command' | 'args'>>;

const ENTRIES: readonly Entry[] = [
	{
		name: 'claude',
		registryId: 'claude-acp',
		aliases: ['claude-code-acp'],
		title: 'Claude',
		command: 'claude-agent-acp',
		install: npm('@agentclientprotocol/claude-agent-acp'),
		signIn: 'run claude (Claude Code) and type /login',
		credentials: '~/.claude/.credentials.json',
		planFolder: '~/.claude/plans',
		writable: ['~/.claude/', '~/.claude.json'],
		homeVariable: 'CLAUDE_CONFIG_DIR',
	},
	{
		name: 'codex',
		registryId: 'codex-acp',
		title: 'Codex',
		command: 'codex-acp',
		install: npm('@agentclientprotocol/codex-acp'),
		signIn: 'run codex login',
		credentials: '~/.codex/auth.json',
		writable: ['~/.codex/'],
		nestsSandboxes: true,
		homeVariable: 'CODEX_HOME',
	},
	{
		name: 'gemini',
		title: 'Gemini CLI',
		args: ['--acp'],
		install: npm('@google/gemini-cli'),
		signIn: 'run gemini and type /auth',
		credentials: '~/.gemini/oauth_creds.json',
		planFolder: '~/.gemini/tmp/*/*/plans',
		writable: ['~/.gemini/'],
	},
	{
		name: 'opencode',
		title: 'OpenCode',
		install: npm('opencode-ai'),
		signIn: 'run opencode auth login',
		credentials: '~/.local/share/opencode/auth.json',
		planFolder: '.opencode/plans',
		writable: ['~/.config/opencode/', '~/.local/share/opencode/', '~/.local/state/opencode/', '~/.cache/opencode/'],
	},
	{
		name: 'qwen',
		registryId: 'qwen-code',
		title: 'Qwen Code',
		args: ['--acp'],
		install: npm('@qwen-code/qwen-code'),
		signIn: 'run qwen and type /auth',
		credentials: '~/.qwen/oauth_creds.json',
		writable: ['~/.qwen/'],
	},
	{
		name: 'pi',
		registryId: 'pi-acp',
		title: 'pi',
		command: 'pi-acp',
		install: npm('pi-acp'),
		needs: { command: 'pi', install: npm('@earendil-works/pi-coding-agent') },
		signIn: 'run pi and type /login',
		writable: ['~/.pi/'],
		neverAsks: true,
		homeVariable: 'PI_CODING_AGENT_DIR',
	},
	{
		name: 'goose',
		title: 'Goose',
		install: 'curl -fsSL https://github.com/aaif-goose/goose/releases/download/stable/download_cli.sh | bash',
		writable: ['~/.config/goose/', '~/.local/share/goose/', '~/.local/state/goose/'],
	},
	{
		name: 'copilot',
		registryId: 'github-copilot-cli',
		title: 'GitHub Copilot',
		args: ['--acp', '--stdio'],
		install: npm('@github/copilot'),
		writable: ['~/.copilot/'],
		homeVariable: 'COPILOT_HOME',
	},
	{ name: 'auggie', title: 'Auggie', args: ['--acp'], install: npm('@augmentcode/auggie'), writable: ['~/.augment/'] },
	{
		name: 'cursor',
		aliases: ['cursor-agent'],
		title: 'Cursor',
		command: 'cursor-agent',
		install: 'curl https://cursor.com/install -fsS | bash',
		writable: ['~/.cursor/', '~/.config/cursor/'],
		homeVariable: 'CURSOR_CONFIG_DIR',
	},
	{ name: 'devin', title: 'Devin' },
	{
		name: 'droid',
		registryId: 'factory-droid',
		title: 'Droid',
		args: ['exec', '--output-format', 'acp'],
		install: npm('droid'),
		writable: ['~/.factory/'],
	},
	{ name: 'fast-agent', title: 'fast-agent', command: 'fast-agent-acp', install: 'uv tool install fast-agent-acp' },
	{ name: 'cline', title: 'Cline', args: ['--acp'], install: npm('cline'), writable: ['~/.cline/'] },
	{ name: 'fx', title: 'fx' },
	{
		name: 'grok-build',
		aliases: ['grok'],
		title: 'Grok Build',
		command: 'grok',
		args: ['agent', 'stdio'],
		writable: ['~/.grok/'],
	},
	{ name: 'iflow', title: 'iFlow', args: ['--experimental-acp'], writable: ['~/.iflow/'] },
	{ name: 'junie', aliases: ['junie-acp'], title: 'Junie', args: ['--acp=true'], writable: ['~/.junie/'] },
	{
		name: 'kilocode',
		registryId: 'kilo',
		title: 'Kilo Code',
		command: 'kilo',
		install: npm('@kilocode/cli'),
		writable: ['~/.config/kilo/', '~/.local/share/kilo/', '~/.local/state/kilo/', '~/.cache/kilo/'],
	},
	{ name: 'kimi', title: 'Kimi', writable: ['~/.kimi/'] },
	{ name: 'kiro', title: 'Kiro', command: 'kiro-cli-chat', writable: ['~/.kiro/', '~/.local/share/kiro-cli/'] },
	{ name: 'mcode', registryId: 'minimax-code', title: 'MiniMax Code' },
	// Before 0.28 the package of this name was another program.
	{ name: 'mux', title: 'Mux', install: npm('mux@^0.28.0'), writable: ['~/.mux/'] },
	{ name: 'openclaw', title: 'OpenClaw', install: npm('openclaw'), writable: ['~/.openclaw/'] },
	{ name: 'pool', registryId: 'poolside', title: 'Poolside' },
	{
		name: 'qoder',
		aliases: ['qodercli'],
		title: 'Qoder',
		command: 'qodercli',
		args: ['--acp'],
		install: npm('@qoder-ai/qodercli'),
		writable: ['~/.qoder/'],
	},
	{ name: 'trae', title: 'Trae', command: 'traecli', args: ['acp', 'serve'] },
	{
		name: 'vibe',
		registryId: 'mistral-vibe',
		aliases: ['vibe-acp'],
		title: 'Mistral Vibe',
		command: 'vibe-acp',
		install: 'uv tool install mistral-vibe',
		writable: ['~/.vibe/'],
		homeVariable: 'VIBE_HOME',
	},
	{
		name: 'amp',
		registryId: 'amp-acp',
		title: 'Amp',
		command: 'amp-acp',
		writable: ['~/.config/amp/', '~/.local/share/amp/', '~/.cache/amp/'],
	},
	{ name: 'antigravity', registryId: 'antigravity-acp', title: 'Antigravity', command: 'agy_acp_server.par' },
	{
		name: 'codebuddy',
		registryId: 'codebuddy-code',
		title: 'CodeBuddy Code',
		args: ['--acp'],
		install: npm('@tencent-ai/codebuddy-code'),
		writable: ['~/.codebuddy/'],
	},
	{ name: 'cortex', registryId: 'cortex-code', title: 'Cortex Code', args: ['acp', 'serve'] },
	{ name: 'glm', registryId: 'glm-acp-agent', title: 'GLM', command: 'glm-acp-agent', install: npm('glm-acp-agent') },
	{ name: 'zeroclaw', title: 'ZeroClaw' },
];

/** Agents that `--agent NAME` knows without config, the best tested first. Most run as `NAME acp`, adapters without words. */
export const CATALOGUE = ENTRIES.map((entry): KnownAgent => {
	const { command = entry.name } = entry;
	return { command, args: /acp/.test(command) ? [] : ['acp'], ...entry };
});

export function findAgent(name: string): KnownAgent | undefined {
	return (
		CATALOGUE.find((agent) => agent.name === name || agent.registryId === name) ??
		CATALOGUE.find((agent) => agent.aliases?.includes(name) === true)
	);
}

export function installHint(command: string): string | undefined {
	const install = CATALOGUE.find((agent) => agent.command === command)?.install;
	return install === undefined ? undefined : `Install it: ${install}`;
}
