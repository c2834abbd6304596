import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

/** `GOLDEN=update` writes what is there now in the place of what was recorded; the diff says what changed. */
export const isUpdate = env['GOLDEN'] === 'update';
const folder = fileURLToPath(new URL('recorded', import.meta.url));

const fileOf = (kind: string, name: string): string => join(folder, kind, `${name.replaceAll(' ', '-')}.txt`);

/** What there is must be what was recorded, or the part of it that was made. */
export function expectGolden(
	kind: string,
	name: string,
	lines: readonly string[],
	partOf = (recorded: string) => recorded,
): void {
	const file = fileOf(kind, name);
	const text = `${lines.join('\n')}\n`;
	if (isUpdate) {
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, text);
	}
	expect(existsSync(file), `${file} is missing: GOLDEN=update`).toBe(true);
	expect(text).toBe(partOf(readFileSync(file, 'utf8')));
}

/** No record stays behind without what it was made of. */
export function expectNoOthers(kind: string, names: readonly string[]): void {
	const known = new Set(names.map((name) => fileOf(kind, name)));
	const extra = (): string[] => readdirSync(join(folder, kind)).filter((name) => !known.has(join(folder, kind, name)));
	if (isUpdate) for (const name of extra()) rmSync(join(folder, kind, name));
	expect(extra()).toEqual([]);
}
