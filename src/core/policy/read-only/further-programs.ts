import type { OptionTable } from './option-table.js';

const PATHS = {};
const TEXT = { text: Number.POSITIVE_INFINITY };
/** `@file` would be a list of further words, `+` a command of a pager. */
const PLAIN_PATHS = { pattern: /^(?![@+])/ };
const NAMES = { ...TEXT, pattern: /^[\w.+:-]+$/ };

/**
 * Programs that developers have beside those of the system. Options that start a program (`--exec`, `--pager`), load a
 * plugin, write, or read what the file itself names (`objdump -S`) are left out.
 */
export const FURTHER_PROGRAMS: ReadonlyMap<string, OptionTable> = new Map<string, OptionTable>([
	...['fd', 'fdfind'].map((name): [string, OptionTable] => [
		name,
		{
			letters: 'HIsiagpu0F1',
			textLetters: 'etdEScj',
			long: '--hidden --no-ignore --no-ignore-vcs --glob --regex --fixed-strings --full-path --absolute-path --ignore-case --case-sensitive --print0 --unrestricted --version'.split(
				' ',
			),
			textLong:
				'--type --extension --max-depth --min-depth --exact-depth --exclude --size --changed-within --changed-before --color --max-results --threads'.split(
					' ',
				),
			operands: { text: 1 },
		},
	]),
	...['bat', 'batcat'].map((name): [string, OptionTable] => [
		name,
		{
			letters: 'pnAuP',
			textLetters: 'lrH',
			long: '--plain --number --show-all --no-paging --unbuffered --list-languages --version'.split(' '),
			textLong:
				'--paging --style --color --decorations --line-range --language --highlight-line --theme --wrap --tabs'.split(
					' ',
				),
			// `bat cache` builds and removes one.
			operands: { pattern: /^(?!cache$)/ },
		},
	]),
	[
		'ag',
		{
			letters: 'acHilLnNQrRsSuUvw',
			textLetters: 'ABCGm',
			long: '--ignore-case --case-sensitive --smart-case --literal --files-with-matches --files-without-matches --count --hidden --nogroup --group --nocolor --color --column --numbers --nonumbers --word-regexp --invert-match --version'.split(
				' ',
			),
			textLong: ['--ignore', '--depth', '--max-count', '--after', '--before', '--context'],
			operands: { text: 1 },
		},
	],
	...['exa', 'eza'].map((name): [string, OptionTable] => [
		name,
		{
			letters: '1lGxRTFaAdDrbBghHimnSuUZ',
			textLetters: 'LsIt',
			long: '--long --all --tree --recurse --oneline --grid --across --git --git-ignore --icons --header --classify --group --binary --bytes --inode --links --modified --created --accessed --reverse --list-dirs --only-dirs --group-directories-first --no-permissions --no-filesize --no-user --no-time --version'.split(
				' ',
			),
			textLong: ['--level', '--sort', '--ignore-glob', '--time', '--time-style', '--color', '--colour'],
			operands: PATHS,
		},
	]),
	['less', { letters: 'NSFRXiIeEsnM', operands: PLAIN_PATHS }],
	['more', { letters: 'dflpcs', operands: PLAIN_PATHS }],
	['man', { letters: 'kfw', operands: NAMES }],
	['whereis', { letters: 'bms', operands: NAMES }],
	...['base64', 'base32'].map((name): [string, OptionTable] => [
		name,
		{ letters: 'dD', textLetters: 'wb', long: ['--decode', '--wrap', '--ignore-garbage'], operands: { max: 1 } },
	]),
	...['zcat', 'gzcat', 'bzcat', 'xzcat', 'zstdcat'].map((name): [string, OptionTable] => [name, { operands: PATHS }]),
	[
		'nm',
		{
			letters: 'aACDgnpruSUv',
			long: '--demangle --dynamic --defined-only --undefined-only --extern-only --print-size --size-sort --numeric-sort --debug-syms --no-sort --reverse-sort'.split(
				' ',
			),
			operands: PLAIN_PATHS,
		},
	],
	[
		'objdump',
		{
			letters: 'dDsxhtTrRpaCwfz',
			textLetters: 'jM',
			long: '--disassemble --disassemble-all --headers --section-headers --all-headers --syms --dynamic-syms --reloc --dynamic-reloc --file-headers --full-contents --demangle --no-show-raw-insn --wide'.split(
				' ',
			),
			operands: PLAIN_PATHS,
		},
	],
	['readelf', { letters: 'ahlSsrdVAneWIt', textLetters: 'xp', operands: PLAIN_PATHS }],
	['size', { letters: 'ABdoxt', operands: PLAIN_PATHS }],
	['cxxfilt', { operands: NAMES }],
	[
		'xmllint',
		{ long: ['--format', '--noout', '--huge', '--nonet', '--version'], textLong: ['--xpath'], operands: PATHS },
	],
	[
		'pgrep',
		{
			letters: 'lafnoxciv',
			textLetters: 'uUgGPst',
			long: '--list-name --list-full --full --newest --oldest --exact --count --ignore-case --inverse'.split(' '),
			operands: TEXT,
		},
	],
	// Not `K`, which closes connections, nor `D` and `F`, which are files, nor `r` and filters, which look up names.
	[
		'ss',
		{
			letters: 'tulnpaeomi46sxwHO',
			long: ['--tcp', '--udp', '--listening', '--numeric', '--processes', '--all', '--summary'],
			operands: { max: 0 },
		},
	],
	['netstat', { letters: 'tulnpares46', operands: { max: 0 } }],
	// `-i@host` looks a name up.
	['lsof', { letters: 'aClnNOPRtUw', gluedLetters: 'i', textLetters: 'pucgs', operands: { pattern: /^[^@]*$/ } }],
	['lscpu', { letters: 'aebcJpxy', operands: { max: 0 } }],
	['lsblk', { letters: 'abdfJlmnpt', textLetters: 'o', operands: { max: 0 } }],
	['getconf', { operands: NAMES }],
	['locale', { letters: 'am', operands: { max: 0 } }],
	['sleep', { operands: { ...TEXT, pattern: /^\d{1,2}(?:\.\d+)?s?$/ } }],
	['expr', { operands: TEXT }],
	['cal', { letters: 'mjy13', operands: { ...TEXT, pattern: /^\w+$/ } }],
	['expand', { letters: 'i', textLetters: 't', operands: PATHS }],
	['unexpand', { letters: 'a', textLetters: 't', operands: PATHS }],
	['fmt', { letters: 'cstu', textLetters: 'w', operands: PATHS }],
	['tsort', { operands: PATHS }],
	['gofmt', { exact: ['-l', '-s', '-e'], operands: PATHS }],
	...['gunzip', 'gzip', 'bunzip2', 'bzip2', 'unxz', 'xz'].map((name): [string, OptionTable] => [
		name,
		// Printed, listed or tested: without these it replaces the file.
		{
			exact: ['-c', '-dc', '-cd', '-l', '-lv', '-t', '-tv'],
			operands: { onlyWith: ['-c', '-dc', '-cd', '-l', '-lv', '-t', '-tv'] },
		},
	]),
	['md5', { letters: 'qr', operands: PATHS }],
]);
