import { expect, test } from 'vitest';
import { plannedChanges } from '../../src/app/client-methods/sandboxed/settle-in-layer.js';
import { succeed } from '../../src/core/failure.js';
import type { ShadowChange, ShadowTexts } from '../../src/core/shadow/shadow-change.js';
import type { ShadowPort } from '../../src/core/shadow/shadow-port.js';

const change = (path: string, more: Partial<ShadowChange> = {}): ShadowChange => ({
	...{ path, status: 'modified', kind: 'file', added: 1, removed: 0, conflict: null, version: 'v' },
	...more,
});

async function planned(changes: readonly ShadowChange[], texts: ShadowTexts = { before: 'a\n', after: 'b\n' }) {
	const layer = { texts: async () => succeed(texts) } as unknown as ShadowPort;
	return plannedChanges(layer, changes, (path) => `/w/${path}`);
}

test('What can make programs run is shown first, git’s own files only as they do.', async () => {
	const hook = change('.git/hooks/pre-commit', { isProtected: true });
	const shown = await planned([change('a.txt'), change('.git/HEAD'), hook, change('.envrc')]);
	expect(shown.map(({ path }) => path)).toEqual(['/w/.git/hooks/pre-commit', '/w/.envrc', '/w/a.txt']);
});

test('It is shown however many other files changed.', async () => {
	const many = Array.from({ length: 300 }, (_, index) => change(`f${index}`));
	const shown = await planned([...many, change('.envrc')]);
	expect([shown.length, shown[0]?.path]).toEqual([200, '/w/.envrc']);
});

test('What has no other text than before is no diff, and where a link leads is one.', async () => {
	expect(await planned([change('run.sh')], { before: 'a\n', after: 'a\n' })).toEqual([]);
	expect(await planned([change('gone.png', { status: 'deleted' })], { before: null, after: null })).toEqual([]);
	expect(await planned([change('empty', { kind: 'folder' })])).toEqual([]);
	const link = await planned([change('l', { kind: 'link' })], { before: null, after: '../x' });
	expect(link).toMatchObject([{ path: '/w/l', oldText: null, newText: '../x' }]);
});
