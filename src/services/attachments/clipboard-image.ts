import type { ImageBlock } from '../../core/content.js';
import type { Environment } from '../../core/environment.js';
import { type Result, succeed } from '../../core/failure.js';
import { type ReadOptions, readOutput } from '../programs/read-output.js';
import { ATTACHMENTS } from './attachments-messages.js';
import { imageBlock, tooLarge } from './image.js';

export type ImageTool = {
	readonly types?: readonly [string, ...string[]];
	/** The command that prints the picture; `TYPE` stands for its type. */
	readonly read: readonly [string, ...string[]];
	/** The printed form: raw bytes, or AppleScript's data literal. */
	readonly form: 'bytes' | 'applescript';
};

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** The clipboard programs of the user's own machine; none over SSH, where the clipboard is the remote one's. */
export function imageTools(platform: NodeJS.Platform, env: Environment): readonly ImageTool[] {
	const has = (name: string): boolean => (env[name] ?? '') !== '';
	if (has('SSH_CONNECTION') || has('SSH_TTY')) return [];
	if (platform === 'darwin') {
		return [
			{ read: ['pngpaste', '-'], form: 'bytes' },
			{ read: ['osascript', '-e', 'the clipboard as «class PNGf»'], form: 'applescript' },
		];
	}
	const tools: ImageTool[] = [];
	if (has('WAYLAND_DISPLAY')) {
		const read = ['wl-paste', '--no-newline', '--type', 'TYPE'] as const;
		tools.push({ types: ['wl-paste', '--list-types'], read, form: 'bytes' });
	}
	if (has('DISPLAY')) {
		const xclip = ['xclip', '-selection', 'clipboard', '-o', '-t'] as const;
		tools.push({ types: [...xclip, 'TARGETS'], read: [...xclip, 'TYPE'], form: 'bytes' });
	}
	return tools;
}

/** The picture in the clipboard; null when there is none. Fails with `could-not-start` where nothing can read it. */
export async function readClipboardImage(
	options: ReadOptions & { readonly platform: NodeJS.Platform },
): Promise<Result<ImageBlock | null>> {
	const tools = imageTools(options.platform, options.env);
	let hasTool = false;
	for (const tool of tools) {
		const type = tool.types === undefined ? 'image/png' : await chooseType(tool.types, options);
		if (type === 'no tool') continue;
		hasTool = true;
		if (type === null) continue;
		const [command, ...args] = tool.read;
		// In hexadecimal digits it is twice as long.
		const most = options.most * 2 + 64;
		const line = [command, ...args.map((each) => (each === 'TYPE' ? type : each))] as const;
		const printed = await readOutput(line, { ...options, most });
		if (printed === 'no tool') {
			hasTool = tool.types !== undefined;
			continue;
		}
		const bytes = printed === null ? null : tool.form === 'bytes' ? printed : fromAppleScript(printed);
		if (bytes === null || bytes.length === 0) continue;
		if (bytes.length > options.most) return tooLarge('The picture in the clipboard', bytes.length, options.most);
		return imageBlock(bytes, 'What the clipboard holds');
	}
	if (hasTool) return succeed(null);
	return ATTACHMENTS.noImageTool();
}

async function chooseType(command: readonly [string, ...string[]], options: ReadOptions) {
	const printed = await readOutput(command, options);
	if (printed === 'no tool' || printed === null) return printed;
	const offered = new Set(printed.toString('latin1').split(/\s+/));
	return TYPES.find((type) => offered.has(type)) ?? null;
}

/** «data PNGf89504E…» */
function fromAppleScript(printed: Buffer): Buffer | null {
	const hex = /«data PNGf([0-9A-F]+)»/.exec(printed.toString('utf8'))?.[1];
	return hex === undefined ? null : Buffer.from(hex, 'hex');
}
