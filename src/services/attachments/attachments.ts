import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Attachment, AttachmentsPort, ChangedFile } from '../../core/attachment-ports.js';
import { defined } from '../../core/defined.js';
import { type DiffPart, splitDiff } from '../../core/edits/git-names.js';
import type { Environment } from '../../core/environment.js';
import { fail, type Result, succeed } from '../../core/failure.js';
import type { PathFact } from '../../core/policy/policy-types.js';
import type { FilesPort } from '../../core/ports.js';
import { FILES, fileFailure } from '../files/file-failure.js';
import { oddKind } from '../files/open-for-reading.js';
import { show } from '../files/resolve-path.js';
import { findTop } from '../git/find-top.js';
import { readGit } from '../git/run-git.js';
import { withoutPrograms } from '../git/without-programs.js';
import { ATTACHMENTS } from './attachments-messages.js';
import { readClipboardImage } from './clipboard-image.js';
import { readImageFile } from './image.js';

export type AttachmentsOptions = {
	readonly workspace: string;
	readonly home: string;
	readonly env: Environment;
	readonly files: FilesPort;
	/** Byte limits of a picture, and of a diff that is looked at. */
	readonly imageBytes: number;
	readonly changesBytes: number;
};

/** Milliseconds. */
const CLIPBOARD_TIMEOUT = 2000;

export function createAttachments(options: AttachmentsOptions): AttachmentsPort {
	const { workspace, home, env, files } = options;
	const absolute = (path: string): string =>
		/^~(?=\/|$)/.test(path) ? join(home, path.slice(1)) : resolve(workspace, path);
	return {
		async inspect(path) {
			const given = absolute(path);
			const fact = await files.inspect(given);
			if (fact.real === null)
				return fail('invalid', `${show(path)} cannot be a path here.`, { hint: 'Check the name.' });
			if (!fact.isInside) return ATTACHMENTS.outside(show(path));
			return lookAt(fact.real, show(path), fact);
		},
		// Reads the file that rules were applied to, whatever the path leads to by now.
		readText: (path, range) => files.read(path, { ...range, real: path }),
		readImage: (path) => readImageFile(absolute(path), options.imageBytes),
		clipboardImage: () =>
			readClipboardImage({
				platform: process.platform,
				env,
				workspace,
				timeout: CLIPBOARD_TIMEOUT,
				most: options.imageBytes,
			}),
		changes: (which) => gitChanges(which, { workspace, env, files }, options.changesBytes),
	};
}

async function lookAt(real: string, where: string, fact: PathFact): Promise<Result<Attachment>> {
	const { relative } = fact;
	try {
		const facts = await stat(real);
		const isFolder = facts.isDirectory();
		const odd = isFolder ? null : oddKind(facts);
		if (odd !== null) return FILES.notAFile(where, odd);
		await access(real, isFolder ? constants.R_OK | constants.X_OK : constants.R_OK);
		const name = relative === null ? real : relative === '' ? '.' : relative;
		const mimeType = isFolder ? undefined : mimeTypeOf(name);
		return succeed({
			path: real,
			name: isFolder ? `${name}/` : name,
			uri: pathToFileURL(isFolder && isAbsolute(real) ? `${real}/` : real).href,
			kind: isFolder ? 'folder' : 'file',
			size: isFolder ? 0 : facts.size,
			...defined({ mimeType }),
			fact,
		});
	} catch (error) {
		return fileFailure(error, where, 'read');
	}
}

type Place = Pick<AttachmentsOptions, 'workspace' | 'env'>;

const LONGEST = 10_000;

/**
 * The diff to the index, or of the index to the last commit, file by file, cut at `most` bytes. No program of the
 * repository's own settings is started: no external diff, no converter, no filter.
 */
async function gitChanges(
	which: 'diff' | 'staged',
	{ workspace, env, files }: Pick<AttachmentsOptions, 'workspace' | 'env' | 'files'>,
	most: number,
): ReturnType<AttachmentsPort['changes']> {
	const top = await topOf({ workspace, env }, which);
	if (!top.ok) return top;
	const filters = await withoutPrograms(placeOf({ workspace, env }));
	if (!filters.ok) return filters;
	const args = [
		...filters.value.args,
		...['-c', 'diff.relative=false', 'diff'],
		...(which === 'staged' ? ['--staged'] : []),
		'--no-ext-diff',
		'--no-textconv',
		'--no-color',
		'--submodule=short',
		'--ignore-submodules=dirty',
		// A file that was renamed is one with two names, and names cannot be taken for prefixes.
		...['--find-renames', '--src-prefix=a/', '--dst-prefix=b/'],
	];
	const printed = await readGit({ ...placeOf({ workspace, env }), args, most });
	if (!printed.ok) return printed;
	if (printed.value.code !== 0) return ATTACHMENTS.noChanges(which);
	const { bytes } = printed.value;
	const parts = splitDiff(bytes.subarray(0, most).toString('utf8')).filter(({ text }) => !UNCHANGED.test(text));
	const changed = await Promise.all(parts.map((part) => changedFile(part, top.value, files)));
	return succeed({ files: changed, isCut: bytes.length > most });
}

/** A file of which only the times differ from the index: a heading without anything below it. */
const UNCHANGED = /^diff --git [^\n]*\n$/;

async function changedFile({ names, text }: DiffPart, top: string, files: FilesPort): Promise<ChangedFile> {
	if (names === null) return { paths: null, name: '?', text };
	const paths = await Promise.all(names.map((name) => factsOf(join(top, name), files)));
	return { paths: paths.flat(), name: names.join(' → '), text };
}

const MOST_PATH = 8192;

/** A path, and where its last name is a link both: git tells of the link itself and of the file that it was. */
async function factsOf(path: string, files: FilesPort): Promise<readonly PathFact[]> {
	const [behind, folder] = await Promise.all([files.inspect(path), files.inspect(dirname(path))]);
	const at = (above: string | null): string | null => (above === null ? null : join(above, basename(path)));
	const real = at(folder.real);
	return real === behind.real ? [behind] : [behind, { ...folder, given: path, real, relative: at(folder.relative) }];
}

/** The repository's top. Its `core.worktree` may point elsewhere, say into the user's home. */
async function topOf(place: Place, which: 'diff' | 'staged'): Promise<Result<string>> {
	const printed = await readGit({ ...placeOf(place), args: ['rev-parse', '--show-toplevel'], most: MOST_PATH });
	if (!printed.ok) return printed;
	if (printed.value.code !== 0) return ATTACHMENTS.noChanges(which);
	const top = printed.value.bytes.toString('utf8').replace(/\n$/, '');
	const [said, found] = await Promise.all([realpath(top).catch(() => null), findTop(place.workspace)]);
	return said !== null && said === found ? succeed(said) : ATTACHMENTS.repositoryElsewhere();
}

function placeOf({ workspace, env }: Place) {
	return { cwd: workspace, env, timeout: LONGEST };
}

const BY_ENDING: Readonly<Record<string, string>> = {
	c: 'text/x-c',
	cc: 'text/x-c++',
	cpp: 'text/x-c++',
	cs: 'text/x-csharp',
	css: 'text/css',
	csv: 'text/csv',
	gif: 'image/gif',
	go: 'text/x-go',
	h: 'text/x-c',
	hpp: 'text/x-c++',
	html: 'text/html',
	java: 'text/x-java',
	jpeg: 'image/jpeg',
	jpg: 'image/jpeg',
	js: 'text/javascript',
	json: 'application/json',
	jsx: 'text/javascript',
	kt: 'text/x-kotlin',
	log: 'text/plain',
	md: 'text/markdown',
	mjs: 'text/javascript',
	mp3: 'audio/mpeg',
	ogg: 'audio/ogg',
	pdf: 'application/pdf',
	php: 'text/x-php',
	png: 'image/png',
	py: 'text/x-python',
	rb: 'text/x-ruby',
	rs: 'text/x-rust',
	sh: 'text/x-shellscript',
	sql: 'application/sql',
	svg: 'image/svg+xml',
	swift: 'text/x-swift',
	toml: 'application/toml',
	ts: 'text/x-typescript',
	tsx: 'text/x-typescript',
	txt: 'text/plain',
	wav: 'audio/wav',
	webp: 'image/webp',
	xml: 'application/xml',
	yaml: 'application/yaml',
	yml: 'application/yaml',
};

/** The type by a file's extension; undefined when unknown. */
export function mimeTypeOf(name: string): string | undefined {
	const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
	return Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined;
}
