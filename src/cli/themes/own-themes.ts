import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fieldsOf } from '../../core/is-record.js';
import { readJsonBounded } from '../../services/files/read-bounded.js';
import { BASES, type ThemeDefinition, themeNames } from '../../view/theme/themes.js';

/** The folder of imported themes, in the config folder: one JSON file each, in the form of `themes.NAME`. */
export function themesFolder(configDir: string): string {
	return join(configDir, 'themes');
}

export const THEME_NAME = /^[a-z0-9][\w-]{0,39}$/i;

const MOST_FILES = 200;
const MOST_BYTES = 64 * 1024;

/** Reads the themes that were imported; `broken` are files that are none. */
export async function readImportedThemes(
	configDir: string,
): Promise<{ readonly themes: ReadonlyMap<string, ThemeDefinition>; readonly broken: readonly string[] }> {
	const folder = themesFolder(configDir);
	const names = await readdir(folder).catch(() => []);
	const files = names
		.filter((name) => name.endsWith('.json'))
		.sort()
		.slice(0, MOST_FILES);
	const read = await Promise.all(files.map(async (name) => [name, await readOne(join(folder, name))] as const));
	const known = (file: string): string => file.slice(0, -'.json'.length);
	const isUsable = (file: string): boolean => THEME_NAME.test(known(file)) && !themeNames.includes(known(file));
	return {
		themes: new Map(read.flatMap(([file, theme]) => (theme !== null && isUsable(file) ? [[known(file), theme]] : []))),
		broken: read.flatMap(([file, theme]) => (theme !== null && isUsable(file) ? [] : [join(folder, file)])),
	};
}

async function readOne(file: string): Promise<ThemeDefinition | null> {
	const { base, background, colors, backgrounds } = fieldsOf(await readJsonBounded(file, MOST_BYTES));
	// A theme without a known base is left out; `acp-tui themes` names it.
	if (typeof base !== 'string' || !BASES.includes(base)) return null;
	return {
		base,
		...(typeof background === 'string' ? { background } : {}),
		colors: colorsIn(colors),
		backgrounds: colorsIn(backgrounds),
		isImported: true,
	};
}

function colorsIn(value: unknown): Readonly<Record<string, string | number>> {
	return Object.fromEntries(
		Object.entries(fieldsOf(value)).filter(
			(entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
		),
	);
}
