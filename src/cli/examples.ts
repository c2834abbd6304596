type Example = readonly [line: string, about?: string];

/** Examples of the help and the man page, by the words that name the command. */
const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
	'': [
		['', 'open the interface here'],
		['--agent claude', 'with Claude'],
		['--agent-command "codex-acp" -m plan', 'any ACP agent, in plan mode'],
		['-c', 'go on where you left this folder'],
		['-p "Explain this repository" --output-format json'],
	],
	demo: [[''], ['/tour', 'see everything in two minutes']],
	agents: [[''], ['--json']],
	'agents list': [['']],
	'agents show': [['claude'], ['claude --json']],
	'agents install': [['claude', 'shows a plan and asks'], ['codex --yes']],
	'agents update': [
		['', 'the index of agents'],
		['claude', 'an installed agent, too'],
	],
	'agents rollback': [['claude', 'back to the version before']],
	'agents remove': [['claude']],
	sessions: [['', 'those of this folder'], ['--all --json']],
	'sessions list': [[''], ['--agent claude', 'with those that the agent lists']],
	'sessions search': [['rate limiter'], ['\'"token bucket" cache\'']],
	'sessions show': [['4f1c']],
	'sessions rename': [['4f1c "The rate limiter"'], ['4f1c ""', 'the title of the agent again']],
	'sessions export': [['4f1c', 'as Markdown'], ['4f1c session.json']],
	'sessions delete': [['4f1c'], ['4f1c --at both --yes']],
	'sessions prune': [['--dry-run'], ['--older-than 30d --max-size 1GB']],
	login: [['claude'], ['codex --method chatgpt']],
	logout: [['claude']],
	mcp: [[''], ['--json']],
	'mcp list': [['']],
	'mcp test': [['files'], ['files --json']],
	'mcp add': [['files -- npx -y @modelcontextprotocol/server-filesystem .'], ['docs --url https://example.org/mcp']],
	'mcp remove': [['files'], ['files --project']],
	worktrees: [[''], ['--json']],
	'worktrees list': [['']],
	'worktrees merge': [['limiter']],
	'worktrees patch': [['limiter > limiter.patch']],
	'worktrees remove': [['limiter'], ['limiter --yes']],
	shadow: [[''], ['--json']],
	'shadow list': [['']],
	'shadow show': [['4f1c']],
	'shadow apply': [['4f1c'], ['4f1c src/limiter.ts --yes']],
	'shadow discard': [['4f1c'], ['4f1c src/limiter.ts']],
	review: [['', 'the working tree against HEAD'], ['main...'], ['turn', 'what the last turn changed'], ['--json']],
	usage: [[''], ['--since 7d --by project'], ['--json']],
	themes: [[''], ['--json']],
	'themes list': [['']],
	'themes import': [['~/Downloads/night.tmTheme'], ['colors.conf --name night']],
	config: [
		['', 'what is in force'],
		['get ui.theme'],
		['set ui.theme nord', 'comments in the file stay'],
		['trust', 'let the project’s configuration count'],
	],
	'config show': [['']],
	'config path': [['']],
	'config schema': [['> config.schema.json']],
	'config get': [['ui.theme'], ['permissions --json']],
	'config set': [
		['ui.theme nord'],
		['agents.claude.model opus'],
		['permissions.allow \'["Execute(npm test *)"]\' --project'],
	],
	'config unset': [['ui.theme']],
	'config trust': [[''], ['--yes']],
	'config untrust': [['']],
	completion: [
		['bash >> ~/.bashrc'],
		['zsh >> ~/.zshrc', 'behind compinit'],
		['fish > ~/.config/fish/completions/acp-tui.fish'],
	],
	version: [[''], ['--check']],
};

export function examplesOf(command: string): readonly { readonly line: string; readonly about: string }[] {
	const start = `acp-tui ${command}`.trim();
	return (EXAMPLES[command] ?? []).map(([line, about = '']) => ({ line: `${start} ${line}`.trim(), about }));
}

export function exampleText(command: string): string {
	const examples = examplesOf(command);
	const width = Math.max(0, ...examples.filter(({ about }) => about !== '').map(({ line }) => line.length));
	const lines = examples.map(({ line, about }) => `  ${about === '' ? line : `${line.padEnd(width)}  ${about}`}`);
	return lines.length === 0 ? '' : ['', 'Examples:', ...lines, ''].join('\n');
}
