import { byName } from '../text/word-set.js';
import { STARTS_NOTHING } from './known-programs.js';
import { programName } from './shell/invocation.js';

const FIRST_WORD = byName<RegExp>({
	'npm pnpm yarn': /^(?:test|t|run|run-script)$/,
	bun: /^test$/,
	npx: /^(?:vitest|jest|mocha|ava|tsc|eslint|prettier|biome)$/,
	cargo: /^(?:test|build|check|clippy|fmt|doc|nextest|bench)$/,
	go: /^(?:test|build|vet|fmt)$/,
	git: /^(?:add|commit|status|diff|log|show|tag|stash|checkout|switch|restore|fetch|pull|push)$/,
});
const PROGRAMS = /^(?:vitest|jest|mocha|pytest|tsc|eslint|prettier|biome|make|ctest|phpunit|rspec)$/;
const PYTHON_TOOLS = /^-m (?:pytest|unittest|mypy|black|ruff|isort|flake8|pylint)\b/;
/** The input by a name: a makefile or a configuration may be read from it. */
const NAMES_INPUT = /^-$|^-[A-Za-z]+-$|=-$|\/dev\/|\/proc\//;

/**
 * True for a command that takes its standard input for data, or does not read it. Any other may run it, as interpreters,
 * database shells and `xargs` do: a rule that names the command says nothing about what it is fed.
 */
export function takesData([program = '', ...words]: readonly string[]): boolean {
	const name = programName(program);
	if (name === null) return false;
	if (name === 'git' && words[0] === 'commit') return true;
	if (words.some((word) => NAMES_INPUT.test(word))) return false;
	if (STARTS_NOTHING.has(name) || PROGRAMS.test(name)) return true;
	if (/^python[\d.]*$/.test(name)) return PYTHON_TOOLS.test(words.join(' '));
	return FIRST_WORD.get(name)?.test(words[0] ?? '') === true;
}
