import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';

const plugin = new URL('../../scripts/eager-functions.mjs', import.meta.url).href;
const file = (path: string): string => fileURLToPath(new URL(`../../src/${path}`, import.meta.url));

test('Functions of a start stand in parentheses, and those that are hoisted come first.', async () => {
	const { eagerFunctions } = await import(plugin);
	const transform = (path: string, code: string) =>
		eagerFunctions.transform.call({ parse: parseAst }, code, file(path));
	const code = [
		'export const made = first(2);',
		'export function first(of: string): string;',
		'export function first(of: unknown): string {',
		'	return second(of);',
		'}',
		'const second = (of: unknown): string => String(of), third = 3;',
		'async function last() {}',
	].join('\n');
	expect(transform('view/frame/frame.ts', code)?.replace(/\n+/g, '\n')).toBe(
		[
			'export var first = (function first(of: unknown): string {',
			'	return second(of);',
			'});',
			'var last = (async function last() {});',
			'export const made = first(2);',
			'const second = ((of: unknown): string => String(of)), third = 3;',
			'',
		].join('\n'),
	);
	expect(transform('core/policy/decide.ts', code)).toBeNull();
});

test('The folders of a start exist', async () => {
	const { FOLDERS } = await import(plugin);
	expect([...FOLDERS].filter((folder) => !existsSync(file(folder)))).toEqual([]);
});
