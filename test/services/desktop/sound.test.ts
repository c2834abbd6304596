import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { playSound } from '../../../src/services/desktop/sound.js';
import { temporaryFolder } from '../temporary-folder.js';

const isPosix = process.platform !== 'win32';

/** A folder of programs, the only one on the path. Each is a shell script that gets the folder as `$dir`. */
function setUp(programs: Readonly<Record<string, string>>) {
	const dir = temporaryFolder();
	for (const [name, script] of Object.entries(programs)) {
		writeFileSync(join(dir, name), `#!/bin/sh\ndir='${dir}'\n${script}\n`, { mode: 0o755 });
	}
	const stop = new AbortController();
	const options = { workspace: '/nowhere', env: { PATH: dir }, signal: stop.signal };
	const said = () => readFileSync(join(dir, 'said'), 'utf8');
	return { dir, stop, options, said };
}

const SAY = 'printf "%s|" "$0" "$@" > "$dir/said"';

test.runIf(isPosix).each([
	['the first player that is there', { aplay: SAY, ffplay: SAY }, 'aplay|-q|/s/my sound.wav|'],
	['ffplay without a window', { ffplay: SAY }, 'ffplay|-nodisp|-autoexit|-loglevel|error|/s/my sound.wav|'],
])('a file is played by %s', async (_, programs, expected) => {
	const { dir, options, said } = setUp(programs);
	expect(await playSound('/s/my sound.wav', options)).toEqual({ ok: true, value: undefined });
	expect(said()).toBe(`${dir}/${expected}`);
});

test.runIf(isPosix)('words are a program and its arguments, without a shell', async () => {
	const { dir, options, said } = setUp({ speak: SAY });
	expect(await playSound(['speak', '$HOME; x', ''], options)).toMatchObject({ ok: true });
	expect(said()).toBe(`${dir}/speak|$HOME; x||`);
});

test.runIf(isPosix)('no program comes from the workspace by its name', async () => {
	const { dir, options } = setUp({ paplay: SAY, speak: SAY });
	mkdirSync(join(dir, '.git'));
	const inside = { ...options, workspace: dir };
	expect(await playSound('/s/a.wav', inside)).toMatchObject({ ok: false });
	expect(await playSound(['speak'], inside)).toMatchObject({ ok: false });
	expect(existsSync(join(dir, 'said'))).toBe(false);
});

test.runIf(isPosix).each([
	['no player', {}, '/s/a.wav', 'No program that plays sounds was found.'],
	['an exit code', { paplay: 'exit 3' }, '/s/a.wav', 'paplay played no sound: it exited with code 3.'],
	['a bad argument', { speak: SAY }, ['speak', '\0'], expect.stringContaining('speak played no sound:')],
])('what went wrong is reported: %s', async (_, programs, sound, message) => {
	expect(await playSound(sound, setUp(programs).options)).toMatchObject({ ok: false, failure: { message } });
});

test.runIf(isPosix)('it ends when it is stopped, and by itself after its time', async () => {
	const { dir, stop, options } = setUp({ paplay: 'echo $$ > "$dir/pid"; exec /bin/sleep 60' });
	const playing = playSound('/s/a.wav', options);
	const pid = () => Number(readFileSync(join(dir, 'pid'), 'utf8').trim() || Number.NaN);
	await vi.waitFor(() => expect(pid()).toBeGreaterThan(1), 5000);
	stop.abort();
	expect(await playing).toMatchObject({ ok: true });
	expect(() => process.kill(-pid(), 0)).toThrow();
	const short = { ...options, signal: new AbortController().signal, longest: 50 };
	expect(await playSound('/s/a.wav', short)).toMatchObject({ ok: true });
});
