import { byName } from '../../text/word-set.js';
import type { OptionTable } from './option-table.js';

/** Options that log, show, diff and their kin share. `--output`, `-O`, `--ext-diff` and the like are absent. */
const SHARED = `--stat --shortstat --numstat --dirstat --compact-summary --summary --name-only --name-status --patch
	--no-patch --raw --patch-with-stat --cached --staged --word-diff --color --no-color --color-words
	--color-moved --ignore-all-space --ignore-space-change --ignore-space-at-eol --ignore-blank-lines
	--minimal --histogram --patience --find-renames --find-copies --no-renames --full-index --binary
	--no-ext-diff --no-textconv --exit-code --quiet --check --text --function-context --no-index
	--no-prefix --merge-base --abbrev --no-abbrev --pickaxe-all --pickaxe-regex --inter-hunk-context
	--diff-algorithm --cc --combined-all-paths`;
export const DIFF: OptionTable = {
	letters: 'puszwbaRcEWrt',
	gluedLetters: 'MCBU',
	valueLetters: 'l',
	textLetters: 'SG',
	takesNumber: true,
	long: `${SHARED} --unified --diff-filter`,
	pathLong: '--relative',
};
export const LOG: OptionTable = {
	...DIFF,
	letters: 'puszwbaRcEWrtmgiFP',
	valueLetters: 'lnL',
	long: `${SHARED} --oneline --graph --all --branches --tags --remotes
		--decorate --no-decorate --abbrev-commit --no-abbrev-commit --pretty --format --reverse --merges
		--no-merges --first-parent --follow --topo-order --date-order --author-date-order --left-right
		--left-only --right-only --cherry-pick --cherry --cherry-mark --no-walk --walk-reflogs --reflog
		--simplify-by-decoration --full-history --ancestry-path --show-pulls --source --regexp-ignore-case
		--extended-regexp --fixed-strings --invert-grep --all-match --parents --children --boundary
		--no-notes --notes --relative-date --no-mailmap --use-mailmap --mailmap --min-parents --max-parents
		--not --clear-decorations`,
	textLong: `--author --committer --grep --since --until --after --before --date --max-count --skip --diff-filter
		--unified`,
};
const FILTERS = '--contains --no-contains --merged --no-merged --points-at';

/** Git's reading subcommands with the options that keep them so. */
export const GIT_COMMANDS = byName<OptionTable>({
	status: {
		letters: 'sbvz',
		gluedLetters: 'uM',
		long: `--short --branch --porcelain --untracked-files --ignored --long --verbose --show-stash
			--ahead-behind --no-ahead-behind --renames --no-renames --column --no-column --ignore-submodules`,
	},
	'log show': LOG,
	'rev-list': { ...LOG, long: `${LOG.long} --count --objects` },
	shortlog: { ...LOG, letters: 'nsec', long: `${LOG.long} --numbered --summary --email` },
	'diff diff-index diff-files': DIFF,
	'diff-tree': { ...DIFF, long: `${DIFF.long} --no-commit-id --root` },
	'ls-files': {
		letters: 'cdmoiskztuvf',
		textLetters: 'x',
		long: `--cached --deleted --modified --others --ignored --stage --killed --exclude-standard --full-name
			--error-unmatch --directory --no-empty-directory --unmerged --eol --deduplicate --abbrev`,
		textLong: '--exclude',
	},
	'ls-tree': {
		letters: 'drtlz',
		long: '--name-only --name-status --full-tree --full-name --long --abbrev --object-only',
	},
	// Not `--show-superproject-working-tree`: it runs git in the repository above.
	'rev-parse': {
		letters: 'q',
		long: `--show-toplevel --abbrev-ref --short --verify --git-dir --is-inside-work-tree --is-inside-git-dir
			--is-bare-repository --show-prefix --show-cdup --symbolic-full-name --symbolic --all --branches
			--tags --remotes --git-common-dir --absolute-git-dir --quiet`,
	},
	blame: {
		letters: 'bcefklnpstw',
		gluedLetters: 'MC',
		textLetters: 'L',
		long: `--porcelain --line-porcelain --date --since --root --show-name --show-number --show-email
			--show-stats --abbrev`,
	},
	branch: {
		letters: 'arv',
		long: `--all --remotes --list --show-current --verbose --no-color --color --column --no-column --sort
			--format --ignore-case --abbrev --no-abbrev ${FILTERS}`,
		operands: { onlyWith: `--list ${FILTERS}` },
	},
	tag: {
		letters: 'l',
		gluedLetters: 'n',
		long: `--list --sort --format --column --color --ignore-case ${FILTERS}`,
		operands: { onlyWith: `-l --list ${FILTERS}` },
	},
	// Not `--dirty` and `--broken`: they write the index anew.
	describe: {
		long: `--tags --always --long --abbrev --all --exact-match --contains --first-parent --match --exclude
			--candidates`,
	},
	grep: {
		letters: 'aivwEFGPnlLcopqhHWIrz',
		valueLetters: 'ABCm',
		textLetters: 'e',
		takesNumber: true,
		long: `--cached --untracked --recursive --line-number --count --name-only --files-with-matches
			--files-without-match --ignore-case --word-regexp --invert-match --extended-regexp --fixed-strings
			--perl-regexp --basic-regexp --text --only-matching --column --heading --break --show-function
			--function-context --quiet --color --no-color --full-name --all-match`,
		textLong: '--max-depth --context --after-context --before-context --max-count',
		operands: { text: 1, textUnless: '-e' },
	},
	'cat-file': { letters: 'tspe', long: '--allow-unknown-type' },
	'show-ref': {
		letters: 'dsq',
		long: '--head --heads --branches --tags --verify --hash --abbrev --quiet --dereference',
	},
	'for-each-ref': { long: `--count --sort --format --color --ignore-case ${FILTERS}` },
	'name-rev': { long: '--tags --refs --name-only --always --all' },
	'merge-base': { letters: 'a', long: '--all --is-ancestor --octopus --fork-point --independent' },
	'symbolic-ref': { letters: 'q', long: '--short --quiet', operands: { max: 1 } },
	'count-objects': { letters: 'vH', long: '--verbose --human-readable', operands: { max: 0 } },
	'check-ignore': { letters: 'qvnz', long: '--quiet --verbose --non-matching --no-index' },
	'check-attr': { letters: 'az', long: '--all --cached' },
	cherry: { letters: 'v', long: '--abbrev' },
	// Only with one of the first four it tells, and does nothing.
	apply: { exact: '--check --stat --numstat --summary --verbose --reverse -v -R -p0 -p1 -p2' },
	'range-diff': { ...DIFF, long: `${DIFF.long} --creation-factor --no-dual-color` },
});
