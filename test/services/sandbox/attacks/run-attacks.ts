import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Attack } from './attack.js';
import { GIT_ATTACKS } from './git.js';
import { PROGRAM_ATTACKS } from './programs.js';
import { SYSTEM_ATTACKS } from './system.js';
import type { Victim } from './victim.js';

/** Every way to change something. */
export const ATTACKS: readonly Attack[] = [...PROGRAM_ATTACKS, ...GIT_ATTACKS, ...SYSTEM_ATTACKS];

/** A line of shell of the attacker. */
type Line = { readonly file: string; readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> };

/** How it is started: in a sandbox, or as it is. `leave` is called at its end. */
export type Enter = (line: Line) => Promise<Line & { readonly leave?: () => void }>;

/** What an attack wrote. */
export type Tried = { readonly attack: Attack; readonly text: string };

const AT_ONCE = 4;
const PATIENCE = 10_000;

/** Those of which this machine has the program; `calls.c` counts as one where it was compiled. */
export function possible(attacks: readonly Attack[]): readonly Attack[] {
	const folders = (process.env['PATH'] ?? '/usr/bin:/bin').split(delimiter);
	return attacks.filter(
		({ needs }) => needs === undefined || folders.some((folder) => existsSync(join(folder, needs))),
	);
}

/**
 * Those of an agent that may make namespaces of its own: that alone is no way out for it. In the short form those that
 * have to do with namespaces, as agents that may make none try all.
 */
export function nestedAttacks(): readonly Attack[] {
	return possible(ATTACKS).filter(
		({ name }) =>
			!/unshare-user|limit of user namespaces/.test(name) &&
			(process.env['ACP_TUI_LONG'] === '1' || /mount|namespace|proc/.test(name)),
	);
}

/** Tries attacks, a few at a time, each with an empty temporary folder of its own; returns what each of them wrote. */
export async function tryAttacks(attacks: readonly Attack[], victim: Victim, enter: Enter): Promise<readonly Tried[]> {
	const waiting = attacks.map((attack, index) => ({ attack, index }));
	const tried: Tried[] = [];
	const work = async (): Promise<void> => {
		for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
			const { attack, index } = next;
			tried.push({ attack, text: await tryOne(attack, `/tmp/attack-${index}`, victim, enter) });
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, work));
	return tried;
}

/** Starts one that goes on; resolves when it is ready. Whoever starts it ends it. */
export async function beginAttack(line: string, index: number, victim: Victim, enter: Enter): Promise<ChildProcess> {
	const text = `mkdir -p "$T"; cp "$W/bin/calls" "$T/calls" 2>/dev/null; ${line}`;
	const env = { ...victim.env, T: `/tmp/begun-${index}` };
	const started = await enter({ file: '/bin/sh', args: ['-c', text], env });
	const child = spawn(started.file, [...started.args], {
		cwd: victim.workspace,
		env,
		stdio: ['ignore', 'pipe', 'ignore'],
		detached: true,
	});
	await new Promise<void>((resolve, reject) => {
		child.stdout?.once('data', () => resolve());
		child.once('exit', () => reject(new Error(`it has ended: ${line}`)));
	});
	return child;
}

async function tryOne(attack: Attack, temporary: string, victim: Victim, enter: Enter): Promise<string> {
	const line = `mkdir -p "$T"; [ -x "$W/bin/calls" ] && cp "$W/bin/calls" "$T/calls"; ${attack.line}\nwait`;
	const started = await enter({ file: '/bin/sh', args: ['-c', line], env: { ...victim.env, T: temporary } });
	const { file, args, env, leave } = started;
	return await new Promise((resolve) => {
		const child = execFile(
			file,
			[...args],
			{ cwd: victim.workspace, env, timeout: PATIENCE, killSignal: 'SIGKILL', maxBuffer: 1024 * 1024 },
			(_, stdout, stderr) => {
				leave?.();
				resolve(`${stdout}${stderr}`);
			},
		);
		child.stdin?.end();
	});
}
