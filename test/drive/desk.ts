import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { removeTree } from '../../src/services/files/remove-tree.js';
import { folderTemplate } from './folder-template.js';
import { processesWith } from './processes.js';

/** The project's root. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The built program's start file. */
export const program = join(root, 'bin', 'acp-tui.js');

/** Arguments for the demo agent with the rigs of `test/agents/rigs`, which runs from its sources. */
export const RIGS: readonly string[] = [
	'--agent-command',
	// Node.js 22 warns that it takes types away.
	[process.execPath, '--disable-warning=ExperimentalWarning']
		.concat(`--import=${join(root, 'scripts/run-sources.mjs')}`, join(root, 'test/agents/rigs/main.ts'))
		.join(' '),
];

/** This Node.js and what every machine has. */
const PATH = `${dirname(process.execPath)}:/usr/bin:/bin`;

/** How long what was started may take to be gone, in ms: an agent gets its seconds to end. */
const END_WITHIN = 8000;

/** A user's desk for one test: a home, a workspace under git, and nothing of this machine's own settings. */
export type Desk = {
	readonly home: string;
	readonly workspace: string;
	/** The environment that everything on this desk runs in. */
	readonly env: Readonly<Record<string, string>>;
	/** The text of a file of the workspace; null when there is none. */
	read(name: string): string | null;
	/** Writes a file of the workspace, by its relative path. */
	write(name: string, text: string): void;
	/** Writes the user's config file. */
	config(settings: object): void;
	/** Commands of the processes that still live in this desk's environment. */
	living(): Promise<readonly string[]>;
};

const FILES: Readonly<Record<string, string>> = {
	'README.md': '# Harbour\n\nTimetables of a small harbour.\n',
	'notes.md': '# Notes\n\n- the first one\n',
	'src/tides.ts':
		'export const HIGH = 3.2;\n\n// TODO: low tide\nexport function isHigh(level: number): boolean {\n\treturn level >= HIGH;\n}\n',
};

/** The home and the workspace, with one commit. */
const fillBase = folderTemplate((base) => {
	const home = join(base, 'home');
	const workspace = join(base, 'harbour');
	mkdirSync(join(home, 'config'), { recursive: true });
	for (const [file, text] of Object.entries(FILES)) {
		mkdirSync(dirname(join(workspace, file)), { recursive: true });
		writeFileSync(join(workspace, file), text);
	}
	writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Test\n\temail = test@example.org\n');
	for (const args of [
		['init', '-q', '-b', 'main'],
		['add', '.'],
		['commit', '-q', '-m', 'Begin'],
	]) {
		execFileSync('git', args, { cwd: workspace, env: { PATH, HOME: home } });
	}
});

/** Lays out a desk; when the test ends, nothing that was started on it may live on, and it is cleared away. */
export function openDesk(): Desk {
	const base = realpathSync(mkdtempSync(join(tmpdir(), 'acp-tui-desk-')));
	const home = join(base, 'home');
	const workspace = join(base, 'harbour');
	const mark = `ACP_DESK=${randomUUID()}`;
	const [name = '', value = ''] = mark.split('=');
	const env = {
		PATH,
		HOME: home,
		TERM: 'xterm-256color',
		LANG: 'C.UTF-8',
		ACP_TUI_CONFIG_DIR: join(home, 'config'),
		ACP_TUI_STATE_DIR: join(home, 'state'),
		ACP_TUI_DEMO_PACE: '0',
		// Compiling the program anew for each test would be most of its start.
		NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'drive'),
		[name]: value,
	};
	fillBase(base);
	const write = (file: string, text: string): void => {
		mkdirSync(dirname(join(workspace, file)), { recursive: true });
		writeFileSync(join(workspace, file), text);
	};
	const living = async (): Promise<readonly string[]> => (await processesWith(mark)).map((each) => each.command);
	onTestFinished(async () => {
		try {
			await expectNobody(mark);
		} finally {
			// A shadow that was left has a folder of the kernel's which only root may look into.
			await removeTree(base);
		}
	});
	return {
		home,
		workspace,
		env,
		read(file) {
			try {
				return readFileSync(join(workspace, file), 'utf8');
			} catch {
				// The callers ask whether it exists.
				return null;
			}
		},
		write,
		config: (settings) => writeFileSync(join(home, 'config', 'config.json'), JSON.stringify(settings)),
		living,
	};
}

/** Throws when a process of the desk outlives its program; ends it first. */
async function expectNobody(mark: string): Promise<void> {
	const until = performance.now() + END_WITHIN;
	let left = await processesWith(mark);
	while (left.length > 0 && performance.now() < until) {
		await wait(20);
		left = await processesWith(mark);
	}
	for (const { pid } of left) {
		try {
			process.kill(pid, 'SIGKILL');
		} catch {
			// It went by itself at last.
		}
	}
	if (left.length > 0) throw new Error(`left behind: ${left.map((each) => each.command).join(', ')}`);
}
