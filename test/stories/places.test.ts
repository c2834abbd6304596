import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Desk } from '../drive/desk.js';
import { openDesk, program, root } from '../drive/desk.js';
import { launch } from '../drive/screen.js';

const WRITES = `node ${join(root, 'test', 'agents', 'writes.mjs')}`;
const OWN_TOOLS = `node ${join(root, 'test', 'agents', 'own-tools.mjs')}`;

/** Lines of shell that mount something in the workspace, which they begin in, with mounts that nobody else sees. */
const PLACES = {
	'on a mount of its own': 'mount -t tmpfs own "$PWD"; cd "$PWD"; echo a >a.txt; mkdir -p data',
	'with a mount in it': 'mkdir -p data; mount -t tmpfs data data; echo a >a.txt',
	'on a mount that is read-only':
		'echo a >a.txt; mkdir -p data; mount --bind "$PWD" "$PWD"; cd "$PWD"; mount -o remount,bind,ro "$PWD"',
	'on a file system that is read-only':
		'mount -t tmpfs own "$PWD"; cd "$PWD"; echo a >a.txt; mkdir -p data; mount --options-mode ignore -o remount,ro "$PWD"',
} as const;
type Where = keyof typeof PLACES;
const ALL = Object.keys(PLACES) as Where[];
const isReadOnly = (where: Where): boolean => where.includes('read-only');

/** The program with its arguments, in such a place; `after` is run there when it has ended. */
function inPlace(where: Where, args: readonly string[], after = 'exit $s'): readonly string[] {
	const line = `set -e; ${PLACES[where]}; set +e; "$@"; s=$?; ${after}`;
	return [
		'unshare',
		'--user',
		'--map-root-user',
		'--mount',
		'sh',
		'-c',
		line,
		'sh',
		process.execPath,
		program,
		...args,
	];
}

/** Runs it without a terminal; what it wrote, and what is in the workspace then. */
async function run(desk: Desk, where: Where, ...args: readonly string[]) {
	const list = `'${process.execPath}' '${program}' shadow list --json`;
	const [file = '', ...rest] = inPlace(
		where,
		args,
		`echo "CODE $s"; find . -name "*.txt" | sort; echo SHADOWS; ${list}`,
	);
	const running = promisify(execFile)(file, rest, { cwd: desk.workspace, env: { ...desk.env } });
	running.child.stdin?.end();
	const { stdout, stderr } = await running;
	const [out = '', files = '', shadows = ''] = stdout.split(/^CODE .*\n|^SHADOWS\n/m);
	const code = Number(/^CODE (\d+)/m.exec(stdout)?.[1]);
	return { code, out, err: stderr, files: files.trim().split('\n'), shadows: JSON.parse(shadows) as unknown };
}

describe.runIf(process.platform === 'linux').each(ALL)('a workspace %s', (where) => {
	test('is changed by a fenced agent where it can be, and not in plan mode', async () => {
		const args = ['--sandbox', 'fence', '--agent-command', WRITES];
		const screen = await launch({ command: inPlace(where, args), until: 'Scripted' });
		const expected = isReadOnly(where) ? 'EROFS' : 'done';
		const tries = async (name: string, end: string): Promise<void> => {
			await screen.send(`write ${name}`);
			await screen.until(`write ${name}: ${end}`);
		};
		await tries('one.txt', expected);
		await tries('data/one.txt', expected);
		await screen.send('/mode plan');
		await screen.until('plan (enforced)');
		await tries('two.txt', 'EROFS');
		await tries('data/two.txt', 'EROFS');
		await screen.send('/mode default');
		await screen.until('○ default');
		await tries('three.txt', expected);
		await tries('data/three.txt', expected);
		expect(screen.text()).not.toContain('✗');
	});

	test('is changed by a command that was allowed where it can be, and read by one that only reads', async () => {
		const desk = openDesk();
		const args = ['--agent-command', OWN_TOOLS, '--sandbox', 'off', '--output-format', 'json'];
		const read = await run(desk, where, '-p', 'client run cat a.txt', ...args);
		expect(JSON.parse(read.out)).toMatchObject({ result: 'Ran: a', sandbox: { commands: 'fenced' } });
		const line = 'echo 1 >made.txt; echo 2 >data/made.txt; cat made.txt data/made.txt';
		const ran = await run(desk, where, '-p', `client run ${line}`, ...args, '--allow', 'Execute');
		const { result, sandbox } = JSON.parse(ran.out);
		expect(sandbox).toMatchObject({ commands: 'fenced' });
		if (isReadOnly(where)) expect(result).toContain('Read-only file system');
		else expect(result).toBe('Ran: 1\n2');
		// Not the sandbox keeps it from that.
		expect(`${result}${ran.err}`).not.toContain('sandbox');
		expect(ran.files.includes('./data/made.txt')).toBe(!isReadOnly(where));
	});

	test('is changed by a shadowed agent once it is applied, and what cannot be waits', async () => {
		const desk = openDesk();
		const args = ['--agent-command', OWN_TOOLS, '--sandbox', 'shadow', '--mode', 'acceptEdits'];
		const { out, err, files, shadows } = await run(desk, where, '-p', 'sh echo 1 >made.txt; cat made.txt', ...args);
		expect(out).toContain('Ran: 0 1');
		expect(files.includes('./made.txt')).toBe(!isReadOnly(where));
		// The kernel makes no overlay over what is mounted for this machine.
		expect(err.includes('The agent works in a copy of the workspace')).toBe(where === 'with a mount in it');
		expect(shadows).toMatchObject(isReadOnly(where) ? [{ files: 1 }] : []);
		if (isReadOnly(where)) {
			expect(err).toContain(
				'Not applied: made.txt.\n  made.txt: it could not be written: the file system is read-only\n',
			);
		}
	});
});
