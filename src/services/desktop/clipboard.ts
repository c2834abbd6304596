import { spawn } from 'node:child_process';
import { type Result, succeed } from '../../core/failure.js';
import { readOutput } from '../programs/read-output.js';
import { findTrusted, trustedEnvironment } from '../programs/trusted-path.js';
import { DESKTOP } from './desktop-messages.js';

export type ClipboardOptions = {
	readonly write: (data: string) => void;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly workspace: string;
	/** Milliseconds for a clipboard tool (default 2000). */
	readonly timeout?: number;
};

type CopyRoute = 'osc52' | 'system';

export type Clipboard = {
	copy(text: string): Promise<Result<CopyRoute>>;
	/** Text that the clipboard of this machine holds. Fails with `could-not-start` where nothing reads it. */
	read(): Promise<Result<string>>;
};

type Tool = readonly [command: string, ...args: string[]];

const DEFAULT_TIMEOUT = 2000;
/** Base64 characters that terminals accept in one OSC 52 sequence; longer ones are cut or ignored. */
const MOST_OSC_CHARS = 100_000;
/** Bytes of the clipboard that a draft takes. */
const MOST_READ = 1_000_000;
/** Characters of one string that GNU screen passes on. */
const SCREEN_CHARS = 700;

/**
 * Copies with the terminal's OSC 52 sequence (works over SSH) and, where this machine has a display, with its clipboard
 * tool. Fails with `too-large` when the text fits neither way.
 */
export function createClipboard(options: ClipboardOptions): Clipboard {
	const { write, env, workspace, timeout = DEFAULT_TIMEOUT } = options;
	return {
		async copy(text) {
			const encoded = Buffer.from(text).toString('base64');
			const fits = encoded.length <= MOST_OSC_CHARS;
			if (fits) write(wrapForMultiplexer(`\u001b]52;c;${encoded}\u0007`, env));
			for (const tool of toolsFor(process.platform, env).copy) {
				if (await runTool(tool, text, { env, workspace, timeout })) return succeed('system');
			}
			return fits ? succeed('osc52') : DESKTOP.tooLongToCopy();
		},
		async read() {
			let hasTool = false;
			for (const tool of toolsFor(process.platform, env).read) {
				const read = await readOutput(tool, { env, workspace, timeout, most: MOST_READ });
				if (read === 'no tool') continue;
				hasTool = true;
				if (read !== null)
					return read.length > MOST_READ ? DESKTOP.clipboardTooLarge() : succeed(read.toString('utf8'));
			}
			return hasTool ? DESKTOP.noClipboardText() : DESKTOP.noClipboard();
		},
	};
}

const POWERSHELL: Tool = [
	'powershell.exe',
	'-NoProfile',
	'-Command',
	// PowerShell ends a command's result by a line break, but not text that is written.
	'[Console]::OutputEncoding=[Text.Encoding]::UTF8; [Console]::Out.Write([string](Get-Clipboard -Raw))',
];

/**
 * Clipboard tools of the local display, to copy and to read: none over SSH, none without a display. The terminal itself
 * is not asked to read (OSC 52): nearly all refuse it, since whatever runs in one could ask.
 */
export function toolsFor(
	platform: NodeJS.Platform,
	env: ClipboardOptions['env'],
): { readonly copy: readonly Tool[]; readonly read: readonly Tool[] } {
	const has = (name: string) => (env[name] ?? '') !== '';
	if (has('SSH_CONNECTION') || has('SSH_TTY')) return { copy: [], read: [] };
	if (platform === 'darwin') return { copy: [['pbcopy']], read: [['pbpaste']] };
	if (platform === 'win32') return { copy: [['clip.exe']], read: [POWERSHELL] };
	const [wayland, x11, wsl] = [has('WAYLAND_DISPLAY'), has('DISPLAY'), has('WSL_DISTRO_NAME')];
	const tools = (isWanted: boolean, ...list: readonly Tool[]): readonly Tool[] => (isWanted ? list : []);
	return {
		copy: [
			...tools(wayland, ['wl-copy']),
			...tools(x11, ['xclip', '-selection', 'clipboard'], ['xsel', '--clipboard', '--input']),
			...tools(wsl, ['clip.exe']),
		],
		read: [
			...tools(wayland, ['wl-paste', '--no-newline', '--type', 'text']),
			...tools(x11, ['xclip', '-selection', 'clipboard', '-o'], ['xsel', '--clipboard', '--output']),
			...tools(wsl, POWERSHELL),
		],
	};
}

/** tmux and screen pass a program's sequence on only when it is wrapped. */
function wrapForMultiplexer(sequence: string, env: ClipboardOptions['env']): string {
	if ((env['TMUX'] ?? '') !== '') {
		// The bare one is for `set-clipboard on`, the wrapped one for `allow-passthrough on`.
		return `${sequence}\u001bPtmux;${sequence.replaceAll('\u001b', '\u001b\u001b')}\u001b\\`;
	}
	if ((env['STY'] ?? '') !== '') {
		const parts = sequence.match(new RegExp(`[\\s\\S]{1,${SCREEN_CHARS}}`, 'g')) ?? [];
		return parts.map((part) => `\u001bP${part}\u001b\\`).join('');
	}
	return sequence;
}

async function runTool(
	[command, ...args]: Tool,
	text: string,
	{ env, workspace, timeout }: Pick<ClipboardOptions, 'env' | 'workspace'> & { readonly timeout: number },
): Promise<boolean> {
	const found = await findTrusted(command, workspace, env);
	if (!found.ok) return false;
	const trusted = await trustedEnvironment(workspace, env);
	return new Promise((resolve) => {
		// xclip and wl-copy stay behind to serve the text: waiting for the end of their output would hang.
		const child = spawn(found.value, args, { env: { ...trusted }, stdio: ['pipe', 'ignore', 'ignore'], timeout });
		child.once('error', () => resolve(false));
		child.once('exit', (code) => resolve(code === 0));
		child.stdin.once('error', () => {
			// The program ended before it read everything: its exit code says why.
		});
		child.stdin.end(text);
	});
}
