import { UNPROVEN } from '../policy-messages.js';
import { type Argument, isInsideOperand } from './argument.js';
import { DIFF, GIT_COMMANDS, LOG } from './git-commands.js';
import { checkByTable } from './option-table.js';
import type { Doubt } from './verdict.js';

/** Options before the subcommand that change nothing of what it does. */
const GLOBAL_OPTIONS = new Set(['--no-pager', '-P', '--no-optional-locks', '--literal-pathspecs']);

/** Settings of output for one call, with values that start nothing: `CAT` would be another program. */
const HARMLESS_SETTING =
	/^(?:color\.\w+=(?:always|auto|never|true|false)|core\.quote[pP]ath=\w+|core\.pager=cat|core\.fsmonitor=false|advice\.\w+=\w+)$/;

/** Formats and sort keys for which git runs the program that checks signatures: `%G?`, `%+GK`, `%(*signature)`, `--sort=signature`. */
const SIGNATURE = /%[-+ ]?G|%\(\*?signature|^--(?:sort|format|pretty)\b.*signature/;

/**
 * Checks a git command in a repository of which was found what `repository` says. What the user's own
 * git configuration starts (a pager, a diff driver) is theirs; what a command line could add (`-c`,
 * `--exec-path`, `--ext-diff`, another repository) is not accepted.
 */
export function checkGit(words: readonly Argument[], repository: Doubt): Doubt {
	const isVersion = words.length === 1 && /^(?:--)?version$/.test(words[0]?.text ?? '');
	return checkWords(words) ?? (isVersion ? null : repository);
}

function checkWords(words: readonly Argument[]): Doubt {
	let at = 0;
	// `-C`: another folder of the workspace, whose repository is checked as well.
	if (words[0]?.text === '-C') {
		const folder = words[1];
		if (folder === undefined || folder.isGlob || /^-|^$/.test(folder.text) || !isInsideOperand(folder.text))
			return UNPROVEN.notInside(folder?.text ?? '');
		at = 2;
	}
	for (let word = words[at]?.text ?? ''; ; word = words[at]?.text ?? '') {
		if (GLOBAL_OPTIONS.has(word)) at += 1;
		else if (word === '-c' && HARMLESS_SETTING.test(words[at + 1]?.text ?? '')) at += 2;
		else break;
	}
	const subcommand = words[at]?.text;
	if (subcommand === undefined) return '“git” alone is not known to be harmless';
	const rest = words.slice(at + 1);
	if (subcommand === '--version' || subcommand === 'version' || subcommand === '--help') {
		return rest.length === 0 ? null : `only git ${subcommand} alone is known to be harmless`;
	}
	if (subcommand.startsWith('-')) return UNPROVEN.notHarmless(`git ${subcommand}`);
	const isSigned = words.some(
		(word, index) => SIGNATURE.test(word.text) || (words[index - 1]?.text === '--sort' && /signature/.test(word.text)),
	);
	if (isSigned) return 'showing signatures runs the program that checks them';
	const special = checkSpecial(subcommand, rest);
	if (special !== undefined) return special;
	const table = GIT_COMMANDS.get(subcommand);
	if (table === undefined) return UNPROVEN.notReadOnly(`git ${subcommand}`);
	return checkByTable(`git ${subcommand}`, table, rest);
}

/** Subcommands of subcommands, of which only some read. Undefined when the table decides. */
function checkSpecial(subcommand: string, rest: readonly Argument[]): Doubt | undefined {
	const texts = rest.map((word) => word.text);
	const line = texts.join(' ');
	switch (subcommand) {
		case 'config':
			return checkConfig(texts, rest);
		case 'remote': {
			if (['', '-v', '--verbose'].includes(line)) return null;
			const isUrl = texts[0] === 'get-url' && texts.length === 2 && /^[\w][\w./-]*$/.test(texts[1] ?? '');
			return isUrl ? null : 'only git remote, remote -v and remote get-url are known to be harmless';
		}
		case 'reflog':
		case 'stash': {
			if (subcommand === 'stash' && texts[0] === 'show') return checkByTable('git stash show', DIFF, rest.slice(1));
			const verb = subcommand === 'stash' ? 'list' : 'show';
			const isBareReflog = subcommand === 'reflog' && (texts[0] === undefined || texts[0].startsWith('-'));
			if (!isBareReflog && texts[0] !== verb) return UNPROVEN.mayChange(`git ${subcommand} ${texts[0] ?? ''}`.trim());
			return checkByTable(`git ${subcommand}`, LOG, isBareReflog ? rest : rest.slice(1));
		}
		case 'submodule':
			return /^(?:status(?: --cached| --recursive)*)?$/.test(line)
				? null
				: UNPROVEN.mayChange(`git submodule ${texts[0] ?? ''}`.trim());
		case 'apply':
			return texts.includes('--') || !texts.some((text) => /^--(?:check|stat|numstat|summary)$/.test(text))
				? UNPROVEN.mayChange('git apply')
				: undefined;
		case 'bisect':
			return line === 'log' ? null : UNPROVEN.mayChange(`git bisect ${texts[0] ?? ''}`.trim());
		case 'worktree':
			return line === 'list' || line === 'list --porcelain' ? null : 'only git worktree list is known to be harmless';
		default:
			return undefined;
	}
}

const CONFIG_KEY = /^[A-Za-z][\w-]*\.[^\n]+$/;
/** Keys whose values hold no secret in the user's own configuration either. */
const PLAIN_KEY =
	/^(?:user\.(?:name|email)|init\.defaultbranch|core\.\w+|(?:remote|branch)\.[\w./-]+|(?:pull|push|fetch|merge|rebase|diff|commit|tag)\.\w+)$/i;
const LIST_DETAILS = new Set(['--local', '--show-origin', '--show-scope', '--name-only']);

/**
 * `git config NAME` reads, `git config NAME VALUE` writes: only the reading forms pass. Lists and other
 * keys pass for the repository's own configuration alone: the user's may hold addresses with a password.
 */
function checkConfig(texts: readonly string[], words: readonly Argument[]): Doubt {
	if (words.some((word) => word.isGlob)) return UNPROVEN.textExpected('git config');
	const isLocal = texts.includes('--local');
	const rest = texts[0] === '--local' ? texts.slice(1) : texts;
	const [first = '', key = ''] = rest;
	const mayRead = (name: string): boolean => (isLocal ? CONFIG_KEY : PLAIN_KEY).test(name);
	const isList = ['-l', '--list', 'list'].includes(first);
	if (isList && isLocal && rest.slice(1).every((text) => LIST_DETAILS.has(text))) return null;
	const isGet = ['--get', '--get-all', 'get'].includes(first);
	if (isGet && rest.length === 2 && mayRead(key)) return null;
	if (first === '--get-regexp' && isLocal && rest.length === 2 && !key.startsWith('-')) return null;
	if (rest.length === 1 && mayRead(first)) return null;
	return 'only git config --local, and some names of other settings, are known to be harmless to read';
}
