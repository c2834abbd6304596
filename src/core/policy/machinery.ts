/** Folders whose files make programs run later: version control, editors, agents, shells, build tools. */
const FOLDERS: ReadonlySet<string> = new Set(
	[
		'.git .hg .svn .jj .husky .githooks',
		'.vscode .idea .zed .fleet .devcontainer .vim .nvim .emacs.d',
		'.claude .codex .gemini .opencode .qwen .goose .cursor .windsurf .continue .kiro',
		'.ssh .gnupg .config .direnv .cargo .mvn .yarn .bundle .docker .kube .aws',
	]
		.join(' ')
		.split(' '),
);

const FILES: ReadonlySet<string> = new Set(
	[
		'.gitmodules .gitconfig .hgrc .envrc .mise.toml mise.toml .mcp.json .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs',
		'.pre-commit-config.yaml .pre-commit-config.yml lefthook.yml lefthook.yaml .lefthook.yml .netrc .pypirc',
		'.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout',
		'.vimrc .nvimrc .exrc .gdbinit .lldbinit .tmux.conf .xinitrc .xprofile .inputrc',
	]
		.join(' ')
		.split(' '),
);

/** Our own settings, and the ones of an editor under a name of the person's choice. */
const NAMES = /^(?:\.acp-tuirc(?:\..+)?|acp-tui\.config\..+|.+\.code-workspace|git~\d+)$/;

/**
 * The part of a path (relative, with `/`) that makes it one of those files whose change lets programs run
 * later, without another question: as file systems would read it that ignore case, ends or invisible
 * characters. Null for any other path.
 */
export function machineryPart(relative: string): string | null {
	const parts = relative.split('/').map(plain);
	const last = parts.at(-1) ?? '';
	return parts.find((part) => FOLDERS.has(part) || NAMES.test(part)) ?? (FILES.has(last) ? last : null);
}

function plain(name: string): string {
	return name
		.normalize('NFKC')
		.replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
		.toLowerCase()
		.replace(/[. ]+$/, '')
		.replace(/:.*$/, '');
}
