import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Case, keysOf, type Outcome } from './sequences.js';

const BYTES: Readonly<Record<string, string>> = { '<esc>': '\x1b', '<c-r>': '\x12', '<bs>': '\b', '\n': '\r' };

/** Our settings are those of vim, but for the width of indents and tabs, and one blank behind a full stop. */
const SCRIPT = `
set nocompatible encoding=utf-8 backspace=indent,eol,start expandtab shiftwidth=2 tabstop=4 noswapfile
set nomodeline nojoinspaces visualbell t_vb= ttimeoutlen=0 notimeout
let cases = json_decode(join(readfile('cases.json'), ''))
let results = []
for case in cases
  enew!
  set undolevels=-1
  call setline(1, case.lines)
  set undolevels=1000
  call setcharsearch({'char': "\\x01", 'forward': 1, 'until': 0})
  call cursor(1, 1)
  call setreg('b', 'q', 'v')
  call setreg('a', 'q', 'v')
  call setreg('"', 'q', 'v')
  call feedkeys("i\\<esc>0", 'xt')
  call feedkeys(case.keys, 'xt')
  call add(results, {'lines': getline(1, '$'), 'line': line('.') - 1, 'column': charcol('.') - 1})
endfor
call writefile([json_encode(results)], 'results.json')
qall!
`;

/** The program that is called vim here and knows text objects; null where there is none. */
export function findVim(): string | null {
	try {
		const version = execFileSync('vim', ['--version'], { encoding: 'utf8' });
		return version.includes('+textobjects') && version.includes('+eval') ? 'vim' : null;
	} catch {
		return null;
	}
}

/** Results of a real vim, for all cases in one process. */
export function runVim(vim: string, cases: readonly Case[]): readonly Outcome[] {
	const folder = mkdtempSync(join(tmpdir(), 'acp-tui-vim-'));
	try {
		const given = cases.map(({ text, keys }) => ({
			lines: text.split('\n'),
			keys: keysOf(keys)
				.map((key) => BYTES[key] ?? key)
				.join(''),
		}));
		writeFileSync(join(folder, 'cases.json'), JSON.stringify(given));
		writeFileSync(join(folder, 'run.vim'), SCRIPT);
		// A key that finds nothing is an error to vim, which its exit code tells.
		spawnSync(vim, ['-N', '-u', 'NONE', '-i', 'NONE', '-n', '-es', '-S', 'run.vim'], {
			cwd: folder,
			env: { PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8', TERM: 'dumb' },
			stdio: 'ignore',
			timeout: 600_000,
		});
		const results: { lines: string[]; line: number; column: number }[] = JSON.parse(
			readFileSync(join(folder, 'results.json'), 'utf8'),
		);
		return results.map(({ lines, line, column }) => ({ text: lines.join('\n'), line, column }));
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
