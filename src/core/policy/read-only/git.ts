import type { Argument } from './argument.js';
import { GIT_COMMANDS } from './git-commands.js';
import { judgeByTable } from './option-table.js';
import { PROVEN, type ReadOnlyVerdict, unproven } from './verdict.js';

/** Options before the subcommand that change nothing of what it does. */
const GLOBAL_OPTIONS = new Set(['--no-pager', '-P', '--no-optional-locks', '--literal-pathspecs']);

/**
 * Judges a git command. What the person's own git configuration starts (a pager, a diff driver) is
 * theirs; what a command line could add (`-c`, `--exec-path`, `--ext-diff`, another repository) is
 * not accepted.
 */
export function judgeGit(words: readonly Argument[]): ReadOnlyVerdict {
	let at = 0;
	while (GLOBAL_OPTIONS.has(words[at]?.text ?? '')) at += 1;
	const subcommand = words[at]?.text;
	if (subcommand === undefined) return unproven('git alone is not known to be harmless');
	const rest = words.slice(at + 1);
	if (subcommand === '--version' || subcommand === 'version') {
		return rest.length === 0 ? PROVEN : unproven('only git --version alone is known to be harmless');
	}
	if (subcommand.startsWith('-')) return unproven(`git ${subcommand} is not known to be harmless`);
	if (words.some((word) => /%G|%\(signature/.test(word.text))) {
		return unproven('showing signatures runs the program that checks them');
	}
	const special = judgeSpecial(subcommand, rest);
	if (special !== null) return special;
	const table = GIT_COMMANDS.get(subcommand);
	if (table === undefined) return unproven(`git ${subcommand} is not known to be read-only`);
	return judgeByTable(`git ${subcommand}`, table, rest);
}

/** Subcommands of subcommands, of which only some read. Null when the table decides. */
function judgeSpecial(subcommand: string, rest: readonly Argument[]): ReadOnlyVerdict | null {
	const texts = rest.map((word) => word.text);
	const line = texts.join(' ');
	switch (subcommand) {
		case 'config':
			return judgeConfig(texts, rest);
		case 'remote': {
			if (['', '-v', '--verbose'].includes(line)) return PROVEN;
			const isUrl = texts[0] === 'get-url' && texts.length === 2 && /^[\w][\w./-]*$/.test(texts[1] ?? '');
			return isUrl ? PROVEN : unproven('only git remote, remote -v and remote get-url are known to be harmless');
		}
		case 'reflog':
		case 'stash': {
			const verb = subcommand === 'stash' ? 'list' : 'show';
			const isBareReflog = subcommand === 'reflog' && (texts[0] === undefined || texts[0].startsWith('-'));
			if (!isBareReflog && texts[0] !== verb)
				return unproven(`git ${subcommand} ${texts[0] ?? ''} may change something`.trim());
			const log = GIT_COMMANDS.get('log');
			return log === undefined ? null : judgeByTable(`git ${subcommand}`, log, isBareReflog ? rest : rest.slice(1));
		}
		case 'worktree':
			return line === 'list' || line === 'list --porcelain'
				? PROVEN
				: unproven('only git worktree list is known to be harmless');
		default:
			return null;
	}
}

const CONFIG_KEY = /^[A-Za-z][\w-]*\.[^\n]+$/;

/** `git config NAME` reads, `git config NAME VALUE` writes: only the reading forms pass. */
function judgeConfig(texts: readonly string[], words: readonly Argument[]): ReadOnlyVerdict {
	if (words.some((word) => word.isGlob)) return unproven('a pattern stands where git config expects text');
	const rest = texts[0] === '--local' ? texts.slice(1) : texts;
	const [first, key] = rest;
	const isList = ['-l', '--list', 'list'].includes(first ?? '');
	if (isList && rest.slice(1).every((text) => ['--show-origin', '--show-scope', '--name-only'].includes(text)))
		return PROVEN;
	const isGet = ['--get', '--get-all', 'get'].includes(first ?? '');
	if (isGet && rest.length === 2 && CONFIG_KEY.test(key ?? '')) return PROVEN;
	if (first === '--get-regexp' && rest.length === 2 && key !== undefined && !key.startsWith('-')) return PROVEN;
	if (rest.length === 1 && CONFIG_KEY.test(first ?? '')) return PROVEN;
	return unproven('only the reading forms of git config (--get, --list) are known to be harmless');
}
