/** Programs that fill the terminal and read keys. Others are noticed when they begin to. */
const FILLS = new Set(
	[
		'vi vim nvim view vimdiff nano pico emacs hx helix kak micro joe mc ranger nnn lf vifm yazi',
		'less more most man info top htop btop btm atop iotop nvtop watch tmux screen zellij',
		'ssh mosh telnet ftp sftp su passwd tig lazygit gitui lazydocker k9s ncdu fzf w3m lynx links',
	].flatMap((words) => words.split(' ')),
);

const BEFORE = new Set(['sudo', 'doas', 'env', 'command', 'exec', 'nice', 'time', 'builtin']);

export function wantsWholeTerminal(line: string): boolean {
	// Only a hint: quotes are not looked into, and a pipe's last program has the keyboard.
	const last = line.split(/\|\||&&|[;|\n]/).at(-1) ?? '';
	if (/[<>]/.test(last) || /&\s*$/.test(last)) return false;
	const words = last.trim().split(/\s+/);
	while (words[0] !== undefined && (BEFORE.has(words[0]) || /^\w+=/.test(words[0]))) {
		words.shift();
		while (words[0]?.startsWith('-')) words.shift();
	}
	const [program = '', ...args] = words;
	const name = program.slice(program.lastIndexOf('/') + 1);
	if (name === 'git') return isInteractiveGit(args);
	// With a command to run, these two only pass its output on.
	if (name === 'ssh' || name === 'mosh') return plainWords(args, /^-[bcDEeFIiJLlmOopQRSWwB]$/).length < 2;
	if (name === 'top') return !args.some((word) => /^-\w*b/.test(word));
	return FILLS.has(name);
}

/** Arguments that are no options; `valued` are those whose value is a word of its own. */
function plainWords(args: readonly string[], valued: RegExp): readonly string[] {
	return args.filter((word, index) => !word.startsWith('-') && !valued.test(args[index - 1] ?? ''));
}

function isInteractiveGit(args: readonly string[]): boolean {
	const at = args.findIndex((word, index) => !word.startsWith('-') && !/^-[cC]$/.test(args[index - 1] ?? ''));
	const verb = args[at];
	const rest = args.slice(at + 1);
	const has = (...flags: readonly string[]): boolean =>
		rest.some((word) => flags.some((flag) => word === flag || (flag.startsWith('--') && word.startsWith(`${flag}=`))));
	const isShort = (letter: string): boolean => rest.some((word) => new RegExp(`^-[a-zA-Z]*${letter}`).test(word));
	switch (verb) {
		case 'rebase':
			return has('--interactive', '--edit-todo') || isShort('i');
		case 'commit':
			return !(has('--message', '--file', '--no-edit', '--reuse-message', '--fixup', '--dry-run') || isShort('[mFC]'));
		case 'add':
		case 'checkout':
		case 'reset':
		case 'restore':
		case 'stash':
			return has('--patch', '--interactive', '--edit') || isShort('[pi]');
		case 'difftool':
		case 'mergetool':
			return true;
		default:
			return false;
	}
}
