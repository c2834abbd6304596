import { open, realpath } from 'node:fs/promises';
import { basename, delimiter, isAbsolute, join } from 'node:path';

/** Programs that run their first argument: their own name says nothing about what runs. */
const INTERPRETERS = /^(?:node|nodejs|bun|deno|python[\d.]*|ruby|perl|php|sh|bash|dash|zsh)(?:\.exe)?$/i;
const STARTERS =
	/^(?:env|npx|npm|pnpm|yarn|bunx|uvx|uv|pipx|docker|podman|ssh|sudo|doas|nice|nohup|timeout|xargs|setsid)(?:\.exe|\.cmd)?$/i;

const MOST_LINE = 256;

type ProgramWords = { readonly command: string; readonly args: readonly string[]; readonly path: string };

/**
 * Whether two commands run the same program, whatever its arguments: the same file after links, and the same script of
 * an interpreter, by its name or its shebang. False in doubt.
 */
export async function isSameProgram(one: ProgramWords, other: ProgramWords): Promise<boolean> {
	const [first, second] = await Promise.all([identityOf(one), identityOf(other)]);
	return first !== null && first === second;
}

async function identityOf({ command, args, path }: ProgramWords): Promise<string | null> {
	const file = await find(command, path);
	if (file === null || STARTERS.test(basename(command)) || STARTERS.test(basename(file))) return null;
	if (INTERPRETERS.test(basename(command)) || INTERPRETERS.test(basename(file))) {
		const [script] = args;
		// An option may be code, or name it.
		if (script === undefined || script.startsWith('-') || !isAbsolute(script)) return null;
		const real = await realpath(script).catch(() => null);
		return real === null ? null : JSON.stringify([file, real]);
	}
	const interpreter = await interpreterOf(file, path);
	if (interpreter === 'none') return JSON.stringify([file]);
	return interpreter === null ? null : JSON.stringify([interpreter, file]);
}

async function interpreterOf(file: string, path: string): Promise<string | 'none' | null> {
	await using handle = await open(file).catch(() => null);
	if (handle === null) return null;
	try {
		const { buffer, bytesRead } = await handle.read(Buffer.alloc(MOST_LINE), 0, MOST_LINE, 0);
		const head = buffer.toString('latin1', 0, bytesRead);
		if (!head.startsWith('#!')) return 'none';
		const [program = '', ...rest] = (head.split('\n', 1)[0] ?? '').slice(2).trim().split(/\s+/);
		if (basename(program) !== 'env') return find(program, path);
		const [name] = rest.filter((word) => word !== '-S');
		return name === undefined || name.startsWith('-') ? null : find(name, path);
	} catch {
		// A program that cannot be read is not known.
		return null;
	}
}

async function find(command: string, path: string): Promise<string | null> {
	if (basename(command) !== command) return isAbsolute(command) ? realpath(command).catch(() => null) : null;
	for (const folder of path.split(delimiter)) {
		if (!isAbsolute(folder)) continue;
		const real = await realpath(join(folder, command)).catch(() => null);
		if (real !== null) return real;
	}
	return null;
}
