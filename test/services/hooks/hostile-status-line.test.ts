import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { StatusCommand } from '../../../src/frontends/interactive/status-command.js';
import { HookRunner } from '../../../src/services/hooks/run-hook.js';
import { lineText } from '../../../src/view/spans.js';
import { ready } from '../../core/session/play.js';
import { processesWith } from '../../drive/processes.js';

/** Seconds. The program gives a fifth of one, in which a loaded machine may not even have started a shell. */
const TIMEOUT = 2;
const LATE = /longer than 200 ms/;
const TOO_MUCH = /wrote too much|longer than 200 ms/;

/** Commands for the status line that want more than a line, and what is shown of each. */
const HOSTILE: Readonly<Record<string, readonly [command: string, line: string | RegExp]>> = {
	'writes without an end': ['yes', TOO_MUCH],
	'writes one line without an end': [String.raw`tr '\0' x < /dev/zero`, TOO_MUCH],
	'writes 10 MB in one line': [String.raw`head -c 10000000 /dev/zero | tr '\0' x`, TOO_MUCH],
	'writes errors without an end': ['yes no >&2', TOO_MUCH],
	'leaves a process with its output': ['sleep 1000 & echo up', 'up'],
	'leaves a session with its output': ['setsid sleep 1000 & echo up', 'up'],
	'leaves a grandchild with its output': [`setsid sh -c 'setsid sleep 1000 & exit 0' & echo up`, 'up'],
	'waits for another session': ['setsid -w sleep 1000', LATE],
	'starts processes without an end': ['while :; do sleep 1000 & sleep 0.02; done', LATE],
	'heeds no signal': [`trap '' TERM HUP INT PIPE; while :; do sleep 1; done`, LATE],
	'answers a signal with more': [`trap 'echo again; sleep 1000' TERM; while :; do sleep 0.1; done`, LATE],
	'stops itself': ['kill -STOP $$', LATE],
	'takes its time': ['sleep 1000', LATE],
	'takes the processor': ['while :; do :; done', LATE],
	'waits for the terminal': ['read answer < /dev/tty; echo "[$answer]"', '[]'],
	'writes to the terminal': [String.raw`printf '\033[2Jgone' > /dev/tty; echo up`, 'up'],
	'ends before it has read': ['exec echo up', 'up'],
	'closes its input': ['exec <&-; echo up', 'up'],
	'closes everything': ['exec <&- >&- 2>&-', ''],
	'writes the clipboard': [String.raw`printf '\033]52;c;aGk=\007up'`, 'up'],
	'writes a link': [String.raw`printf '\033]8;;http://evil.example\033\\up\033]8;;\033\\'`, 'up'],
	'sets the title': [String.raw`printf '\033]0;title\007up\033]2;title\033\\'`, 'up'],
	'moves the cursor': [String.raw`printf '\033[9;9H\033[Aa\033[2J\033[H\033[3dup\033[1;1Hup'`, 'up'],
	'opens the other screen': [String.raw`printf 'gone\033[?1049h\033[Hup'`, 'up'],
	'asks the terminal': [String.raw`printf '\033[c\033[6n\033]11;?\007\033[?2026hup'`, 'up'],
	'writes device strings': [String.raw`printf '\033P+q544e\033\\\033_Gi=1;AAAA\033\\\033Pq#0;2\033\\up'`, 'up'],
	'leaves a string open': [String.raw`printf '\033]0;'; head -c 5000 /dev/zero | tr '\0' x`, ''],
	'writes C1 controls': [String.raw`printf '\302\23331mup\302\2350;x\302\234'`, /^31mup/],
	'turns the text around': [String.raw`printf 'a\342\200\256b\342\201\246c'`, 'a⟨U+202E⟩b⟨U+2066⟩c'],
	'hides characters': [String.raw`printf 'a\342\200\213b\342\201\240c\357\273\277d'`, /^a.*b.*c.*d$/],
	'heaps marks on a letter': [
		String.raw`printf a; for i in $(seq 50); do printf '\314\200\314\201'; done`,
		/^a.{0,24}$/,
	],
	'writes many lines': [String.raw`printf 'up\n\n\rmore\013more\fmore\n'`, 'up'],
	'writes NUL': [String.raw`printf 'u\000p'`, 'up'],
	'writes bytes that are no text': [String.raw`printf 'u\377\300\200p'`, 'u\ufffd\ufffd\ufffdp'],
	'rings the bell': [String.raw`printf 'u\007\007\010up'`, 'up'],
	'does not end its colours': [String.raw`printf '\033[7;5;31mup'`, 'up'],
	'fails with sequences': [String.raw`printf 'no\033[2J\033]0;t\007\nmore' >&2; exit 3`, /ended with 3: no$/],
	'kills itself': ['kill -9 0', /the command ended with/],
	'is not there': ['./missing', /the command ended with 127/],
};

test.runIf(process.platform === 'linux').concurrent.each(Object.entries(HOSTILE))(
	'A status line that %s is one clean line in time, and leaves nothing behind.',
	async (_, [command, expected]) => {
		const cwd = mkdtempSync(join(tmpdir(), 'acp-hostile-status-'));
		const groups = new Set<number>();
		const runner = new HookRunner({
			cwd,
			env: { PATH: process.env['PATH'], HOME: cwd },
			keepEnv: [],
			guard: { add: (group) => groups.add(group), remove: (group) => groups.delete(group) },
		});
		const shown = Promise.withResolvers<string>();
		const status = new StatusCommand({
			command,
			clock: { now: () => 0, after: () => () => {} },
			run: (line, input, signal) =>
				runner.run({ command: line, timeout: TIMEOUT }, `${input}${'x'.repeat(300_000)}\n`, signal),
			onLine: (line) => shown.resolve(lineText(line)),
		});
		const { state } = ready();
		status.follow({ getState: () => state, subscribe: () => () => {} });
		const line = await shown.promise;
		status.stop();
		if (typeof expected === 'string') expect(line).toBe(expected);
		else expect(line).toMatch(expected);
		expect(line).not.toMatch(/[\0-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2060-\u2069\ufeff]/);
		expect(groups.size).toBe(0);
		await vi.waitFor(async () => expect(await processesWith(cwd)).toEqual([]), 10_000);
	},
);
