import { basename, extname } from 'node:path';
import type { ParseError } from 'jsonc-parser';
import { messageOf } from '../../core/failure.js';
import { truncate } from '../../core/text/width.js';
import { systemError } from '../../services/errno.js';
import { readBounded } from '../../services/files/read-bounded.js';
import { UsageError } from '../errors.js';
import { quote } from '../quote.js';
import { textMateScheme, vsCodeScheme } from './editor-formats.js';
import type { Scheme } from './scheme.js';
import { alacrittyScheme, base16Scheme, isBase16, lineScheme, windowsTerminalScheme } from './terminal-formats.js';
import * as messages from './themes-messages.js';

/** The largest known themes have a tenth of it. */
const MOST_BYTES = 2 * 1024 * 1024;

/** Reads a theme of another program. Throws a UsageError that says what is wrong. */
export async function readScheme(file: string): Promise<Scheme> {
	const text = await readTheme(file);
	const scheme = await schemeOf(file, text.replace(/^\uFEFF/, ''));
	if (scheme === null) throw new UsageError(messages.unknownFormat(basename(file)));
	return scheme;
}

async function readTheme(file: string): Promise<string> {
	const read = await readBounded(file, MOST_BYTES).catch((error: unknown) => {
		throw new UsageError(`${quote(file)} cannot be read: ${systemError(error).why}`);
	});
	if (read === 'not-a-file') throw new UsageError(`${quote(file)} is no file`);
	if (read === 'too-large') throw new UsageError(`${quote(file)} is too large: a theme has at most 2 MB`);
	return new TextDecoder().decode(read);
}

async function schemeOf(file: string, text: string): Promise<Scheme | null> {
	const name = basename(file);
	const start = text.trimStart();
	if (start.startsWith('<')) return textMateScheme(await parsed(name, 'property list', () => plist(text)));
	if (start.startsWith('{') || start.startsWith('/')) {
		const data = await parsed(name, 'JSON', () => json(text));
		return isBase16(data) ? base16Scheme(data) : (windowsTerminalScheme(data) ?? vsCodeScheme(data));
	}
	const kind = extname(name).toLowerCase();
	if (kind === '.toml' || /^[ \t]*\[colors[.\]]/m.test(text)) {
		return alacrittyScheme(await parsed(name, 'TOML', async () => (await import('smol-toml')).parse(text)));
	}
	if (kind === '.yaml' || kind === '.yml' || /^[ \t]*["']?base00["']?[ \t]*:/m.test(text)) {
		const data = await parsed(name, 'YAML', async () => (await import('yaml')).parse(text, { logLevel: 'error' }));
		return isBase16(data) ? base16Scheme(data) : alacrittyScheme(data);
	}
	return lineScheme(text);
}

async function parsed(name: string, format: string, parse: () => Promise<unknown>): Promise<unknown> {
	try {
		return await parse();
	} catch (error) {
		throw new UsageError(`${quote(name)} is no ${format}: ${truncate(messageOf(error).split('\n')[0] ?? '', 200)}`);
	}
}

/** A property list as XML; entities of its own are not expanded. */
async function plist(text: string): Promise<unknown> {
	const { parse } = (await import('fast-plist')).default;
	return parse(text);
}

/** JSON with comments and trailing commas, as editors write it. */
async function json(text: string): Promise<unknown> {
	const { parse, printParseErrorCode } = await import('jsonc-parser');
	const errors: ParseError[] = [];
	const data: unknown = parse(text, errors, { allowTrailingComma: true });
	const [first] = errors;
	if (first !== undefined) throw new Error(`${printParseErrorCode(first.error)} at character ${first.offset + 1}`);
	return data;
}
