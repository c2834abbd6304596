import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const plugin = new URL('../../scripts/deferred-modules.mjs', import.meta.url).href;
const file = (path: string): string => fileURLToPath(new URL(`../../src/${path}`, import.meta.url));

test('An import of functions of a deferred module is a stand-in, another is the module itself.', async () => {
	const { deferredModules } = await import(plugin);
	const resolve = (id: string, importer: string) => deferredModules.resolveId(id, file(importer));
	const reduce = '\0stand-in:'.concat(file('core/session/reducers/reduce.ts'));
	expect(resolve('../core/session/reducers/reduce.js', 'app/store.ts')).toBe(reduce);
	expect(resolve('../core/once.js', 'app/store.ts')).toBeNull();
	// Every class and constant of such a module comes from it.
	expect(resolve('../src/core/session/reducers/reduce.js', '../test/scripts/x.ts')).toBeNull();
});

test('The first call of a stand-in loads the module, and each later one calls the function itself.', async () => {
	const { deferredModules } = await import(plugin);
	const code: string = deferredModules.load('\0stand-in:'.concat(file('view/pickers/rewind-panel.ts')));
	const [importing = '', ...body] = code.split('\n');
	expect(importing).toContain('import { load } from "\\u0000load-deferred:deferred-view"');
	let loads = 0;
	const openRewind = (words: string): string => `opened with ${words}`;
	const load = () => {
		loads += 1;
		return new Proxy({}, { get: () => ({ openRewind }) });
	};
	const call = new Function(
		'load',
		`${body.join('\n').replaceAll('export ', '')}\nreturn (...given) => openRewind(...given);`,
	);
	const late: (words: string) => string = call(load);
	expect(loads).toBe(0);
	expect([late('a'), late('b'), loads]).toEqual(['opened with a', 'opened with b', 1]);
});
