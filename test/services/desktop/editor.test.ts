import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEditor } from '../../../src/services/desktop/editor.js';
import { temporaryFolder } from '../temporary-folder.js';

const env = process.env;

async function editWith(script: string, text: string, path = 'prompt.md') {
	const dir = temporaryFolder();
	const tools = temporaryFolder();
	writeFileSync(join(tools, 'editor'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
	const editor = openEditor({ env: { ...env, TOOLS: tools }, cwd: tools });
	const result = await editor.editText(text, { command: [join(tools, 'editor'), '--flag', 'a b'], dir, path });
	return { left: readdirSync(dir), result: result.ok ? result.value : result.failure.code, tools };
}

test.each([
	['a saved change comes back', 'printf changed > "$3"', 'draft', 'changed'],
	['the last line end that editors add is taken off', 'echo >> "$3"', 'draft', 'draft'],
	['a last line end that was there stays', ':', 'draft\n', 'draft\n'],
	['nothing was changed', ':', 'dräft\n\nmore', 'dräft\n\nmore'],
	['an emptied text is empty', ': > "$3"', 'draft', ''],
	['an editor that fails changes nothing', 'exit 1', 'draft', 'cancelled'],
	['an editor that is killed changes nothing', 'kill -KILL $$', 'draft', 'cancelled'],
	['another encoding is refused', 'printf "caf\\351" > "$3"', 'draft', 'not-text'],
	['a deleted file is a failure', 'rm "$3"', 'draft', 'internal'],
	['far too much text is refused', 'head -c 11000000 /dev/zero > "$3"', 'draft', 'too-large'],
])('%s, and no file is left', async (_, script, text, expected) => {
	expect(await editWith(script, text)).toMatchObject({ result: expected, left: [] });
});

test('the file is private, has the given name, and the arguments of the editor come first', async () => {
	const { tools } = await editWith('(ls -l "$3" | cut -c1-10; echo "$1 $2"; basename "$3") > "$TOOLS/seen"', 'x');
	expect(readFileSync(join(tools, 'seen'), 'utf8')).toBe('-rw-------\n--flag a b\nprompt.md\n');
});

test.each([
	['src/view/a-b.test.ts', 'a-b.test.ts'],
	['/w/Makefile', 'Makefile'],
	['docs/Über uns.md', 'text'],
	['.exrc', 'text'],
	['shop.code-workspace', 'text'],
	['a\nb.ts', 'text'],
	['src/+1', 'text'],
	['', 'text'],
])('the editor knows the text of %j by the name %j', async (path, name) => {
	const { tools } = await editWith('basename "$3" > "$TOOLS/seen"', 'x', path);
	expect(readFileSync(join(tools, 'seen'), 'utf8')).toBe(`${name}\n`);
});

test.each([[['no-such-editor-4711']], [[]], [['']]])('the editor %j cannot be started', async (command) => {
	const dir = temporaryFolder();
	const result = await openEditor({ env, cwd: dir }).editText('x', { command, dir, path: 'prompt.md' });
	expect(result).toMatchObject({ ok: false, failure: { code: 'could-not-start' } });
	expect(readdirSync(dir)).toEqual([]);
});

test('a folder that is gone is a failure, not an exception', async () => {
	const result = await openEditor({ env, cwd: '/' }).editText('x', {
		command: ['true'],
		dir: '/no/such/folder',
		path: 'prompt.md',
	});
	expect(result).toMatchObject({ ok: false, failure: { code: 'internal' } });
});

async function show(path: string, script = ':', line?: number) {
	const cwd = temporaryFolder();
	writeFileSync(join(cwd, 'vi'), `#!/bin/sh\nprintf '%s|' "$@" > seen\n${script}\n`, { mode: 0o755 });
	writeFileSync(join(cwd, 'a b.ts'), 'x');
	const editor = openEditor({ env, cwd });
	const result = await editor.openFile(path, {
		command: [join(cwd, 'vi'), '-n'],
		...(line === undefined ? {} : { line }),
	});
	const seen = readdirSync(cwd).includes('seen') ? readFileSync(join(cwd, 'seen'), 'utf8') : null;
	return { seen: seen?.replaceAll(cwd, '~') ?? null, code: result.ok ? null : result.failure.code };
}

test.each<readonly [string, string, string, number | undefined, string | null, string | null]>([
	['a file at its line', 'a b.ts', ':', 12, '-n|+12|~/a b.ts|', null],
	['a file without a line', './a b.ts', ':', undefined, '-n|~/a b.ts|', null],
	['an editor that fails', 'a b.ts', 'exit 1', 3, '-n|+3|~/a b.ts|', 'cancelled'],
	['a file that is gone', 'b.ts', ':', 3, null, 'not-found'],
	['a folder', '.', ':', 3, null, 'not-a-file'],
	['a name that looks like an option', '-c:!sh', ':', 3, null, 'not-found'],
])('%s is opened as far as it can be', async (_, path, script, line, seen, code) => {
	expect(await show(path, script, line)).toEqual({ seen, code });
});
