import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Desk, program } from './desk.js';

/** How a run without a terminal ended. */
export type Ran = { readonly code: number | null; readonly out: string; readonly err: string };

/** Runs the built program as a script would: no terminal, nothing on standard input. */
export async function run(desk: Desk, ...args: readonly string[]): Promise<Ran> {
	const child = spawn(process.execPath, [program, ...args], {
		cwd: desk.workspace,
		env: { ...desk.env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let out = '';
	let err = '';
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		out += text;
	});
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		err += text;
	});
	const [code] = await once(child, 'close');
	return { code, out, err };
}
