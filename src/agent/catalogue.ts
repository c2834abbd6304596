/** An agent that is known by name. Nothing is installed for the user: `install` is shown when it is missing. */
export type KnownAgent = {
	readonly name: string;
	readonly title: string;
	readonly command: string;
	readonly args: readonly string[];
	/** The command that installs it. */
	readonly install?: string;
	/** How to sign in with its own program, in words that follow «To sign in, ». */
	readonly signIn?: string;
	/**
	 * Where it keeps the plans that it writes while it plans: below the home folder with `~/`, else below the
	 * workspace. A star stands for any one name.
	 */
	readonly planFolder?: string;
};

const npm = (packageName: string) => `npm install -g ${packageName}`;

/** uv brings uvx along. */
const UV = 'curl -LsSf https://astral.sh/uv/install.sh | sh';

/** The agents that `--agent NAME` knows without any config, the best tested first. */
export const CATALOGUE: readonly KnownAgent[] = [
	{
		name: 'claude',
		title: 'Claude',
		command: 'claude-agent-acp',
		args: [],
		install: npm('@agentclientprotocol/claude-agent-acp'),
		signIn: 'run claude (Claude Code) and type /login',
		planFolder: '~/.claude/plans',
	},
	{
		name: 'codex',
		title: 'Codex',
		command: 'codex-acp',
		args: [],
		install: npm('@agentclientprotocol/codex-acp'),
		signIn: 'run codex login',
	},
	{
		name: 'gemini',
		title: 'Gemini CLI',
		command: 'gemini',
		args: ['--acp'],
		install: npm('@google/gemini-cli'),
		signIn: 'run gemini and type /auth',
		planFolder: '~/.gemini/tmp/*/*/plans',
	},
	{
		name: 'opencode',
		title: 'OpenCode',
		command: 'opencode',
		args: ['acp'],
		install: npm('opencode-ai'),
		signIn: 'run opencode auth login',
		planFolder: '.opencode/plans',
	},
	{
		name: 'qwen',
		title: 'Qwen Code',
		command: 'qwen',
		args: ['--acp'],
		install: npm('@qwen-code/qwen-code'),
		signIn: 'run qwen and type /auth',
	},
	{
		name: 'pi',
		title: 'pi',
		command: 'pi-acp',
		args: [],
		install: npm('pi-acp'),
		signIn: 'run pi and type /login',
	},
	{
		name: 'goose',
		title: 'Goose',
		command: 'goose',
		args: ['acp'],
		install: 'curl -fsSL https://github.com/aaif-goose/goose/releases/download/stable/download_cli.sh | bash',
	},
	{
		name: 'copilot',
		title: 'GitHub Copilot',
		command: 'copilot',
		args: ['--acp', '--stdio'],
		install: npm('@github/copilot'),
	},
	{ name: 'auggie', title: 'Auggie', command: 'auggie', args: ['--acp'], install: npm('@augmentcode/auggie') },
	{
		name: 'cursor',
		title: 'Cursor',
		command: 'cursor-agent',
		args: ['acp'],
		install: 'curl https://cursor.com/install -fsS | bash',
	},
	{ name: 'devin', title: 'Devin', command: 'devin', args: ['acp'] },
	{
		name: 'droid',
		title: 'Droid',
		command: 'droid',
		args: ['exec', '--output-format', 'acp'],
		install: npm('droid'),
	},
	{ name: 'fast-agent', title: 'fast-agent', command: 'uvx', args: ['fast-agent-mcp', 'acp'], install: UV },
	{ name: 'fx', title: 'fx', command: 'fx', args: ['acp'] },
	{ name: 'grok-build', title: 'Grok Build', command: 'grok', args: ['agent', 'stdio'] },
	{ name: 'iflow', title: 'iFlow', command: 'iflow', args: ['--experimental-acp'] },
	{ name: 'junie', title: 'Junie', command: 'junie', args: ['--acp=true'] },
	{ name: 'kilocode', title: 'Kilo Code', command: 'npx', args: ['-y', '@kilocode/cli', 'acp'] },
	{ name: 'kimi', title: 'Kimi', command: 'kimi', args: ['acp'] },
	{ name: 'kiro', title: 'Kiro', command: 'kiro-cli-chat', args: ['acp'] },
	{ name: 'mcode', title: 'mcode', command: 'mcode', args: ['acp'] },
	// Another package had the name before: the range keeps that one out.
	{ name: 'mux', title: 'Mux', command: 'npx', args: ['-y', 'mux@^0.28.0', 'acp'] },
	{ name: 'openclaw', title: 'OpenClaw', command: 'openclaw', args: ['acp'], install: npm('openclaw') },
	{ name: 'pool', title: 'Poolside', command: 'pool', args: ['acp'] },
	{ name: 'qoder', title: 'Qoder', command: 'qodercli', args: ['--acp'], install: npm('@qoder-ai/qodercli') },
	{ name: 'trae', title: 'Trae', command: 'traecli', args: ['acp', 'serve'] },
	{
		name: 'vibe',
		title: 'Mistral Vibe',
		command: 'vibe-acp',
		args: [],
		install: 'uv tool install mistral-vibe',
	},
	{ name: 'zeroclaw', title: 'ZeroClaw', command: 'zeroclaw', args: ['acp'] },
];

/** The known agent of that name, or undefined. */
export function findAgent(name: string): KnownAgent | undefined {
	return CATALOGUE.find((agent) => agent.name === name);
}

/** The programs that fetch an agent when it is started: that they are there does not mean that it is. */
export const FETCHERS: readonly string[] = ['npx', 'uvx'];

/** How to install the known agent that runs as `command`; undefined when none does. */
export function installHint(command: string): string | undefined {
	const install = CATALOGUE.find((agent) => agent.command === command)?.install;
	return install === undefined ? undefined : `Install it: ${install}`;
}
