import { commandParts } from '../core/policy/command-parts.js';
import { baseName, type LooseCall, viewCommand } from '../core/policy/command-view.js';
import type { CommandFact, PathFact } from '../core/policy/policy-types.js';
import { SETTINGS } from '../core/policy/read-only/check-listing.js';
import { possibleCommits } from '../core/policy/read-only/found-names.js';
import { openedByNode } from '../core/policy/read-only/node-command.js';
import { mayBeReadOnly } from '../core/policy/read-only/read-only-command.js';
import { PROVEN } from '../core/policy/read-only/verdict.js';
import { innerLine } from '../core/policy/read-only/wrappers.js';
import { isLoginShell } from '../core/policy/shell/invocation.js';
import { joinFolder } from '../core/policy/shell/line-folders.js';
import { parseShell } from '../core/policy/shell/shell-parser.js';
import { withoutLoops } from '../core/policy/shell/without-loops.js';
import type { FilesPort, Ports } from '../core/ports.js';
import { byName, wordsIn } from '../core/text/word-set.js';
import { foldersOfLine, withLinks, withLinkTargets } from './command-links.js';

export type CommandPorts = Pick<Ports, 'files' | 'commandChecks'>;

const PROGRAM = /^(?:\/.*|[\w.+[-]+)$/s;
const MOST_OUTPUTS = 32;

/**
 * Adds findings on this machine to a command that reads by its text: a link leads out of the workspace, the workspace
 * provides the program, a repository's configuration starts programs. For other commands only words are checked, for
 * path rules. `workspace` has its links resolved.
 */
export async function withFindings(command: CommandFact, workspace: string, ports: CommandPorts): Promise<CommandFact> {
	const named = await withLinkTargets({ ...command, workspace }, workspace, ports.files);
	const outputs = await outputsOf(named, workspace, ports.files);
	const written = outputs === undefined ? named : { ...named, outputs };
	const part = readingPart(written);
	if (part === null) return written;
	const reading = unrolled(part);
	const { leadsOutside, doubt, repository } = await readingFindings(reading, workspace, ports, reading !== part);
	return {
		...written,
		...(leadsOutside === undefined ? {} : { leadsOutside }),
		...(doubt === undefined ? {} : { doubt }),
		...(repository === undefined ? {} : { repository }),
	};
}

/**
 * The part of a command that only reads by its text, as a command of its own; null without one. Never marked as in our
 * terminal: a line that does more finds its programs as usual there, too.
 */
function readingPart(command: CommandFact): CommandFact | null {
	if (mayBeReadOnly(command)) return command;
	const found = commandParts({ ...command, repository: PROVEN });
	const reading =
		'parts' in found ? found.parts.filter(({ doubt, makes }) => doubt === null || makes !== undefined) : [];
	const sources = reading.map(({ source }) => source).filter((source) => source !== '');
	if (sources.length === 0) return null;
	const { argv: _argv, isOurTerminal: _, ...rest } = command;
	// Earlier commands of the line may or may not have run.
	return { ...rest, line: sources.join('\n') };
}

function unrolled(command: CommandFact): CommandFact {
	const line = command.argv === undefined ? (command.line ?? '') : (innerLine(command.argv) ?? '');
	const plain = withoutLoops(line);
	if (plain === line) return command;
	const { argv: _, ...rest } = command;
	return { ...rest, line: plain };
}

async function readingFindings(
	command: CommandFact,
	workspace: string,
	ports: CommandPorts,
	hasLoops: boolean,
): Promise<CommandFact> {
	// A line that cannot be parsed again cannot be checked.
	if (command.line !== undefined && parseShell(command.line) === null)
		return { ...command, leadsOutside: command.line };
	const linked = await withLinks(command, workspace, ports.files, hasLoops);
	if (linked.leadsOutside !== undefined) return linked;
	const { calls, inputs } = viewCommand(command);
	const { commandChecks } = ports;
	const folders = foldersOfLine(command.line, calls, command.cwd?.real ?? workspace) ?? [];
	const settings = await settingsDoubt(calls, folders, ports);
	if (settings !== null) return { ...linked, doubt: settings };
	const loaded = await loadedDoubt(calls, folders, ports.files);
	if (loaded !== null) return { ...linked, doubt: loaded };
	const programs = calls.map(([program]) => program ?? '').filter((program) => PROGRAM.test(program));
	// The first shell of our terminal runs without start files; one in its line finds programs as the user's do.
	const isLogin = (call: LooseCall) => call !== command.argv && isLoginShell(call.map((word) => word ?? ''));
	const isOurTerminal = command.isOurTerminal === true && !calls.some(isLogin);
	for (const name of new Set([
		...programs,
		...calls.flatMap(([program]) => HELPERS.get(baseName(program ?? '')) ?? []),
	])) {
		const doubt = await commandChecks.program(name, { isOurTerminal });
		if (doubt !== null) return { ...linked, doubt };
	}
	const gits = calls.filter(([program]) => /^(?:.*\/)?git$/.test(program ?? ''));
	const opensPrinted =
		inputs.includes(null) ||
		calls.some(([program, ...words]) => words.includes(null) || baseName(program ?? '') === 'xargs');
	let { repository } = linked;
	for (const folder of gitFolders(gits, folders)) {
		const found = await commandChecks.repository((await ports.files.inspect(folder)).real ?? folder, {
			followsFolders: gits.some((call) => call.includes('grep')),
			commits: opensPrinted ? gits.flatMap((call) => possibleCommits(call.map((word) => word ?? ''))) : null,
			isOurTerminal,
		});
		const isWorse = repository === undefined || repository.readOnly || repository.repository !== undefined;
		if (isWorse && (repository === undefined || !found.readOnly)) repository = found;
	}
	return repository === undefined ? linked : { ...linked, repository };
}

/** Project settings that make a listing tool load or start something, in words; null without any. */
async function settingsDoubt(
	calls: readonly LooseCall[],
	folders: readonly string[],
	{ commandChecks, files }: CommandPorts,
): Promise<string | null> {
	for (const [program] of calls) {
		// An absolute path names the same tool.
		const name = baseName(program ?? '');
		const names = SETTINGS.get(name) ?? [];
		for (const folder of names.length === 0 ? [] : folders) {
			const { real } = await files.inspect(folder);
			const found = real === null ? names[0] : await commandChecks.settings(names, real);
			if (typeof found === 'string') return `“${found}” of the workspace may make ${name} load or start something`;
		}
	}
	return null;
}

/** A name by which node would open another file, or run it, in words; null without any. */
async function loadedDoubt(
	calls: readonly LooseCall[],
	folders: readonly string[],
	files: FilesPort,
): Promise<string | null> {
	for (const [program, ...words] of calls) {
		const file = /^(?:.*\/)?node(?:js)?$/.test(program ?? '') ? openedByNode(words.map((word) => word ?? '')) : null;
		for (const folder of file === null ? [] : folders) {
			const path = joinFolder(folder, file ?? '');
			const { real } = await files.inspect(path);
			const isFile = real === path && (await files.read(path, { limit: 1 })).ok;
			if (!isFile) return `“${file ?? ''}” is not a plain file, so node may open another or run it`;
		}
	}
	return null;
}

function gitFolders(gits: readonly LooseCall[], folders: readonly string[]): ReadonlySet<string> {
	return new Set(
		gits.flatMap((call) => {
			const target = call[1] === '-C' ? call[2] : '.';
			return typeof target === 'string' ? folders.map((folder) => joinFolder(folder, target)) : [];
		}),
	);
}

/** Files written by redirections, for each possible folder; undefined without any, null where they are unknown. */
async function outputsOf(
	command: CommandFact,
	workspace: string,
	files: FilesPort,
): Promise<readonly PathFact[] | null | undefined> {
	const found = commandParts(command);
	const parts = 'parts' in found ? found.parts : [];
	const paths = new Set<string>();
	for (const { outputs, makes = [], folders } of parts) {
		for (const output of [...outputs, ...makes]) {
			if (output === null || output === '' || folders === null) return null;
			for (const folder of folders) {
				const from = await files.inspect(joinFolder(workspace, folder));
				if (from.real === null) return null;
				paths.add(output.startsWith('/') ? output : `${from.real}/${output}`);
			}
		}
	}
	if (paths.size === 0) return undefined;
	return paths.size > MOST_OUTPUTS ? null : Promise.all([...paths].map((path) => files.inspect(path)));
}

/** Programs that others find on the `PATH` and start, though no line names them. */
const HELPERS = byName<readonly string[]>({
	'egrep fgrep': ['grep'],
	'tar zcat gzcat bzcat xzcat zstdcat gunzip': wordsIn('gzip bzip2 xz zstd lzip lzma lzop compress uncompress'),
	'npm npx': ['node'],
	'pip pip3': ['git'],
	dpkg: ['dpkg-query', 'pager', 'less', 'more'],
	gofmt: ['diff'],
	go: ['gcc', 'g++', 'cc', 'clang'],
	cargo: ['rustc'],
	mvn: wordsIn('java uname dirname basename ls expr sed tr cat readlink'),
	yq: ['jq'],
	man: wordsIn('groff nroff troff grotty preconv tbl eqn pic refer col less more locale zsoelim mandoc sed gzip'),
	// Some subcommands are shell scripts.
	git: wordsIn('sed basename uname gettext.sh gettext envsubst'),
	'bat batcat': ['less'],
});
