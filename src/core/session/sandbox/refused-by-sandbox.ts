import type { AgentExit, AgentLaunch } from '../../agent-info.js';
import { networkOf } from '../../agents/network-of.js';
import type { RefusedFolder } from '../../agents/sandbox-choice.js';
import type { Failure } from '../../failure.js';
import { errorLines, isReadOnlyRefusal, isRightsRefusal, withoutSpeaker } from '../../sandbox/sandbox-failure.js';
import { sanitizeLine } from '../../text/sanitize.js';
import type { SessionState } from '../state.js';
import { only, type Step, withEffects } from '../step.js';

/** `path`: what could not be written, as the agent names it; absent: another refusal. */
export type SandboxRefusal = { readonly title: string; readonly hint: string; readonly path?: string };

export const BLOCKED_BY_SANDBOX = {
	inPlan: {
		title: 'The sandbox kept the agent from writing: in plan mode the workspace is read-only for it.',
		hint: 'shift+tab leaves plan mode',
	},
	outside: {
		title: 'The sandbox keeps the agent from writing outside the workspace.',
		hint: '/writable DIR opens a folder and restarts the agent',
	},
	path: ({ name, isCommandLine }: Pick<AgentLaunch, 'name' | 'isCommandLine'>, path: string, isPrint = false) => ({
		path,
		title: `The sandbox keeps ${sanitizeLine(name)} from writing ${sanitizeLine(path)}`,
		hint: [
			isPrint
				? `--writable ${sanitizeLine(folderOf(path))} opens it`
				: `/writable ${sanitizeLine(folderOf(path))} opens it and restarts the agent; for each start: --writable DIR`,
			...(isCommandLine === true ? [] : [`agents.${sanitizeLine(name)}.writable in your config`]),
		].join(', or '),
	}),
	network: {
		title: 'The network of the sandbox is a proxy alone, and the agent did not go by it',
		hint: 'Node.js does from 22.21 and 24 on, most programs by HTTPS_PROXY; --network open, or network in its config, lets it out without',
	},
} as const;

/** Folder of a file; of one at the root it is itself. */
function folderOf(path: string): string {
	const above = path.slice(0, path.lastIndexOf('/'));
	return above === '' || above === '~' ? path : above;
}

/** Words of a line, and lines, that are searched for paths: both are the agent's to choose. */
const MOST_WORDS = 50;
const MOST_LINES = 30;

const NO_PROGRAM =
	/(?:\bexec: |\benv: |\bsh: (?:\d+: )?|\S: \d+: |\bline \d+: )['"‘“]?([^\s:'"’”]+)['"’”]?: (?:not found|command not found|no such file or directory|permission denied)|\bspawn(?:Sync)? ([^\s'"]+) (?:ENOENT|EACCES)\b/i;

const NO_FILE =
	/(?:cannot find module|can['’]t open(?: file)?|cannot open|module not found|could not open) ['"‘“]?(\/[^\s:'"’”]+)/i;

const NO_NETWORK =
	/\b(?:ENOTFOUND|EAI_AGAIN|ENETUNREACH)\b|could(?: not|n't) resolve host|temporary failure in name resolution|name or service not known|failed to lookup address|network is unreachable|no such host|dns error/i;

export function wordsOf(line: string): readonly string[] {
	const words = withoutSpeaker(line)
		.split(/[\s'"`‘’“”:;,()<>=]+/)
		.filter((word) => word !== '');
	return words.slice(0, MOST_WORDS);
}

function isHeld({ profile: { sandbox } }: Pick<SessionState, 'profile'>): boolean {
	return sandbox === 'fence' || sandbox === 'shadow';
}

export function isBelow(path: string, root: string): boolean {
	return path === root || path.startsWith(`${root}/`);
}

/** Absolute path that a line says was refused outside of these folders. */
export function refusedPath(line: string, roots: readonly string[]): string | null {
	const paths = wordsOf(line).filter((word) => /^(?:~|)\/[^/]/.test(word));
	return paths.find((path) => !roots.some((root) => isBelow(path, root))) ?? null;
}

function missingProgram(text: string): string | null {
	for (const line of errorLines(text).slice(0, MOST_LINES)) {
		const found = NO_PROGRAM.exec(line) ?? NO_FILE.exec(line);
		if (found !== null) return found[1] ?? found[2] ?? null;
	}
	return null;
}

/** Refusal in a failure of the agent and its process's last words: a write, or a missing program. */
function refusedBySandbox(
	state: SessionState,
	{ message, detail = '' }: Pick<Failure, 'message' | 'detail'>,
	isPrint = false,
): SandboxRefusal | null {
	if (!isHeld(state)) return null;
	const text = `${message}\n${detail}`;
	const { launch } = state.profile;
	const roots = [state.cwd, ...state.additionalDirectories];
	for (const line of errorLines(text).slice(0, MOST_LINES)) {
		if (!isReadOnlyRefusal(line) && !isRightsRefusal(line)) continue;
		const path = refusedPath(line, roots);
		if (path !== null && !NO_PROGRAM.test(line)) return BLOCKED_BY_SANDBOX.path(launch, path, isPrint);
	}
	// The proxy itself answers who goes by it.
	if (networkOf(state.profile) !== 'open' && NO_NETWORK.test(text)) return BLOCKED_BY_SANDBOX.network;
	const program = missingProgram(text);
	return program === null
		? null
		: {
				title: `${sanitizeLine(program)} is not visible in the sandbox`,
				hint: `Where it exists outside, put its folder on the PATH, or start the agent with --writable ${sanitizeLine(folderOf(program))}, or with --sandbox off: of your home folder and of /tmp only programs of the PATH are there`,
			};
}

/** Adds the sandbox's part in a failure as its hint; `isPrint`: nobody can type a command. */
export function explainedBySandbox(state: SessionState, failure: Failure, isPrint = false): Failure {
	const refused = refusedBySandbox(state, failure, isPrint);
	return refused === null ? failure : { ...failure, hint: `${refused.title}. ${refused.hint}.` };
}

/** Whether another try is useless: no program was found or could be started. */
export function isNeverStarted(
	{ connection }: Pick<SessionState, 'connection'>,
	{ code, stderrTail }: Pick<AgentExit, 'code' | 'stderrTail'>,
): boolean {
	if (code === 126 || code === 127) return true;
	return connection.phase !== 'ready' && missingProgram(stderrTail.join('\n')) !== null;
}

export function lookUpRefused(state: SessionState, { path }: Pick<SandboxRefusal, 'path'>): Step {
	return path === undefined ? only(state) : withEffects(state, { type: 'look-up-folder', path });
}

export function lookUpRefusedBy(state: SessionState, failure: Failure): Step {
	return lookUpRefused(state, refusedBySandbox(state, failure) ?? {});
}

export function folderToOpen({ profile, refusedFolder }: SessionState): RefusedFolder | null {
	return refusedFolder?.launch === profile.launch ? refusedFolder : null;
}
