import type { OptionTable } from './option-table.js';

const PATHS = {};
const TEXT = { text: Number.POSITIVE_INFINITY };
const NONE = { max: 0 };
const COLOR = ['--color', '--colour'];

const GREP: OptionTable = {
	letters: 'abcEFGHhiIlLnoPqrsUvVwxy',
	valueLetters: 'ABCmf',
	textLetters: 'e',
	takesNumber: true,
	long: [
		...COLOR,
		...'--ignore-case --no-ignore-case --recursive --line-number --count --files-with-matches'.split(' '),
		...'--files-without-match --invert-match --word-regexp --line-regexp --only-matching --quiet'.split(' '),
		...'--silent --no-messages --with-filename --no-filename --extended-regexp --fixed-strings'.split(' '),
		...'--perl-regexp --basic-regexp --text --null --byte-offset --context --version --help'.split(' '),
	],
	textLong: '--include --exclude --exclude-dir --max-count --after-context --before-context --regexp'.split(' '),
	operands: { text: 1, textUnless: ['-e', '-f', '--regexp', '--version', '--help'] },
};

const RIPGREP: OptionTable = {
	letters: 'aFiIlnNoPqsSuUvVwxcHhp.0',
	valueLetters: 'ABCmMjdf',
	textLetters: 'egtTr',
	long: [
		...'--color --ignore-case --smart-case --case-sensitive --line-number --no-line-number --count'.split(' '),
		...'--count-matches --files --files-with-matches --files-without-match --hidden --no-ignore'.split(' '),
		...'--no-ignore-vcs --json --multiline --multiline-dotall --heading --no-heading --trim --stats'.split(' '),
		...'--vimgrep --word-regexp --line-regexp --fixed-strings --pcre2 --only-matching --no-filename'.split(' '),
		...'--with-filename --column --no-column --null --passthru --type-list --no-messages --no-config'.split(' '),
		...'--invert-match --text --unrestricted --quiet --pretty --version --help --glob-case-insensitive'.split(' '),
	],
	textLong: [
		...'--glob --iglob --type --type-not --max-count --max-depth --max-columns --context --sort'.split(' '),
		...'--sortr --after-context --before-context --regexp --replace --threads --engine --max-filesize'.split(' '),
	],
	operands: { text: 1, textUnless: ['-e', '-f', '--regexp', '--files', '--type-list', '--version', '--help'] },
};

const CHECKSUM: OptionTable = { letters: 'bt', long: ['--binary', '--text', '--tag'], operands: PATHS };
const HEAD: OptionTable = {
	letters: 'qv',
	valueLetters: 'nc',
	takesNumber: true,
	long: ['--quiet', '--verbose', '--silent'],
	textLong: ['--lines', '--bytes'],
	operands: PATHS,
};

/**
 * Programs that read, with the options that keep them so on Linux, macOS and the BSDs. An option is
 * left out where the systems disagree about its value, and where it writes, runs something, follows
 * links, decompresses (which starts programs) or reads a list of further files.
 */
export const PROGRAMS: ReadonlyMap<string, OptionTable> = new Map<string, OptionTable>([
	[
		'ls',
		{
			letters: 'aAbBcCdfFgGhiklmnopqQrRsStuUvxXZ1',
			long: [
				...COLOR,
				...'--all --almost-all --human-readable --recursive --reverse --sort --time --time-style --size'.split(' '),
				...'--group-directories-first --inode --directory --classify --full-time --format --version --help'.split(' '),
			],
			operands: PATHS,
		},
	],
	[
		'cat',
		{
			letters: 'AbeEnstTuv',
			long: ['--number', '--show-all', '--show-ends', '--number-nonblank', '--squeeze-blank'],
			operands: PATHS,
		},
	],
	['head', HEAD],
	['tail', { ...HEAD, letters: 'qvfF' }],
	[
		'wc',
		{ letters: 'clwmL', long: ['--lines', '--words', '--bytes', '--chars', '--max-line-length'], operands: PATHS },
	],
	['grep', GREP],
	['egrep', GREP],
	['fgrep', GREP],
	['rg', RIPGREP],
	[
		'sort',
		{
			letters: 'bdfghiMnrRsuVzcCm',
			valueLetters: 'S',
			textLetters: 'kt',
			long: '--numeric-sort --reverse --unique --ignore-case --human-numeric-sort --version-sort --stable --check --general-numeric-sort --zero-terminated'.split(
				' ',
			),
			textLong: ['--key', '--field-separator'],
			operands: PATHS,
		},
	],
	[
		'uniq',
		{
			letters: 'cdiuDz',
			valueLetters: 'fsw',
			long: '--count --repeated --unique --ignore-case --all-repeated'.split(' '),
			textLong: ['--skip-fields', '--skip-chars', '--check-chars'],
			operands: { max: 1 },
		},
	],
	[
		'cut',
		{
			letters: 'nsz',
			textLetters: 'bcdf',
			long: ['--complement', '--only-delimited'],
			textLong: ['--delimiter', '--fields', '--output-delimiter', '--characters', '--bytes'],
			operands: PATHS,
		},
	],
	[
		'tr',
		{ letters: 'cCdstu', long: ['--delete', '--complement', '--squeeze-repeats', '--truncate-set1'], operands: TEXT },
	],
	[
		'diff',
		{
			// Not `r`: in folders below folders it would follow links wherever they lead.
			letters: 'abBcdeiNnpqstTuwyEZ',
			valueLetters: 'UCW',
			textLetters: 'xI',
			takesNumber: true,
			long: [
				...'--unified --context --brief --ignore-all-space --ignore-space-change --side-by-side'.split(' '),
				...'--ignore-blank-lines --ignore-case --new-file --text --color --suppress-common-lines --minimal'.split(' '),
				...'--report-identical-files --no-dereference --strip-trailing-cr'.split(' '),
			],
			textLong: ['--exclude', '--width', '--label'],
			operands: PATHS,
		},
	],
	[
		'cmp',
		{
			letters: 'bls',
			valueLetters: 'n',
			long: ['--silent', '--quiet', '--verbose', '--print-bytes'],
			operands: { max: 2 },
		},
	],
	[
		'stat',
		{
			letters: 'fxslrqnt',
			textLetters: 'c',
			long: ['--format', '--printf', '--terse', '--file-system'],
			operands: PATHS,
		},
	],
	['file', { letters: 'bhikNr', long: ['--mime', '--mime-type', '--mime-encoding', '--brief'], operands: PATHS }],
	[
		'du',
		{
			letters: 'abchHkmsxS0',
			valueLetters: 'dB',
			long: '--all --summarize --human-readable --total --apparent-size --bytes --one-file-system --si'.split(' '),
			textLong: ['--max-depth', '--block-size', '--exclude', '--threshold'],
			operands: PATHS,
		},
	],
	['df', { letters: 'ahHiklmP', long: ['--human-readable', '--inodes', '--all', '--total'], operands: PATHS }],
	['basename', { letters: 'az', textLetters: 's', operands: TEXT }],
	['dirname', { letters: 'z', operands: TEXT }],
	['realpath', { letters: 'emqsz', long: ['--canonicalize-existing', '--no-symlinks'], operands: PATHS }],
	['readlink', { letters: 'femnqsz', long: ['--canonicalize'], operands: PATHS }],
	['pwd', { letters: 'LP', operands: NONE }],
	['true', { operands: NONE }],
	['false', { operands: NONE }],
	[':', { operands: NONE }],
	['which', { letters: 'as', operands: { ...TEXT, pattern: /^[\w.+-]+$/ } }],
	['type', { letters: 'a', operands: { ...TEXT, pattern: /^[\w.+-]+$/ } }],
	['uname', { letters: 'asnrvmpio', long: ['--all'], operands: NONE }],
	['id', { letters: 'unGgrz', operands: { ...TEXT, max: 1, pattern: /^[\w.-]+$/ } }],
	['whoami', { operands: NONE }],
	['hostname', { operands: NONE }],
	['env', { operands: NONE }],
	['printenv', { letters: '0', operands: { ...TEXT, pattern: /^\w+$/ } }],
	[
		'tree',
		{
			letters: 'adfpshDugiFACnJrtvxNqQS',
			valueLetters: 'L',
			textLetters: 'IP',
			long: '--dirsfirst --noreport --du --prune --gitignore --inodes --device --si --matchdirs --ignore-case'.split(
				' ',
			),
			textLong: ['--filelimit', '--sort', '--charset'],
			operands: PATHS,
		},
	],
	['column', { letters: 'txe', textLetters: 'sc', operands: PATHS }],
	['nl', { letters: 'p', textLetters: 'bdfhinsvw', operands: PATHS }],
	['tac', { letters: 'br', textLetters: 's', operands: PATHS }],
	['rev', { operands: PATHS }],
	['fold', { letters: 'bs', valueLetters: 'w', operands: PATHS }],
	['paste', { letters: 's', textLetters: 'd', operands: PATHS }],
	['comm', { letters: '123', operands: PATHS }],
	['join', { letters: 'i', textLetters: 't12joaev', operands: PATHS }],
	...['md5sum', 'sha1sum', 'sha224sum', 'sha256sum', 'sha384sum', 'sha512sum', 'b2sum', 'cksum'].map(
		(name) => [name, CHECKSUM] as const,
	),
	['shasum', { ...CHECKSUM, valueLetters: 'a' }],
	[
		'xxd',
		{
			exact: ['-a', '-b', '-e', '-i', '-u', '-p', '-ps', '-plain'],
			exactValued: ['-c', '-g', '-l', '-s', '-o'],
			operands: { max: 1 },
		},
	],
	['od', { letters: 'bcdosxv', gluedLetters: 'w', textLetters: 'AtjN', operands: PATHS }],
	['hexdump', { letters: 'bcCdovx', textLetters: 'ns', operands: PATHS }],
	['nproc', { long: ['--all'], operands: NONE }],
	['tty', { letters: 's', operands: NONE }],
	['uptime', { letters: 'ps', operands: NONE }],
	['free', { letters: 'bkmghtw', operands: NONE }],
	['groups', { operands: NONE }],
	['arch', { operands: NONE }],
	...['break', 'continue', 'exit'].map((name): [string, OptionTable] => [
		name,
		{ operands: { ...TEXT, max: 1, pattern: /^\d{1,3}$/ } },
	]),
]);

/**
 * Programs whose only proven use is to say their version. Left out on purpose: those that run code
 * which the workspace names before they answer, or write a log where it says (npm, yarn, pnpm, cargo, rustc, go, gradlew, …).
 */
export const VERSION_OPTIONS: ReadonlyMap<string, readonly string[]> = new Map([
	['node', ['--version', '-v']],
	['python', ['--version', '-V']],
	['python3', ['--version', '-V']],
	['gcc', ['--version']],
	['g++', ['--version']],
	['clang', ['--version']],
	['make', ['--version', '-v']],
	['cmake', ['--version']],
	['curl', ['--version', '-V']],
	['wget', ['--version']],
	['jq', ['--version']],
	['bash', ['--version']],
	['zsh', ['--version']],
	['tar', ['--version']],
	['docker', ['--version', '-v']],
	['ssh', ['-V']],
	['vim', ['--version']],
	['java', ['-version', '--version']],
	['javac', ['-version', '--version']],
	['tsc', ['--version', '-v']],
	['bun', ['--version', '-v']],
	['php', ['--version', '-v']],
	['ruby', ['--version', '-v']],
	...'rg fd fdfind bat batcat ag exa eza yq less man git-lfs gh aws psql mysql sqlite3 redis-cli uv ruff deno kubectl ffmpeg nginx gpg openssl rsync zip xz zstd gzip bzip2 awk gawk sed grep find ls cat tmux'
		.split(' ')
		.map((name): [string, readonly string[]] => [name, ['--version']]),
]);
