import { join } from 'node:path';
import type { OwnSettings, OwnSettingsPort } from '../../../core/agents/own-settings.js';
import { type Fields, isRecord } from '../../../core/is-record.js';
import { readJsonBounded } from '../../files/read-bounded.js';

const MOST_BYTES = 256 * 1024;

/** Entries read of a file, and characters of each. */
const MOST_ENTRIES = 500;
const MOST_CHARS = 1000;

type SettingsRow = {
	/** Matched against the name of the started program and the agent's own name. */
	readonly names: RegExp;
	readonly agent: string;
	/** The variable that moves the folder out of the home folder. */
	readonly folderVariable?: string;
	readonly folder: string;
	readonly inHome: readonly string[];
	/** In the same folder of the workspace; a file that is not `isOwn` is shared with the project. */
	readonly inWorkspace: readonly { readonly name: string; readonly isOwn: boolean }[];
	readonly parse: (data: Fields) => Pick<OwnSettings, 'allow' | 'mode'>;
};

const ROWS: readonly SettingsRow[] = [
	{
		names: /(?:^|[^a-z])claude(?:$|[^a-z])/i,
		agent: 'Claude',
		folderVariable: 'CLAUDE_CONFIG_DIR',
		folder: '.claude',
		inHome: ['settings.json'],
		inWorkspace: [
			{ name: 'settings.local.json', isOwn: true },
			{ name: 'settings.json', isOwn: false },
		],
		parse({ permissions }) {
			const { allow, defaultMode } = isRecord(permissions) ? permissions : {};
			return { allow: strings(allow), mode: typeof defaultMode === 'string' ? defaultMode.slice(0, MOST_CHARS) : null };
		},
	},
	{
		names: /(?:^|[^a-z])gemini(?:$|[^a-z])/i,
		agent: 'Gemini',
		folder: '.gemini',
		inHome: ['settings.json'],
		inWorkspace: [{ name: 'settings.json', isOwn: false }],
		parse({ tools }) {
			return { allow: strings(isRecord(tools) ? tools['allowed'] : undefined).flatMap(shellPrefix), mode: null };
		},
	},
];

/** `run_shell_command(git)` allows every command that begins so. */
function shellPrefix(text: string): readonly string[] {
	const prefix = /^(?:run_shell_command|ShellTool)\(([^)]*)\)$/.exec(text)?.[1]?.trim();
	return prefix === undefined || prefix === '' ? [] : [`Bash(${prefix} *)`];
}

/** Reads the settings anew each time: an «always» may just have been written. */
export function createOwnSettings(world: { readonly home: string; readonly env: NodeJS.ProcessEnv }): OwnSettingsPort {
	return {
		async read(names, workspace) {
			const found = ROWS.filter((row) => names.some((name) => row.names.test(name))).flatMap((row) =>
				filesOf(row, workspace, world).map((file) => readSettings(row, file)),
			);
			return (await Promise.all(found)).flatMap((settings) => settings ?? []);
		},
	};
}

type SettingsFile = Pick<OwnSettings, 'file' | 'isProjects'> & { readonly path: string };

function filesOf(
	{ folder, folderVariable, inHome, inWorkspace }: SettingsRow,
	workspace: string,
	{ home, env }: { readonly home: string; readonly env: NodeJS.ProcessEnv },
): readonly SettingsFile[] {
	const moved = folderVariable === undefined ? undefined : env[folderVariable];
	const own = inHome.map((name) => ({
		path: join(moved || join(home, folder), name),
		file: moved ? `$${folderVariable}/${name}` : `~/${folder}/${name}`,
		isProjects: false,
	}));
	const local = inWorkspace.map(({ name, isOwn }) => ({
		path: join(workspace, folder, name),
		file: `${folder}/${name}`,
		isProjects: !isOwn,
	}));
	return [...local, ...(workspace === home ? [] : own)];
}

async function readSettings(row: SettingsRow, { path, file, isProjects }: SettingsFile): Promise<OwnSettings | null> {
	// Of one that is missing, damaged, too large or not for us nothing is known.
	const data = await readJsonBounded(path, MOST_BYTES);
	return isRecord(data) ? { agent: row.agent, file, isProjects, ...row.parse(data) } : null;
}

function strings(value: unknown): readonly string[] {
	if (!Array.isArray(value)) return [];
	return value
		.slice(0, MOST_ENTRIES)
		.filter((entry): entry is string => typeof entry === 'string' && entry.length <= MOST_CHARS);
}
