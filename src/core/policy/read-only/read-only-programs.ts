import { byName } from '../../text/word-set.js';
import type { OptionTable } from './option-table.js';

const TEXT = { text: Number.POSITIVE_INFINITY };
const NONE = { max: 0 };
/** `@file` would be a list of further words, `+` a command of a pager. */
const PLAIN_PATHS = { pattern: /^(?![@+])/ };
const NAMES = { ...TEXT, pattern: /^[\w.+:-]+$/ };
const CHECKSUM: OptionTable = { letters: 'bt', long: '--binary --text --tag' };
const HEAD: OptionTable = {
	letters: 'qv',
	valueLetters: 'nc',
	takesNumber: true,
	long: '--quiet --verbose --silent',
	textLong: '--lines --bytes',
};

/**
 * Programs that read, with the options that keep them so on Linux, macOS and the BSDs. An option is
 * left out where the systems disagree about its value, and where it writes, runs something (`--exec`, `--pager`), loads a
 * plugin, follows links, decompresses (which starts programs), or reads a list of further files or what the file itself
 * names (`objdump -S`).
 */
export const PROGRAMS = byName<OptionTable>({
	ls: {
		letters: 'aAbBcCdfFgGhiklmnopqQrRsStuUvxXZ1',
		long: `--color --colour --all --almost-all --human-readable --recursive --reverse --sort --time
			--time-style --size --group-directories-first --inode --directory --classify --full-time --format
			--version --help`,
	},
	cat: { letters: 'AbeEnstTuv', long: '--number --show-all --show-ends --number-nonblank --squeeze-blank' },
	head: HEAD,
	tail: { ...HEAD, letters: 'qvfF' },
	wc: { letters: 'clwmL', long: '--lines --words --bytes --chars --max-line-length' },
	'grep egrep fgrep': {
		letters: 'abcEFGHhiIlLnoPqrRsUvVwxy',
		valueLetters: 'ABCmf',
		textLetters: 'e',
		takesNumber: true,
		long: `--color --colour --ignore-case --no-ignore-case --recursive --dereference-recursive --line-number --count
			--files-with-matches --files-without-match --invert-match --word-regexp --line-regexp
			--only-matching --quiet --silent --no-messages --with-filename --no-filename --extended-regexp
			--fixed-strings --perl-regexp --basic-regexp --text --null --byte-offset --context --version --help`,
		textLong: `--include --exclude --exclude-dir --max-count --after-context --before-context --regexp`,
		operands: { text: 1, textUnless: '-e -f --regexp --version --help' },
	},
	rg: {
		letters: 'aFiIlnNoPqsSuUvVwxcHhp.0',
		valueLetters: 'ABCmMjdf',
		textLetters: 'egtTr',
		long: `--color --ignore-case --smart-case --case-sensitive --line-number --no-line-number --count
			--count-matches --files --files-with-matches --files-without-match --hidden --no-ignore
			--no-ignore-vcs --json --multiline --multiline-dotall --heading --no-heading --trim --stats
			--vimgrep --word-regexp --line-regexp --fixed-strings --pcre2 --only-matching --no-filename
			--with-filename --column --no-column --null --passthru --type-list --no-messages --no-config
			--invert-match --text --unrestricted --quiet --pretty --version --help --glob-case-insensitive`,
		textLong: `--glob --iglob --type --type-not --max-count --max-depth --max-columns --context --sort --sortr
			--after-context --before-context --regexp --replace --threads --engine --max-filesize`,
		operands: { text: 1, textUnless: '-e -f --regexp --files --type-list --version --help' },
	},
	sort: {
		letters: 'bdfghiMnrRsuVzcCm',
		valueLetters: 'S',
		textLetters: 'kt',
		long: `--numeric-sort --reverse --unique --ignore-case --human-numeric-sort --version-sort --stable --check
			--general-numeric-sort --zero-terminated`,
		textLong: '--key --field-separator',
	},
	uniq: {
		letters: 'cdiuDz',
		valueLetters: 'fsw',
		long: '--count --repeated --unique --ignore-case --all-repeated',
		textLong: '--skip-fields --skip-chars --check-chars',
		operands: { max: 1 },
	},
	cut: {
		letters: 'nsz',
		textLetters: 'bcdf',
		long: '--complement --only-delimited',
		textLong: '--delimiter --fields --output-delimiter --characters --bytes',
	},
	tr: { letters: 'cCdstu', long: '--delete --complement --squeeze-repeats --truncate-set1', operands: TEXT },
	diff: {
		letters: 'abBcdeiNnpqrstTuwyEZ',
		valueLetters: 'UCW',
		textLetters: 'xI',
		takesNumber: true,
		long: `--unified --context --brief --ignore-all-space --ignore-space-change --side-by-side
			--ignore-blank-lines --ignore-case --new-file --recursive --text --color --suppress-common-lines --minimal
			--report-identical-files --no-dereference --strip-trailing-cr`,
		textLong: '--exclude --width --label',
	},
	cmp: { letters: 'bls', valueLetters: 'n', long: '--silent --quiet --verbose --print-bytes', operands: { max: 2 } },
	stat: { letters: 'fxslrqnt', textLetters: 'c', long: '--format --printf --terse --file-system' },
	file: { letters: 'bhikNr', long: '--mime --mime-type --mime-encoding --brief' },
	du: {
		letters: 'abchHkmsxS0',
		valueLetters: 'dB',
		long: `--all --summarize --human-readable --total --apparent-size --bytes --one-file-system --si`,
		textLong: '--max-depth --block-size --exclude --threshold',
	},
	df: { letters: 'ahHiklmP', long: '--human-readable --inodes --all --total' },
	basename: { letters: 'az', textLetters: 's', operands: TEXT },
	dirname: { letters: 'z', operands: TEXT },
	realpath: { letters: 'emqsz', long: '--canonicalize-existing --no-symlinks' },
	readlink: { letters: 'femnqsz', long: '--canonicalize' },
	pwd: { letters: 'LP', operands: NONE },
	'true false : whoami hostname env groups arch wait': { operands: NONE },
	jobs: { letters: 'lprs', operands: NONE },
	which: { letters: 'as', operands: { ...TEXT, pattern: /^[\w.+-]+$/ } },
	type: { letters: 'atp', operands: { ...TEXT, pattern: /^[\w.+-]+$/ } },
	uname: { letters: 'asnrvmpio', long: '--all', operands: NONE },
	id: { letters: 'unGgrz', operands: { ...TEXT, max: 1, pattern: /^[\w.-]+$/ } },
	printenv: { letters: '0', operands: { ...TEXT, pattern: /^\w+$/ } },
	tree: {
		letters: 'adfpshDugiFACnJrtvxNqQS',
		valueLetters: 'L',
		textLetters: 'IP',
		long: `--dirsfirst --noreport --du --prune --gitignore --inodes --device --si --matchdirs --ignore-case`,
		textLong: '--filelimit --sort --charset',
	},
	column: { letters: 'txe', textLetters: 'sc' },
	nl: { letters: 'p', textLetters: 'bdfhinsvw' },
	tac: { letters: 'br', textLetters: 's' },
	rev: {},
	fold: { letters: 'bs', valueLetters: 'w' },
	paste: { letters: 's', textLetters: 'd' },
	comm: { letters: '123' },
	join: { letters: 'i', textLetters: 't12joaev' },
	'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum': CHECKSUM,
	shasum: { ...CHECKSUM, valueLetters: 'a' },
	xxd: { exact: '-a -b -e -i -u -p -ps -plain', exactValued: '-c -g -l -s -o', operands: { max: 1 } },
	od: { letters: 'bcdosxv', gluedLetters: 'w', textLetters: 'AtjN' },
	hexdump: { letters: 'bcCdovx', textLetters: 'ns' },
	nproc: { long: '--all', operands: NONE },
	tty: { letters: 's', operands: NONE },
	'who w': { operands: NONE },
	uptime: { letters: 'ps', operands: NONE },
	free: { letters: 'bkmghtw', operands: NONE },
	'break continue exit': { operands: { ...TEXT, max: 1, pattern: /^\d{1,3}$/ } },
	'fd fdfind': {
		letters: 'HIsiagpu0F1',
		textLetters: 'etdEScj',
		long: `--hidden --no-ignore --no-ignore-vcs --glob --regex --fixed-strings --full-path --absolute-path
			--ignore-case --case-sensitive --print0 --unrestricted --version`,
		textLong: `--type --extension --max-depth --min-depth --exact-depth --exclude --size --changed-within
			--changed-before --color --max-results --threads`,
		operands: { text: 1 },
	},
	// `bat cache` builds and removes one.
	'bat batcat': {
		letters: 'pnAuP',
		textLetters: 'lrH',
		long: '--plain --number --show-all --no-paging --unbuffered --list-languages --version',
		textLong: `--paging --style --color --decorations --line-range --language --highlight-line --theme --wrap
			--tabs`,
		operands: { pattern: /^(?!cache$)/ },
	},
	ag: {
		letters: 'acHilLnNQrRsSuUvw',
		textLetters: 'ABCGm',
		long: `--ignore-case --case-sensitive --smart-case --literal --files-with-matches --files-without-matches
			--count --hidden --nogroup --group --nocolor --color --column --numbers --nonumbers --word-regexp
			--invert-match --version`,
		textLong: '--ignore --depth --max-count --after --before --context',
		operands: { text: 1 },
	},
	'exa eza': {
		letters: '1lGxRTFaAdDrbBghHimnSuUZ',
		textLetters: 'LsIt',
		long: `--long --all --tree --recurse --oneline --grid --across --git --git-ignore --icons --header
			--classify --group --binary --bytes --inode --links --modified --created --accessed --reverse
			--list-dirs --only-dirs --group-directories-first --no-permissions --no-filesize --no-user --no-time
			--version`,
		textLong: '--level --sort --ignore-glob --time --time-style --color --colour',
	},
	less: { letters: 'NSFRXiIeEsnM', operands: PLAIN_PATHS },
	more: { letters: 'dflpcs', operands: PLAIN_PATHS },
	man: { letters: 'kfw', operands: NAMES },
	whereis: { letters: 'bms', operands: NAMES },
	'base64 base32': { letters: 'dD', textLetters: 'wb', long: '--decode --wrap --ignore-garbage', operands: { max: 1 } },
	'zcat gzcat bzcat xzcat zstdcat tsort': {},
	nm: {
		letters: 'aACDgnpruSUv',
		long: `--demangle --dynamic --defined-only --undefined-only --extern-only --print-size --size-sort
			--numeric-sort --debug-syms --no-sort --reverse-sort`,
		operands: PLAIN_PATHS,
	},
	objdump: {
		letters: 'dDsxhtTrRpaCwfz',
		textLetters: 'jM',
		long: `--disassemble --disassemble-all --headers --section-headers --all-headers --syms --dynamic-syms
			--reloc --dynamic-reloc --file-headers --full-contents --demangle --no-show-raw-insn --wide`,
		operands: PLAIN_PATHS,
	},
	readelf: { letters: 'ahlSsrdVAneWIt', textLetters: 'xp', operands: PLAIN_PATHS },
	size: { letters: 'ABdoxt', operands: PLAIN_PATHS },
	'cxxfilt getconf': { operands: NAMES },
	tput: { operands: { ...TEXT, pattern: /^(?:cols|lines|colors)$/ } },
	// xmllint decodes percent signs in file names.
	xmllint: { long: '--format --noout --huge --nonet --version', textLong: '--xpath', operands: { pattern: /^[^%]*$/ } },
	pgrep: {
		letters: 'lafnoxciv',
		textLetters: 'uUgGPst',
		long: `--list-name --list-full --full --newest --oldest --exact --count --ignore-case --inverse`,
		operands: TEXT,
	},
	// Not `K`, which closes connections, nor `D` and `F`, which are files, nor `r` and filters, which look up names.
	ss: {
		letters: 'tulnpaeomi46sxwHO',
		long: '--tcp --udp --listening --numeric --processes --all --summary',
		operands: NONE,
	},
	netstat: { letters: 'tulnpares46', operands: NONE },
	// `-i@host` looks a name up.
	lsof: { letters: 'aClnNOPRtUw', gluedLetters: 'i', textLetters: 'pucgs', operands: { pattern: /^[^@]*$/ } },
	lscpu: { letters: 'aebcJpxy', operands: NONE },
	lsblk: { letters: 'abdfJlmnpt', textLetters: 'o', operands: NONE },
	locale: { letters: 'am', operands: NONE },
	sleep: { operands: { ...TEXT, pattern: /^\d{1,2}(?:\.\d+)?s?$/ } },
	expr: { operands: TEXT },
	cal: { letters: 'mjy13', operands: { ...TEXT, pattern: /^\w+$/ } },
	expand: { letters: 'i', textLetters: 't' },
	unexpand: { letters: 'a', textLetters: 't' },
	fmt: { letters: 'cstu', textLetters: 'w' },
	pr: { letters: 'tmTbd', gluedLetters: 'n', textLetters: 'lwh' },
	// Without `-o` it prints.
	shuf: { letters: 'z', textLetters: 'n', long: '--zero-terminated', textLong: '--head-count', operands: { max: 1 } },
	umask: { letters: 'Sp', operands: NONE },
	ulimit: { letters: 'aSHcdefilmnpqrstuvx', operands: NONE },
	top: { letters: 'b', textLetters: 'n', operands: NONE },
	gofmt: { exact: '-l -s -e -d' },
	// Printed, listed or tested: without these it replaces the file.
	'gunzip gzip bunzip2 bzip2 unxz xz': {
		exact: '-c -dc -cd -l -lv -t -tv',
		operands: { onlyWith: '-c -dc -cd -l -lv -t -tv' },
	},
	md5: { letters: 'qr' },
});

/**
 * Programs whose only proven use is to say their version or options. Left out on purpose: those that run code
 * which the workspace names before they answer, or write a log where it says (npm, yarn, pnpm, cargo, rustc, go, gradlew, …),
 * and `make -v`, which builds on the BSDs.
 */
export const VERSION_OPTIONS = byName<string>({
	'node tsc bun php ruby': '--version -v --help',
	docker: '--version -v',
	'python python3 curl': '--version -V --help',
	[`gcc g++ clang cmake wget jq bash zsh tar vim rg fd fdfind ag exa eza yq git-lfs gh psql mysql
		sqlite3 redis-cli make uv ruff deno kubectl ffmpeg nginx gpg openssl rsync zip xz zstd gzip bzip2 awk gawk sed grep find ls
		cat tmux`]: '--version --help',
	// Their help is paged, or a page of its own.
	'bat batcat less man aws': '--version',
	ssh: '-V',
	'java javac': '-version --version',
});
