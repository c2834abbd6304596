import { byName, wordsIn } from '../text/word-set.js';

/** Words that may stand behind a command that was allowed with further words: all else is asked about. */
export type FurtherWords = {
	/** Prefixes that also start it where further words are offered, with a comma and a space between. */
	readonly startedBy?: string;
	/** The first word behind it is the name of a script, and belongs to it. */
	readonly hasName?: true;
	/** Options that take no value. */
	readonly flags?: string;
	/** Options whose value is a name, a number or a pattern: none of them names code, settings or a place. */
	readonly values?: string;
	/** Options with the values that they may have: other names would be looked up and loaded. */
	readonly choices?: Readonly<Record<string, string>>;
	/** Whole words of other forms. */
	readonly forms?: RegExp;
	/** Plain words, such as files to look at. Without it there may be none: they would name further things to do. */
	readonly takesWords?: true;
	/** Plain words that are further things to do, behind options too: some of these take a word or not. */
	readonly acts?: string;
	/** Words that may stand behind `--`; the same as before when absent. */
	readonly behindDashes?: FurtherWords;
};

const BY_NODE = 'npx, pnpm exec';
const WORDS: FurtherWords = { takesWords: true };
/** Whatever the script is, its options are its own. */
const SCRIPT: FurtherWords = { takesWords: true, behindDashes: WORDS };

const CARGO = {
	flags:
		'--release -r --all --workspace --all-targets --all-features --no-default-features --lib --bins --examples --tests --benches --locked --offline --frozen -q --quiet -v -vv --verbose --keep-going',
	values:
		'-p --package --exclude --bin --example --test --bench -F --features -j --jobs --profile --message-format --color',
	behindDashes: {},
};
const GO = { flags: '-v -race -a -n -x -trimpath', values: '-tags -p', takesWords: true } as const;
const DOTNET = {
	flags: '--no-restore --no-build --nologo -nologo --no-incremental --no-dependencies',
	values: '-c --configuration -v --verbosity --filter -f --framework --blame-hang-timeout',
};
const GRADLE = {
	flags:
		'--info --debug --stacktrace -i -d -S -q --quiet --continue --offline --rerun-tasks --no-daemon --parallel --dry-run -m --warn -w',
	values: '--tests --console --max-workers',
};
const BIOME: FurtherWords = {
	startedBy: BY_NODE,
	flags: '--no-errors-on-unmatched --verbose --error-on-warnings --changed --staged',
	values: '--max-diagnostics --diagnostic-level --colors --since',
	takesWords: true,
};

/**
 * Commands that people run again and again with other words behind them, and whose words name what to look at rather
 * than what to run, without what starts them (`npx`, `pnpm exec`, `bundle exec`, `uv run`, `python -m`). An option
 * is here when it decides what is looked at or how it is shown, in no version otherwise. What writes
 * (`--fix`, `--write`), what loads (`-r`, `--plugin`) and what leads elsewhere (`--root`, `-C`) does not.
 */
export const FURTHER_WORDS = byName<FurtherWords>(
	{
		'npm test': { ...SCRIPT, flags: '-s --silent' },
		'npm run': { ...SCRIPT, hasName: true, flags: '-s --silent --if-present' },
		'pnpm test, yarn test, bun test': SCRIPT,
		'pnpm run, yarn run, bun run': { ...SCRIPT, hasName: true },
		vitest: {
			startedBy: BY_NODE,
			acts: 'init',
			flags:
				'--run --watch --no-watch --watch=false --coverage --no-coverage --silent --passWithNoTests --no-color --color --hideSkippedTests --disableConsoleIntercept --logHeapUsage --changed --allowOnly --expandSnapshotDiff',
			values:
				'-t --testNamePattern --bail --retry --maxWorkers --minWorkers --testTimeout --hookTimeout --shard --project',
			choices: {
				'--reporter': 'default basic verbose dot json junit tap tap-flat hanging-process tree github-actions',
			},
			takesWords: true,
		},
		jest: {
			startedBy: BY_NODE,
			flags:
				'--ci --coverage --no-coverage --silent --verbose --bail -b --runInBand -i --watch --watchAll --watchAll=false --onlyChanged -o --onlyFailures -f --passWithNoTests --detectOpenHandles --forceExit --listTests --colors --no-color --noStackTrace --expand -e --lastCommit --errorOnDeprecated --logHeapUsage --json',
			values:
				'-t --testNamePattern --testPathPattern --testPathPatterns --testPathIgnorePatterns --maxWorkers -w --testTimeout --shard --changedSince --seed --selectProjects --ignoreProjects',
			takesWords: true,
		},
		tsc: {
			startedBy: BY_NODE,
			flags:
				'--noEmit --pretty --strict --skipLibCheck --watch -w --listFiles --diagnostics --extendedDiagnostics --explainFiles --showConfig --traceResolution',
			forms: /^(?:-p|--project)$|^\.$|^(?:[\w-]+\/)*tsconfig(?:\.[\w-]+)?\.json$/,
		},
		eslint: {
			startedBy: BY_NODE,
			flags:
				'--quiet --no-color --color --no-inline-config --report-unused-disable-directives --stats --no-warn-ignored --exit-on-fatal-error --pass-on-no-patterns --no-error-on-unmatched-pattern',
			values: '--max-warnings --ext',
			choices: { '--format': 'stylish json html json-with-metadata', '-f': 'stylish json html json-with-metadata' },
			takesWords: true,
		},
		prettier: {
			startedBy: BY_NODE,
			flags: '--check -c --list-different -l --no-color --no-error-on-unmatched-pattern --ignore-unknown -u',
			values: '--log-level',
			takesWords: true,
		},
		'biome check, biome ci': BIOME,
		pytest: {
			startedBy: 'python -m, python3 -m, uv run',
			flags:
				'-v -vv -vvv -q -qq -s -x -l --verbose --quiet --exitfirst --showlocals --lf --last-failed --ff --failed-first --nf --new-first --sw --stepwise --no-header --no-summary --collect-only --co --disable-warnings --strict-markers --strict-config --setup-show',
			values: '-k -m --maxfail --tb --durations --durations-min --color --timeout',
			forms: /^-r[A-Za-z]+$|^-[vqsxl]{2,5}$/,
			takesWords: true,
		},
		mypy: {
			flags:
				'--strict --pretty --no-error-summary --show-error-codes --ignore-missing-imports --no-incremental --verbose -v --warn-unused-ignores --check-untyped-defs --show-column-numbers --show-error-context --no-color-output',
			values: '--python-version --platform --follow-imports',
			takesWords: true,
		},
		pyright: { flags: '--stats --verbose --warnings --outputjson', values: '--level', takesWords: true },
		'ruff check': {
			flags: '-q --quiet -v --verbose --statistics --show-fixes --no-cache --preview --diff --exit-zero --no-fix',
			values: '--select --ignore --extend-select --line-length --target-version --output-format',
			takesWords: true,
		},
		'ruff format': { flags: '--check --diff -q --quiet -v --verbose --no-cache', takesWords: true },
		'cargo build, cargo check': CARGO,
		'cargo doc': { ...CARGO, flags: `${CARGO.flags} --no-deps --document-private-items` },
		'cargo fmt': { flags: '--all --check -q --quiet -v --verbose', behindDashes: { flags: '--check' } },
		'cargo clippy': { ...CARGO, flags: `${CARGO.flags} --no-deps`, behindDashes: { values: '-D -W -A -F' } },
		'cargo test': {
			...CARGO,
			flags: `${CARGO.flags} --no-fail-fast --no-run --doc`,
			takesWords: true,
			behindDashes: {
				flags: '--nocapture --no-capture --show-output --ignored --include-ignored --exact --list -q --quiet',
				values: '--test-threads --skip --color',
				takesWords: true,
			},
		},
		'go build, go vet': GO,
		'go test': {
			...GO,
			flags: `${GO.flags} -short -cover -failfast -json -benchmem`,
			values: `${GO.values} -run -skip -bench -benchtime -count -cpu -parallel -timeout -shuffle -covermode -list -coverpkg`,
		},
		'dotnet build, dotnet test': DOTNET,
		'mix test': {
			flags: '--trace --stale --failed --cover --color --no-color --force --slowest',
			values: '--only --exclude --include --seed --max-failures --timeout --partitions',
			takesWords: true,
		},
		'gradle test, ./gradlew test': GRADLE,
		'mvn test': {
			flags:
				'-q --quiet -o --offline -e --errors -B --batch-mode -ntp --no-transfer-progress -fae -ff -fn -am --also-make --fail-at-end',
			forms: /^-D(?:test|it\.test)=[\w.*#,!$+-]+$/,
		},
		rspec: {
			startedBy: 'bundle exec',
			flags:
				'--fail-fast --color --no-color --profile -p --dry-run --only-failures --next-failure --backtrace -b --warnings -w',
			values: '-e --example -t --tag --seed --order -E --example-matches',
			choices: {
				'--format': 'p progress d documentation j json f failures h html',
				'-f': 'p progress d documentation j json f failures h html',
			},
			takesWords: true,
		},
		'git add': {
			flags: '-A --all -u --update -v --verbose -n --dry-run -N --intent-to-add --refresh --ignore-errors',
			takesWords: true,
			behindDashes: WORDS,
		},
		'git commit': {
			flags: '-a --all -q --quiet -v --verbose -s --signoff --allow-empty --dry-run --short --no-status',
			values: '-m --message -am',
			takesWords: true,
			behindDashes: WORDS,
		},
	},
	/, /,
);

/** Programs that start another one: the rule is judged by the program that follows. */
const STARTERS = ['npx', 'pnpm exec', 'yarn exec', 'bundle exec', 'uv run', 'python -m', 'python3 -m'].map(wordsIn);

/**
 * The first of the words behind a command, allowed with further words, that may do more than say what to look at and
 * how to tell it; null when all are plain words, and options that the table knows for this program. What it does not
 * know, any option of an unknown program for instance, is asked about again.
 */
export function harmfulFurtherWord(command: readonly string[], further: readonly string[]): string | null {
	// Only plain words go to a program of which nothing is known.
	return misfit(further, tableOf(command) ?? { takesWords: true });
}

function tableOf(command: readonly string[]): FurtherWords | undefined {
	const starter = STARTERS.find((words) => words.every((word, index) => command[index] === word));
	const words = command.slice(starter?.length ?? 0);
	return FURTHER_WORDS.get(words.slice(0, 2).join(' ')) ?? FURTHER_WORDS.get(words[0] ?? '');
}

function misfit(words: readonly string[], table: FurtherWords): string | null {
	const flags = wordsIn(table.flags);
	const values = wordsIn(table.values);
	for (let index = 0; index < words.length; index += 1) {
		const word = words[index] ?? '';
		if (word === '--') {
			const rest = words.slice(index + 1);
			return table.behindDashes === undefined
				? (rest.find((each) => table.takesWords !== true || !isPlain(each)) ?? null)
				: misfit(rest, table.behindDashes);
		}
		if (table.forms?.test(word) === true || flags.includes(word)) continue;
		if (!word.startsWith('-')) {
			if (table.takesWords !== true || wordsIn(table.acts).includes(word) || !isPlain(word)) return word;
			continue;
		}
		const equals = word.indexOf('=');
		const name = equals < 0 ? word : word.slice(0, equals);
		const choices = Object.hasOwn(table.choices ?? {}, name) ? wordsIn(table.choices?.[name]) : null;
		if (choices === null && !values.includes(name)) return word;
		if (equals < 0) index += 1;
		const value = equals < 0 ? words[index] : word.slice(equals + 1);
		if (value === undefined || value === '' || value.startsWith('-')) return word;
		if (choices !== null && !choices.includes(value)) return word;
	}
	return null;
}

/**
 * A word that is no option, leads nowhere else, and is read from no file: no absolute path, no `..`, no
 * address, no assignment (`NAME=value`), no list of further words (`@file`), no magic of git (`:(top)`).
 */
function isPlain(word: string): boolean {
	if (word === '' || /^[-/~\\@:!+]|^[A-Za-z]:[\\/]|=|:\/\//.test(word)) return false;
	if (/[\u0000-\u001f\u007f\\$`]/.test(word)) return false;
	// `@` is in names of packages' folders; behind other characters it begins a version or a host.
	if (/[^/]@/.test(word)) return false;
	return !word.split('/').includes('..');
}
