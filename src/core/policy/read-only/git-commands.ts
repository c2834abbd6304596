import type { OptionTable } from './option-table.js';

/** Options that log, show, diff and their kin share. `--output`, `-O`, `--ext-diff` and the like are absent. */
const DIFF_LONG = [
	...'--stat --shortstat --numstat --dirstat --compact-summary --summary --name-only --name-status --patch'.split(' '),
	...'--no-patch --raw --patch-with-stat --cached --staged --word-diff --color --no-color --color-words'.split(' '),
	...'--color-moved --ignore-all-space --ignore-space-change --ignore-space-at-eol --ignore-blank-lines'.split(' '),
	...'--minimal --histogram --patience --find-renames --find-copies --no-renames --full-index --binary'.split(' '),
	...'--no-ext-diff --no-textconv --exit-code --quiet --check --text --function-context'.split(' '),
	...'--no-index --no-prefix --merge-base --abbrev --no-abbrev --pickaxe-all --pickaxe-regex'.split(' '),
	...'--unified --inter-hunk-context --diff-algorithm --diff-filter --cc --combined-all-paths'.split(' '),
];
const LOG_LONG = [
	...DIFF_LONG,
	...'--oneline --graph --all --branches --tags --remotes --decorate --no-decorate --abbrev-commit'.split(' '),
	...'--no-abbrev-commit --pretty --format --date --since --until --after --before --author --committer'.split(' '),
	...'--grep --max-count --skip --reverse --merges --no-merges --first-parent --follow --topo-order'.split(' '),
	...'--date-order --author-date-order --left-right --left-only --right-only --cherry-pick --cherry'.split(' '),
	...'--cherry-mark --no-walk --walk-reflogs --reflog --simplify-by-decoration --full-history'.split(' '),
	...'--ancestry-path --show-pulls --source --regexp-ignore-case --extended-regexp --fixed-strings'.split(' '),
	...'--invert-grep --all-match --parents --children --boundary --no-notes --notes --relative-date'.split(' '),
	...'--no-mailmap --use-mailmap --mailmap --min-parents --max-parents --not --clear-decorations'.split(' '),
];
const LOG_TEXT =
	'--author --committer --grep --since --until --after --before --date --max-count --skip --diff-filter --unified'.split(
		' ',
	);

const DIFF: OptionTable = {
	letters: 'puszwbaRcEWrt',
	gluedLetters: 'MCBU',
	valueLetters: 'l',
	textLetters: 'SG',
	takesNumber: true,
	long: DIFF_LONG,
	pathLong: ['--relative'],
	operands: {},
};
const LOG: OptionTable = {
	...DIFF,
	letters: 'puszwbaRcEWrtmgiFP',
	valueLetters: 'lnL',
	long: LOG_LONG.filter((option) => !LOG_TEXT.includes(option)),
	textLong: LOG_TEXT,
};
const FILTERS = ['--contains', '--no-contains', '--merged', '--no-merged', '--points-at'];

/** Git's reading subcommands with the options that keep them so. */
export const GIT_COMMANDS: ReadonlyMap<string, OptionTable> = new Map<string, OptionTable>([
	[
		'status',
		{
			letters: 'sbvz',
			gluedLetters: 'uM',
			long: [
				...'--short --branch --porcelain --untracked-files --ignored --long --verbose --show-stash'.split(' '),
				...'--ahead-behind --no-ahead-behind --renames --no-renames --column --no-column --ignore-submodules'.split(
					' ',
				),
			],
			operands: {},
		},
	],
	['log', LOG],
	['show', LOG],
	['rev-list', { ...LOG, long: [...(LOG.long ?? []), '--count', '--objects'] }],
	[
		'shortlog',
		{ ...LOG, letters: 'nsec', long: [...(LOG.long ?? []), '--numbered', '--summary', '--email'], operands: {} },
	],
	['diff', DIFF],
	['diff-tree', DIFF],
	['diff-index', DIFF],
	['diff-files', DIFF],
	[
		'ls-files',
		{
			letters: 'cdmoiskztuvf',
			textLetters: 'x',
			long: [
				...'--cached --deleted --modified --others --ignored --stage --killed --exclude-standard --full-name'.split(
					' ',
				),
				...'--error-unmatch --directory --no-empty-directory --unmerged --eol --deduplicate --abbrev'.split(' '),
			],
			textLong: ['--exclude'],
			operands: {},
		},
	],
	[
		'ls-tree',
		{
			letters: 'drtlz',
			long: '--name-only --name-status --full-tree --full-name --long --abbrev --object-only'.split(' '),
			operands: {},
		},
	],
	[
		'rev-parse',
		{
			letters: 'q',
			long: [
				...'--show-toplevel --abbrev-ref --short --verify --git-dir --is-inside-work-tree --is-inside-git-dir'.split(
					' ',
				),
				...'--is-bare-repository --show-prefix --show-cdup --symbolic-full-name --symbolic --all --branches'.split(' '),
				...'--tags --remotes --git-common-dir --absolute-git-dir --show-superproject-working-tree --quiet'.split(' '),
			],
			operands: {},
		},
	],
	[
		'blame',
		{
			letters: 'bcefklnpstw',
			gluedLetters: 'MC',
			valueLetters: 'L',
			long: '--porcelain --line-porcelain --date --since --root --show-name --show-number --show-email --show-stats --abbrev'.split(
				' ',
			),
			operands: {},
		},
	],
	[
		'branch',
		{
			letters: 'arv',
			long: [
				...'--all --remotes --list --show-current --verbose --no-color --color --column --no-column --sort'.split(' '),
				...'--format --ignore-case --abbrev --no-abbrev'.split(' '),
				...FILTERS,
			],
			operands: { onlyWith: ['--list', ...FILTERS] },
		},
	],
	[
		'tag',
		{
			letters: 'l',
			gluedLetters: 'n',
			long: ['--list', '--sort', '--format', '--column', '--color', '--ignore-case', ...FILTERS],
			operands: { onlyWith: ['-l', '--list', ...FILTERS] },
		},
	],
	[
		// Not `--dirty` and `--broken`: they write the index anew.
		'describe',
		{
			long: '--tags --always --long --abbrev --all --exact-match --contains --first-parent --match --exclude --candidates'.split(
				' ',
			),
			operands: {},
		},
	],
	[
		'grep',
		{
			letters: 'aivwEFGPnlLcopqhHWIrz',
			valueLetters: 'ABCm',
			textLetters: 'e',
			takesNumber: true,
			long: [
				...'--cached --untracked --recursive --line-number --count --name-only --files-with-matches'.split(' '),
				...'--files-without-match --ignore-case --word-regexp --invert-match --extended-regexp --fixed-strings'.split(
					' ',
				),
				...'--perl-regexp --basic-regexp --text --only-matching --column --heading --break --show-function'.split(' '),
				...'--function-context --quiet --color --no-color --full-name --all-match'.split(' '),
			],
			textLong: ['--max-depth', '--context', '--after-context', '--before-context', '--max-count'],
			operands: { text: 1, textUnless: ['-e'] },
		},
	],
	['cat-file', { letters: 'tspe', long: ['--allow-unknown-type'], operands: {} }],
	[
		'show-ref',
		{
			letters: 'dsq',
			long: ['--head', '--heads', '--branches', '--tags', '--verify', '--hash', '--abbrev', '--quiet', '--dereference'],
			operands: {},
		},
	],
	['for-each-ref', { long: ['--count', '--sort', '--format', '--color', '--ignore-case', ...FILTERS], operands: {} }],
	['name-rev', { long: ['--tags', '--refs', '--name-only', '--always', '--all'], operands: {} }],
	[
		'merge-base',
		{ letters: 'a', long: ['--all', '--is-ancestor', '--octopus', '--fork-point', '--independent'], operands: {} },
	],
	['symbolic-ref', { letters: 'q', long: ['--short', '--quiet'], operands: { max: 1 } }],
	['count-objects', { letters: 'vH', long: ['--verbose', '--human-readable'], operands: { max: 0 } }],
	['check-ignore', { letters: 'qvnz', long: ['--quiet', '--verbose', '--non-matching', '--no-index'], operands: {} }],
	['check-attr', { letters: 'az', long: ['--all', '--cached'], operands: {} }],
	['cherry', { letters: 'v', long: ['--abbrev'], operands: {} }],
	['range-diff', { ...DIFF, long: [...DIFF_LONG, '--creation-factor', '--no-dual-color'] }],
]);
