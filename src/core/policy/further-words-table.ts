import { byName } from '../text/word-set.js';

/** What may stand behind a command that was allowed with further words: all else is asked about. */
export type FurtherWords = {
	/** What else starts it, where further words are offered (with commas between). */
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
	/** What may stand behind `--`; the same as before when absent. */
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
 * is here when it decides what is looked at or how it is told, in no version otherwise. What writes
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
