/** Options, without their dashes, that name code, settings or another place: behind them a command does something else. */
const LEADING: ReadonlySet<string> = new Set(
	[
		'exec toolexec vettool overlay modfile script-shell node-options node-option prefix userconfig globalconfig shell',
		'cwd dir directory chdir workspace-root require import loader experimental-loader preload env-file',
		'config config-file config-path configfile rcfile conf settings init-script plugin plugins plugin-dir',
		'resolve-plugins-relative-to rulesdir parser globalsetup setupfiles setupfilesafterenv runner formatter',
		'testrunner testenvironment transform resolver pythonpath python-executable confcutdir',
		'basetemp override-ini manifest-path target-dir ldflags gcflags asmflags output output-file outfile outdir',
		'outputfile junitxml template file pathspec-from-file git-dir work-tree edit logger',
	]
		.join(' ')
		.split(' '),
);

/** The same as single letters, of which each program has its own. */
const LETTERS: readonly (readonly [program: RegExp, option: RegExp])[] = [
	[/^(?:npm|pnpm|yarn|bun)$/, /^-[CcrpIo]$/],
	[/^(?:vitest|jest)$/, /^-[cr]$/],
	[/^eslint$/, /^-[cof]$/],
	[/^pytest$/, /^-[cop]/],
	[/^cargo$/, /^-[ZC]/],
	[/^go$/, /^-[Co]$/],
	[/^git$/, /^-[FtcCeip]/],
	[/^(?:mvn|gradle|gradlew|\.\/gradlew)$/, /^-[DIPbcfsp]/],
	[/^dotnet$/, /^[-/][spo]/i],
	[/^rspec$/, /^-[rIOfo]/],
];

/**
 * True when the words behind a command that was allowed «with any further words» only say what to look at and
 * how to tell it. Options that make it run something else, or write elsewhere, are asked about again.
 */
export function areHarmlessFurtherWords(command: readonly string[], further: readonly string[]): boolean {
	const letters = LETTERS.filter(([program]) => command.some((word) => program.test(word)));
	return further.every((word) => !isLeading(word) && !letters.some(([, option]) => option.test(word)));
}

function isLeading(word: string): boolean {
	const [, name, value] = /^--?([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
	if (name === undefined) return false;
	if (value !== undefined && /^[/~\\]|(?:^|\/)\.\.(?:\/|$)/.test(value)) return true;
	const lower = name.toLowerCase();
	return [lower, ...lower.split('.'), lower.replaceAll('-', '')].some((part) => LEADING.has(part));
}
