import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, delimiter, isAbsolute, join, resolve } from 'node:path';
import type { AgentLaunch } from '../core/agent-info.js';
import type { Environment } from '../core/environment.js';
import { CATALOGUE, type KnownAgent } from './catalogue.js';

const XDG = {
	XDG_CONFIG_HOME: '~/.config',
	XDG_DATA_HOME: '~/.local/share',
	XDG_STATE_HOME: '~/.local/state',
	XDG_CACHE_HOME: '~/.cache',
} as const;

/** Absolute paths that a sandboxed agent may write outside of the workspace; folders may end with a slash. */
export function writableFor(
	launch: AgentLaunch,
	options: { readonly home: string; readonly env: Environment; readonly more?: readonly string[] },
): readonly string[] {
	const { home, env, more = [] } = options;
	const known = knownAs(launch);
	const own = [...known.flatMap(({ writable = [] }) => writable), ...foldersByName(launch, { home, env })];
	const moved = known.flatMap(({ homeVariable }) => {
		const folder = homeVariable === undefined ? undefined : env[homeVariable];
		return folder === undefined || folder === '' ? [] : [`${folder}/`];
	});
	const paths = own.map((path) => absolute(path, home, env));
	const given = [...moved, ...more].map((path) => absolute(path, home, {}));
	return [...new Set([...paths, ...given])].filter((path) => isAbsolute(path));
}

export function nestsSandboxes(launch: AgentLaunch): boolean {
	return knownAs(launch).some((agent) => agent.nestsSandboxes === true);
}

export function neverAsks(launch: AgentLaunch): boolean {
	return knownAs(launch).some((agent) => agent.neverAsks === true);
}

export function knownAs(launch: AgentLaunch): readonly KnownAgent[] {
	const programs = new Set(programWords(launch).flatMap(programsIn));
	return CATALOGUE.filter(({ name, command }) => launch.name === name || programs.has(command));
}

function programsIn(word: string): readonly string[] {
	const packages = /\/node_modules\/(?:@[^/]+\/)?([^/]+)\//.exec(word)?.[1];
	return [baseName(word), ...word.toLowerCase().split(/[\s/]+/), ...(packages === undefined ? [] : [packages])];
}

function absolute(path: string, home: string, env: Environment): string {
	for (const [variable, usual] of Object.entries(XDG)) {
		const folder = env[variable];
		const isBelow = path === usual || path.startsWith(`${usual}/`);
		if (isBelow && folder !== undefined && isAbsolute(folder)) return join(folder, path.slice(usual.length));
	}
	return path === '~' || path.startsWith('~/') ? join(home, path.slice(2)) : path;
}

/** Folders of an agent's plans. One in the workspace may come with a repository: it counts for its own agent only. */
export function planFoldersFor(
	launch: AgentLaunch,
	options: { readonly workspace: string; readonly home: string; readonly more?: readonly string[] },
): readonly string[] {
	const { workspace, home, more = [] } = options;
	const known = CATALOGUE.flatMap(({ name, command, planFolder }) => {
		if (planFolder === undefined) return [];
		if (planFolder.startsWith('~/')) return [join(home, planFolder.slice(2))];
		const isStarted = launch.name === name || basename(launch.command) === command;
		return isStarted ? [join(workspace, planFolder)] : [];
	});
	const own = more.map((folder) =>
		folder.startsWith('~/') ? join(home, folder.slice(2)) : resolve(workspace, folder),
	);
	return [...known, ...own];
}

const OF_PROGRAMS: readonly ((name: string) => string)[] = [
	(name) => `~/.${name}/`,
	(name) => `~/.${name}.json`,
	(name) => `~/.config/${name}/`,
	(name) => `~/.local/share/${name}/`,
	(name) => `~/.local/state/${name}/`,
	(name) => `~/.cache/${name}/`,
];

/** Words of command lines that name no agent: runtimes, package runners and their arguments. */
const COMMON = new Set(
	(
		'node nodejs npm npx pnpm yarn bun bunx deno tsx python python3 pip pipx uv uvx ruby perl java php go cargo sh bash ' +
		'zsh fish env sudo exec run start serve server stdio acp agent agents cli code main index app bin dist build lib src ' +
		'test tools tool proxy config local share state cache data home user login auth'
	).split(' '),
);
/** Names of other programs' folders, which an agent never gets. */
const TAKEN = new Set(
	(
		'ssh gnupg gpg pki aws azure gcloud kube docker podman containers git gh glab hub hg svn netrc npm pass ' +
		'password-store passwords keyrings keyring kwalletd age sops vault op rbw bitwarden keepassxc terraform terraform.d helm ' +
		'fly vercel netlify wrangler heroku doctl oci databricks rclone s3cfg boto pulumi snowflake snowsql stripe ngrok ' +
		'cloudflared hcloud scw kaggle huggingface solana bitcoin ethereum electrum mozilla thunderbird google-chrome ' +
		'chromium bravesoftware signal slack discord telegram weechat irssi msmtp mbsync mutt filezilla remmina vim nvim emacs ' +
		'vscode systemd autostart fish nushell atuin zsh bash history gnome kde dconf pulse ibus fontconfig applications ' +
		'trash fonts themes icons m2 gradle cargo rustup'
	).split(' '),
);

/** Package runners: a publisher chose the name of what they start. */
const RUNNERS = /^(?:npx|npm|pnpm|pnpx|yarn|bunx?|uvx?|pipx|deno|go|cargo)$/;

/** Files and folders named after an agent that is not in the catalogue; never those of another program. */
function foldersByName(
	launch: AgentLaunch,
	{ home, env }: { readonly home: string; readonly env: Environment },
): readonly string[] {
	if (launch.isInstalled === true) return [];
	const words = ownPrograms(launch, env);
	if (words.length === 0) return [];
	const programs = new Set(words.map((word) => realOf(onPath(word, env) ?? word)));
	const names = [...(launch.isCommandLine === true ? [] : namesOf(launch.name)), ...words.flatMap(namesOf)];
	const own = [...new Set(names)].filter((name) => {
		if (COMMON.has(name) || TAKEN.has(name) || name.length < 3 || ofOtherAgent(name, launch)) return false;
		const other = onPath(name, env);
		return (other === null || programs.has(realOf(other))) && !isOfDesktop(name, home, env);
	});
	return own.flatMap((name) =>
		OF_PROGRAMS.map((place) => place(name)).filter((path) => existsSync(join(home, path.slice(2)))),
	);
}

/** The program, or an interpreter's script; with a typed line also what that starts. None behind a package runner. */
function ownPrograms({ command, args, isCommandLine }: AgentLaunch, env: Environment): readonly string[] {
	if ([command, ...args].some((word) => RUNNERS.test(baseName(word)))) return [];
	const words = args.filter((word) => !word.startsWith('-') && !word.includes('='));
	const first = COMMON.has(baseName(command)) ? words[0] : command;
	const started = isCommandLine === true ? words.filter((word) => word !== first && isProgram(word, env)) : [];
	return first === undefined ? [] : [first, ...started];
}

function isProgram(word: string, env: Environment): boolean {
	const file = isAbsolute(word) ? word : onPath(word, env);
	const facts = file === null ? undefined : statSync(file, { throwIfNoEntry: false });
	return facts?.isFile() === true && (facts.mode & 0o111) !== 0;
}

/** True for a program with an entry in the desktop's menu: `org.gnome.Evolution.desktop`. */
function isOfDesktop(name: string, home: string, env: Environment): boolean {
	const shared = (env['XDG_DATA_DIRS'] ?? '').split(delimiter).filter(isAbsolute);
	const own = [join(home, '.local/share'), '/usr/share', '/usr/local/share', '/var/lib/flatpak/exports/share'];
	return [...own, ...shared].some((folder) =>
		entriesOf(join(folder, 'applications')).some((file) => {
			const entry = file.toLowerCase();
			return entry === `${name}.desktop` || entry.endsWith(`.${name}.desktop`);
		}),
	);
}

function entriesOf(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

/** Words of a command line that may name the agent; none of an installed one, whose publisher chose the name. */
function programWords({ command, args, isCommandLine, isInstalled }: AgentLaunch): readonly string[] {
	if (isInstalled === true) return [];
	const words = [command, ...args].filter((word) => !word.startsWith('-') && !word.includes('='));
	if (isCommandLine === true) return words;
	return COMMON.has(baseName(command)) ? words.slice(0, 2) : [command];
}

function baseName(word: string): string {
	return (word.split(/[\\/]/).at(-1) ?? '').replace(/\.(?:m?js|cjs|m?ts|exe|cmd|sh|py|par)$/i, '').toLowerCase();
}

/** Names in a word: the program's, its package's, and both without suffixes that only say ACP. */
function namesOf(word: string): readonly string[] {
	const inPackage = /.*\/node_modules\/(?:@[^/]+\/)?([^/]+)\//.exec(word)?.[1] ?? '';
	const all = [baseName(word), inPackage];
	return all
		.map((name) => name.toLowerCase())
		.flatMap((name) => [name, name.replace(/-(?:acp|cli|agent|code)(?:-(?:acp|agent|cli))?$/, '')])
		.filter((name) => /^[a-z][\w.-]*$/.test(name));
}

function ofOtherAgent(name: string, launch: AgentLaunch): boolean {
	const other = new RegExp(`/\\.?${name.replaceAll('.', '\\.')}(?:/|\\.json|$)`);
	return CATALOGUE.some((agent) => {
		if (agent.name === launch.name || programWords(launch).some((word) => baseName(word) === agent.command))
			return false;
		return [...(agent.writable ?? []), agent.credentials ?? ''].some((path) => other.test(path));
	});
}

function onPath(name: string, env: Environment): string | null {
	if (name.includes('/')) return null;
	const folders = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute);
	return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? null;
}

function realOf(file: string): string {
	try {
		return file.includes('/') ? realpathSync(file) : file;
	} catch {
		return file;
	}
}
