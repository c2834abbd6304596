import { basename, join, resolve } from 'node:path';
import { cosmiconfig, type Loader, type PublicExplorer } from 'cosmiconfig';
import { jsonIn } from '../../core/json-in.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { UsageError } from '../errors.js';
import { CONFIG_KEY, isPackageFile } from './config-places.js';
import { readBytes } from './file-bytes.js';
import { type FileFormat, formatOf } from './file-format.js';

/** A config file as cosmiconfig read it. Being no object with the file's own keys, it has no `$import` to follow. */
type LoadedText = { readonly text: string; readonly format: FileFormat };

const loadAny: Loader = (file, written) => {
	const text = withoutMark(written);
	const loaded: LoadedText = { text, format: formatOf(file, text) };
	if (!isPackageFile(file)) return loaded;
	// cosmiconfig takes the key out of what it is given.
	return hasKey(text) ? { [CONFIG_KEY]: loaded } : {};
};

/** Some editors begin a file with a byte order mark. */
function withoutMark(text: string): string {
	return text.replace(/^\uFEFF/, '');
}

function hasKey(text: string): boolean {
	const data = jsonIn(text);
	// Invalid JSON is reported by its parser, with the line, instead of being skipped.
	return data === undefined || (typeof data === 'object' && data !== null && Object.hasOwn(data, CONFIG_KEY));
}

const refuseScript: Loader = (file) => {
	throw new UsageError(`${sanitizeLine(file)} is a script: a configuration is JSON or YAML`);
};

const loaders: Readonly<Record<string, Loader>> = {
	'.json': loadAny,
	'.yaml': loadAny,
	'.yml': loadAny,
	noExt: loadAny,
	// cosmiconfig's own loaders run these.
	...Object.fromEntries(['.js', '.cjs', '.mjs', '.ts', '.cts', '.mts'].map((extension) => [extension, refuseScript])),
};

/**
 * While it is made, cosmiconfig reads settings of its own from the current folder, scripts and further places to search
 * among them. A cloned repository could bring those, so it is made in the program's folder.
 */
function makeExplorer(searchPlaces: readonly string[]): PublicExplorer {
	const folder = process.cwd();
	process.chdir(import.meta.dirname);
	try {
		return cosmiconfig(CONFIG_KEY, {
			searchPlaces: [...searchPlaces],
			loaders,
			searchStrategy: 'none',
			ignoreEmptySearchPlaces: false,
			cache: false,
		});
	} finally {
		process.chdir(folder);
	}
}

/**
 * The config files in a folder at the places that count, the first first. Throws a UsageError where something that
 * cannot be read stands at one of them: cosmiconfig would take the next, or wait for a named pipe.
 */
export async function searchFolder(folder: string, places: readonly string[]): Promise<readonly string[]> {
	await Promise.all(places.map((place) => readBytes(join(folder, place))));
	const files: string[] = [];
	for (let rest = places; rest.length > 0; ) {
		const found = await makeExplorer(rest).search(folder);
		if (found === null) break;
		files.push(found.filepath);
		rest = rest.slice(rest.findIndex((place) => resolve(folder, place) === found.filepath) + 1);
	}
	return files;
}

/** Reads a config file. Throws a UsageError when it cannot be read, is no file, too large or a script. */
export async function loadText(file: string): Promise<LoadedText> {
	await readBytes(file);
	const loaded = await makeExplorer([basename(file)]).load(file);
	// An empty file, or package.json without the key.
	if (loaded === null || loaded.isEmpty === true) return { text: '', format: 'json' };
	return loaded.config;
}
