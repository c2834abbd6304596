import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadConfig } from '../../../src/cli/config/load-config.js';
import { settingsAsFile } from '../../../src/cli/config/settings.js';
import { UsageError } from '../../../src/cli/errors.js';
import { importTheme, listThemes } from '../../../src/cli/subcommands/themes/run-themes.js';
import { readImportedThemes } from '../../../src/cli/themes/own-themes.js';
import type { Hex } from '../../../src/view/line.js';
import { contrast } from '../../../src/view/theme/contrast.js';
import { makeTheme, themeByName, themeNames } from '../../../src/view/theme/themes.js';
import { temporaryFolder } from '../../services/temporary-folder.js';
import { pathsIn } from '../project-home.js';

/** Imports a text as a file of this name; gives the theme as it is used. */
async function imported(file: string, text: string, name: string | null = null) {
	const dir = temporaryFolder();
	writeFileSync(join(dir, file), text);
	const done = await importTheme(join(dir, file), name, { configDir: dir, taken: ['mine'] });
	const { themes, broken } = await readImportedThemes(dir);
	expect(broken).toEqual([]);
	const definition = themes.get(done.name);
	if (definition === undefined) throw new Error('not imported');
	return { ...done, theme: makeTheme(done.name, definition), dir };
}

/** Why nothing was imported. */
async function refused(file: string, text: string | Buffer, name: string | null = null): Promise<string> {
	const dir = temporaryFolder();
	writeFileSync(join(dir, file), text);
	const error: unknown = await importTheme(join(dir, file), name, { configDir: dir, taken: ['mine'] }).catch((e) => e);
	expect(error).toBeInstanceOf(UsageError);
	expect(readdirSync(dir)).toEqual([file]);
	return String((error as Error).message);
}

const [bg, fg, red, green, yellow, blue, purple, cyan, gray] = [
	...['#101820', '#e8e8e0', '#ff6070', '#70d080', '#e0c060', '#60a0ff', '#c080f0', '#60d0d0', '#607080'],
] as [string, string, string, string, string, string, string, string, string];
const ansi = ['#202830', red, green, yellow, blue, purple, cyan, '#d0d0d0', gray];
const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

const base16 = (at: string, indent: string): string =>
	[
		bg,
		'202830',
		'303840',
		gray,
		'a0a8b0',
		fg,
		'f0f0f0',
		'ffffff',
		red,
		'#f0a050',
		yellow,
		green,
		cyan,
		blue,
		purple,
		'#a06040',
	]
		.map((color, index) => `${indent}base0${index.toString(16).toUpperCase()}: "${color}" # ${at}\n`)
		.join('');
const vsCode = JSON.stringify({
	name: 'Night Harbour',
	colors: { 'editor.background': `${bg}ff`, 'editor.foreground': fg },
	tokenColors: [
		{ scope: 'comment', settings: { foreground: gray } },
		{ scope: ['string', 'markup.inserted'], settings: { foreground: green } },
		{ scope: 'keyword.control, storage', settings: { foreground: purple } },
		{ scope: 'constant.numeric', settings: { foreground: red } },
		{ scope: 'entity.name.function', settings: { foreground: blue, fontStyle: 'bold' } },
		{ scope: 'entity.name.type', settings: { foreground: yellow } },
		{ scope: 'support.other', settings: { foreground: cyan } },
	],
});
const rule = (scope: string, color: string): string =>
	`<dict><key>name</key><string>${scope}</string><key>scope</key><string>${scope}</string><key>settings</key><dict><key>foreground</key><string>${color}</string></dict></dict>`;
const tmTheme = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>name</key><string>Night Harbour</string><key>settings</key><array>
<dict><key>settings</key><dict><key>background</key><string>${bg}</string><key>foreground</key><string>${fg}</string></dict></dict>
${rule('comment', gray)}${rule('string', green)}${rule('keyword', purple)}${rule('constant.numeric', red)}
${rule('entity.name.function', blue)}${rule('entity.name.type', yellow)}${rule('support', cyan)}
</array></dict></plist>`;
const alacritty = `[colors.primary]\nbackground = '${bg}'\nforeground = '0x${fg.slice(1)}'\n[colors.normal]\n${names.map((name, at) => `${name} = "${ansi[at]}"`).join('\n')}\n[colors.bright]\nblack = "${gray}"\n`;
const windows = JSON.stringify({
	...{ name: 'Night Harbour', background: bg, foreground: fg, brightBlack: gray },
	...Object.fromEntries(names.map((name, at) => [name === 'magenta' ? 'purple' : name, ansi[at]])),
});

const FORMATS: readonly (readonly [what: string, file: string, text: string, name: string])[] = [
	['base16', 'a.yaml', `scheme: "Night Harbour"\nauthor: "Ada"\n${base16('', '')}`, 'night-harbour'],
	[
		'base24 with a palette',
		'a.yml',
		`system: "base24"\nname: "Näïve (Dark)"\npalette:\n${base16('x', '  ')}  base10: "000000"\n`,
		'naive-dark',
	],
	['tmTheme', 'Harbour.tmTheme', tmTheme, 'night-harbour'],
	[
		'VS Code with comments',
		'harbour-color-theme.json',
		`// mine\n${vsCode.slice(0, -1)}, /* the end */ }`,
		'night-harbour',
	],
	[
		'Ghostty',
		'Night Harbour',
		`# a theme\nbackground = ${bg.slice(1)}\nforeground = ${fg}\n${ansi.map((color, at) => `palette = ${at}=${color}`).join('\n')}\n`,
		'night-harbour',
	],
	[
		'kitty',
		'harbour.conf',
		`## name: Night Harbour\nbackground   ${bg}\nforeground   ${fg}\nbackground_opacity 0.9\n${ansi.map((color, at) => `color${at}   ${color}`).join('\r\n')}\n`,
		'night-harbour',
	],
	['Alacritty', 'night_harbour.toml', alacritty, 'night-harbour'],
	['Windows Terminal', 'scheme.json', windows, 'night-harbour'],
	['Windows Terminal, a list of one', 'list.json', `{"schemes":[${windows}]}`, 'night-harbour'],
];

test.each(FORMATS)('%s becomes a theme with a readable colour for every role', async (what, file, text, name) => {
	const { theme, ...done } = await imported(file, text);
	expect(done).toMatchObject({ name, isNew: true });
	expect(theme).toMatchObject({ base: 'dark', background: bg });
	expect(theme.colors).toMatchObject({
		text: fg,
		'syntax.string': green,
		'syntax.keyword': purple,
		'syntax.function': blue,
	});
	expect(theme.colors.error).toBe(what.includes('base') ? red : theme.colors.error);
	for (const [role, color] of Object.entries(theme.colors))
		expect(contrast(color as Hex, bg as Hex), role).toBeGreaterThanOrEqual(4.5);
});

const without = (words: RegExp): string =>
	`background = ${bg}\nforeground = ${fg}\n${ansi.map((color, at) => `palette = ${at}=${color}`).join('\n')}\n`.replace(
		words,
		'',
	);

test.each<[string, string, string | Buffer, RegExp]>([
	['nothing', 'a.conf', '', /not a theme that can be imported/],
	['words', 'a.txt', 'Dear diary,\nred and blue.\n', /not a theme that can be imported/],
	['bytes', 'a.bin', Buffer.from([0, 255, 254, 1, 2, 3]), /not a theme that can be imported/],
	['no background', 'a', without(/background.*\n/), /colours are missing: background/],
	['missing colours', 'a', without(/palette = [25]=.*\n/g), /missing: green, purple/],
	['a colour that is none', 'a', without(/xx/).replace(red, 'reddish'), /color 1 is "reddish", which is not a colour/],
	['a colour with an escape', 'a', without(/xx/).replace(red, '\x1b]0;x\x07'), /not a colour/],
	['broken JSON', 'a.json', '{"colors": {', /read as JSON: /],
	['JSON of something else', 'a.json', '{"name":"x","private":true}', /not a theme that can be imported/],
	[
		'a VS Code theme without a background',
		'a.json',
		'{"colors":{},"tokenColors":[]}',
		/background of the editor, foreground/,
	],
	['several schemes', 'a.json', `{"schemes":[${windows},${windows}]}`, /several schemes/],
	['colours of another type', 'a.json', windows.replace(`"${red}"`, '{"r":1}'), /color 1 is something else than text/],
	['broken YAML', 'a.yaml', 'base00: "1\n  x: [', /read as YAML: /],
	[
		'aliases without end',
		'a.yaml',
		`a: &a [x,x]\n${'bcdefghijk'
			.split('')
			.map((key, at) => `${key}: &${key} [${`*${'abcdefghijk'[at]},`.repeat(9)}]`)
			.join('\n')}\nbase00: *k\n`,
		/read as YAML: |not a colour/,
	],
	['broken TOML', 'a.toml', '[colors.primary\nx', /read as TOML: /],
	['TOML of something else', 'a.toml', '[package]\nname = "x"\n', /not a theme that can be imported/],
	['a broken property list', 'a.tmTheme', '<plist><dict><key>', /read as a property list: |not a theme/],
	[
		'entities that multiply',
		'a.tmTheme',
		`<!DOCTYPE x [<!ENTITY a "${'b'.repeat(1000)}"><!ENTITY c "&a;&a;&a;">]><plist><dict><key>settings</key><array><dict><key>settings</key><dict><key>background</key><string>&c;</string></dict></dict></array></dict></plist>`,
		/read as a property list|missing/,
	],
	['a page', 'a.html', '<html><body>hello</body></html>', /read as a property list|not a theme/],
	['brackets without end', 'a.json', `{"colors":${'['.repeat(200_000)}`, /read as JSON: /],
	[
		'names of prototypes',
		'a.json',
		'{"__proto__":{"background":"#000000","purple":"#ffffff"},"constructor":1}',
		/not a theme that can be imported/,
	],
])('%s is refused, and nothing is written', async (_, file, text, why) => {
	expect(await refused(file, text)).toMatch(why);
});

test('many empty lines are passed over at once', async () => {
	const start = performance.now();
	await refused('scheme', 'x'.concat('\n'.repeat(60_000)));
	expect(performance.now() - start).toBeLessThan(2000);
});

test('a file that is too large, a folder, a pipe and one that is not there are refused at once', async () => {
	const dir = temporaryFolder();
	const target = { configDir: dir, taken: [] };
	writeFileSync(join(dir, 'large.json'), '{');
	truncateSync(join(dir, 'large.json'), 10 * 1024 * 1024);
	const began = performance.now();
	await expect(importTheme(join(dir, 'large.json'), null, target)).rejects.toThrow('at most 2 MB');
	expect(performance.now() - began).toBeLessThan(1000);
	mkdirSync(join(dir, 'folder.json'));
	await expect(importTheme(join(dir, 'folder.json'), null, target)).rejects.toThrow('is not a regular file');
	execFileSync('mkfifo', [join(dir, 'pipe')]);
	await expect(importTheme(join(dir, 'pipe'), null, target)).rejects.toThrow('is not a regular file');
	await expect(importTheme(join(dir, 'gone'), null, target)).rejects.toThrow('cannot be read');
});

test.each([
	'../evil',
	'a/b',
	'',
	' ',
	'__proto__',
	'-x',
	'a'.repeat(41),
	'x\x1b[2J',
	'Rosé',
	'.',
	'nord',
	'auto',
	'mine',
])('a theme cannot be called %j', async (name) => {
	expect(await refused('a.toml', alacritty, name)).toMatch(/not a name for a theme|built-in theme|your config defines/);
});

test.each([
	['../../etc/passwd', 'etc-passwd'],
	['\x1b]0;evil\x07', '0-evil'],
	['__proto__', 'proto'],
	['Tokyo   Night  (Storm!)', 'tokyo-night-storm'],
	['x'.repeat(500), 'x'.repeat(40)],
])('a file that calls its theme %j gives a harmless name', async (called, name) => {
	const done = await imported('a.json', windows.replace('Night Harbour', JSON.stringify(called).slice(1, -1)));
	expect(done.name).toBe(name);
	expect(readdirSync(join(done.dir, 'themes'))).toEqual([`${name}.json`]);
});

test('a theme without a name of its own or a usable file name asks for one', async () => {
	expect(await refused('日本.toml', alacritty)).toContain('--name');
});

test('whatever is in a file, it is imported or refused with a reason', async () => {
	const dir = temporaryFolder();
	const lines = fc.stringMatching(
		/^(?:palette = \d\d?=#?[0-9a-f]{0,8}|color\d\s+\S{0,8}|background[ =]+\S{0,8}|[[{<:#"]{0,4}\w{0,5})$/,
	);
	await fc.assert(
		fc.asyncProperty(
			fc.array(lines, { maxLength: 30 }),
			fc.constantFrom('a.conf', 'a.json', 'a.yaml', 'a.toml', 'a.tmTheme'),
			async (text, file) => {
				writeFileSync(join(dir, file), text.join('\n'));
				const found: unknown = await importTheme(join(dir, file), 'some', { configDir: dir, taken: [] }).catch(
					(e) => e,
				);
				expect(found instanceof Error ? found.constructor.name : 'imported').toMatch(/^(UsageError|imported)$/);
			},
		),
		{ numRuns: 150 },
	);
});

test('an imported theme is one of ui.theme, is listed as imported, and stays out of what the config shows', async () => {
	const home = temporaryFolder();
	const paths = pathsIn(home);
	const file = join(home, 'scheme.json');
	writeFileSync(file, windows);
	const target = { configDir: paths.configDir, taken: [] };
	expect(await importTheme(file, 'harbour', target)).toMatchObject({ name: 'harbour', isNew: true });
	expect(await importTheme(file, 'harbour', target)).toMatchObject({ isNew: false });
	writeFileSync(
		join(paths.configDir, 'config.json'),
		'{"ui":{"theme":"harbour"},"themes":{"sea":{"base":"nord","background":"#fafafa","colors":{"error":"#aa0000"}}}}',
	);
	const { settings } = await loadConfig(paths, home);
	expect(settings.ui.theme).toBe('harbour');
	expect(JSON.stringify(settingsAsFile(settings))).not.toContain('"harbour":');
	const listed = listThemes(settings.themes).map(({ theme: _, ...row }) => row);
	expect(listed).toContainEqual({ name: 'harbour', base: 'dark', source: 'imported' });
	expect(listed).toContainEqual({ name: 'sea', base: 'light', source: 'config' });
	expect(listed).toContainEqual({ name: 'catppuccin-latte', base: 'light', source: 'builtin' });
	expect(listed.map(({ name }) => name).slice(0, themeNames.length)).toEqual(themeNames);
});

test.each([
	['no JSON', '{'],
	['a list', '[]'],
	['no base', '{"colors":{}}'],
	['a base that nobody knows', '{"base":"__proto__"}'],
	['too much', `{"base":"dark","x":"${'y'.repeat(70_000)}"}`],
])('a file of the folder that is no theme is left out and named: %s', async (_, text) => {
	const dir = temporaryFolder();
	mkdirSync(join(dir, 'themes'));
	writeFileSync(join(dir, 'themes', 'a.json'), text);
	writeFileSync(join(dir, 'themes', 'nord.json'), '{"base":"dark"}');
	const { themes, broken } = await readImportedThemes(dir);
	expect([...themes.keys()]).toEqual([]);
	expect(broken).toEqual([join(dir, 'themes', 'a.json'), join(dir, 'themes', 'nord.json')]);
});

test('wrong colours in a file of the folder are those of its base', async () => {
	const dir = temporaryFolder();
	mkdirSync(join(dir, 'themes'));
	const text =
		'{"base":"dark","background":"red","colors":{"error":"\\u001b[2J","text":99,"__proto__":"#ffffff"},"backgrounds":7}';
	writeFileSync(join(dir, 'themes', 'a.json'), text);
	const definition = (await readImportedThemes(dir)).themes.get('a');
	const dark = themeByName('dark');
	expect(definition === undefined ? null : makeTheme('a', definition)).toEqual({ ...dark, name: 'a' });
	expect(readFileSync(join(dir, 'themes', 'a.json'), 'utf8')).toBe(text);
});
