import { describe, expect, test } from 'vitest';
import { createTranslator } from '../../src/agent/translate/translator.js';
import type { PermissionRequest } from '../../src/core/permission-request.js';
import { rule } from '../core/policy/requests.js';
import { answer, asks, create, never, settle, type World, working, write } from './world.js';

const FILE = 'one\ntwo\nthree\n';

/** A request as it comes over the wire. */
function asked(toolCall: object): PermissionRequest {
	const options = [
		{ optionId: 'yes', name: 'Yes', kind: 'allow_once' },
		{ optionId: 'no', name: 'No', kind: 'reject_once' },
	];
	const params = { sessionId: 's1', toolCall: { toolCallId: 'c', kind: 'edit', title: 'Edit', ...toolCall }, options };
	const { request } = createTranslator().permission(params);
	if (!request.ok) throw new Error(request.failure.message);
	return request.value;
}

const diff = (oldText: string | null, newText: string) =>
	asked({ content: [{ type: 'diff', path: '/w/a.ts', oldText, newText }] });
const edit = (rawInput: object) => asked({ rawInput: { file_path: '/w/a.ts', ...rawInput } });

const front = (world: World) => world.app.getState().questions[0];

async function withFile(options: Parameters<typeof working>[0] = {}): Promise<World> {
	const world = await working(options);
	world.disk.set('/w/a.ts', FILE);
	return world;
}

/** Asks, and has the user or the policy allow it. */
async function allowed(world: World, request: PermissionRequest): Promise<void> {
	const outcome = world.host.requestPermission(request, never);
	await settle();
	if (asks(world) > 0) await answer(world, 'yes');
	expect(await outcome).toEqual({ type: 'selected', optionId: 'yes' });
}

describe('A write after a permission request', () => {
	test.each<[string, PermissionRequest, string]>([
		['all of the file', diff(FILE, 'new'), 'new'],
		['a new text where the agent says nothing of the old one', diff(null, 'new'), 'new'],
		['a part of the file', diff('two', '2'), 'one\n2\nthree\n'],
		['a replacement in the input', edit({ old_string: 'two', new_string: '2' }), 'one\n2\nthree\n'],
		['every occurrence', edit({ old_string: 'o', new_string: '0', replace_all: true }), '0ne\ntw0\nthree\n'],
		['all of the file in the input', edit({ content: 'new' }), 'new'],
		['an insertion', edit({ command: 'insert', insert_line: 1, insert_text: 'x' }), 'one\nx\ntwo\nthree\n'],
		['a patch', asked({ rawInput: { patch: '--- /w/a.ts\n+++ /w/a.ts\n@@ -2 +2 @@\n-two\n+2\n' } }), 'one\n2\nthree\n'],
	])(
		'of %s is not asked about again with the text that was shown, and is with any other.',
		async (_, request, text) => {
			const world = await withFile();
			await allowed(world, request);
			expect(await write(world, text)).toMatchObject({ ok: true });
			expect(asks(world)).toBe(0);
			await allowed(await withFile(), request);
			const other = await withFile();
			await allowed(other, request);
			void write(other, `${text}evil`);
			await settle();
			expect(front(other)?.because).toContain('not the text that was allowed');
		},
	);

	test.each([
		['accept edits mode', { mode: 'acceptEdits' }],
		['a rule', { rules: [rule('Edit(a.ts)', 'allow')] }],
	] as const)('that %s allows is asked about where its text is another one.', async (_, options) => {
		const world = await withFile(options);
		await allowed(world, diff(FILE, 'new'));
		void write(world, 'evil');
		await settle();
		expect(front(world)?.because).toContain('not the text that was allowed');
		expect(world.disk.get('/w/a.ts')).toBe(FILE);
		await answer(world, 'allow');
		expect(world.disk.get('/w/a.ts')).toBe('evil');
		// What was shown first is over by that.
		expect(await write(world, 'more')).toMatchObject({ ok: true });
	});

	test.each([{ mode: 'acceptEdits' }, { rules: [rule('Edit(a.ts)', 'allow')] }] as const)(
		'is denied without a user where its text is another one: %o',
		async (options) => {
			const world = await withFile({ isHeadless: true, ...options });
			await allowed(world, diff(FILE, 'new'));
			expect(await write(world, 'evil')).toMatchObject({ ok: false, failure: { code: 'denied' } });
			expect(await write(world, 'new')).toMatchObject({ ok: true });
			expect(await write(world, 'then another')).toMatchObject({ ok: true });
		},
	);

	test('is asked about, with the reason, where the file is not what it was when that was shown.', async () => {
		const world = await withFile();
		await allowed(world, diff(FILE, 'new'));
		world.disk.set('/w/a.ts', 'of the user');
		void write(world, 'new');
		await settle();
		expect(front(world)).toMatchObject({
			because: expect.stringContaining('file changed'),
			request: { diffs: [{ oldText: 'of the user', newText: 'new' }] },
		});
	});

	test('is not asked about in bypass permissions mode.', async () => {
		const world = await withFile({ mode: 'bypassPermissions', isBypassAllowed: true });
		await allowed(world, diff(FILE, 'new'));
		expect(await write(world, 'other')).toMatchObject({ ok: true });
	});
});

describe('A file that changes on disk while its question stands', () => {
	test('is shown as it is now, and asked about once more.', async () => {
		const world = await withFile();
		let outcome: unknown = null;
		void world.host.requestPermission(diff('two', '2'), never).then((value) => {
			outcome = value;
		});
		await settle();
		expect(front(world)?.request.changes).toMatchObject([{ oldText: FILE, newText: 'one\n2\nthree\n' }]);
		world.disk.set('/w/a.ts', `zero\n${FILE}`);
		await answer(world, 'yes');
		expect(outcome).toBeNull();
		expect(front(world)).toMatchObject({
			because: 'the file changed on disk while you were asked',
			request: { changes: [{ oldText: `zero\n${FILE}`, newText: 'zero\none\n2\nthree\n' }] },
		});
		await answer(world, 'yes');
		expect(outcome).toEqual({ type: 'selected', optionId: 'yes' });
		expect(await write(world, 'zero\none\n2\nthree\n')).toMatchObject({ ok: true });
	});

	test('decides about what the agent says meanwhile from the start.', async () => {
		const world = await withFile({ rules: [rule('Delete(b.ts)', 'deny')] });
		const outcome = world.host.requestPermission(diff('two', '2'), never);
		await settle();
		const { read } = world.ports.files;
		world.ports.files.read = async (...given) => {
			world.ports.files.read = read;
			world.host.onEvents('s1', [
				{ type: 'tool', patch: { id: 'c', kind: 'delete', locations: [{ path: '/w/b.ts' }], content: [] } },
			]);
			world.disk.set('/w/a.ts', 'other');
			return read(...given);
		};
		await answer(world, 'yes');
		expect(await outcome).toEqual({ type: 'selected', optionId: 'no' });
	});
});

test('A command that is not the one that was allowed is asked about, and says so.', async () => {
	for (const [argv, parts] of [
		[['npm', 'install'], {}],
		[['npm', 'test'], { cwd: '/w/sub' }],
		[['npm', 'test'], { env: [{ name: 'NODE_OPTIONS', value: '--require=./x.cjs' }] }],
	] as const) {
		const world = await working();
		await allowed(world, asked({ kind: 'execute', rawInput: { command: 'npm test' } }));
		void create(world, argv, parts);
		await settle();
		expect(front(world)?.because).toContain('not the command, folder or environment that was allowed');
	}
});
