import { join } from 'node:path';
import type { CommitFile, CommitList, CommitMaterial } from '../../core/commit/commit.js';
import { type Result, succeed } from '../../core/failure.js';
import { clip } from '../../core/text/clip.js';
import { readTextWithin } from '../files/read-regular.js';
import { isPlain } from '../review/quoted-names.js';
import { redactText } from '../secrets/redact.js';
import { type Opened, openRepository, type Place } from './look-at-repository.js';

const SUBJECTS = 12;
/** Characters of all changes, and of one file. */
const MOST_PATCH = 40_000;
const MOST_OF_FILE = 6000;
/** Files of which the changes are read: more have no room. */
const MOST_FILES = 200;
const MOST_READ = 4 * 1024 * 1024;

/** Material for the message of a commit: the newest subjects, and the changes without what looks like a secret. */
export async function materialFor(
	place: Place,
	list: CommitList,
	ids: ReadonlySet<string>,
): Promise<Result<CommitMaterial>> {
	const opened = await openRepository({ ...place, cwd: list.top });
	if (!opened.ok) return opened;
	const chosen = list.files.filter(({ id, path, from = path }) => ids.has(id) && isPlain(path) && isPlain(from));
	const some = chosen.slice(0, MOST_FILES);
	const [subjects, staged, changed, untracked] = await Promise.all([
		subjectsOf(opened.value, list),
		patchOf(opened.value, some, 'staged'),
		patchOf(opened.value, some, 'changed'),
		newTexts(list, some),
	]);
	const parts = [staged, changed].flatMap((patch) => patch.split(/^(?=diff --git )/m)).concat(untracked);
	let patch = '';
	let isCut = chosen.length > some.length;
	for (const part of parts.map(redactText)) {
		const cut = clip(part, MOST_OF_FILE);
		isCut ||= cut !== part || patch.length + cut.length > MOST_PATCH;
		if (patch.length + cut.length <= MOST_PATCH) patch += cut.endsWith('\n') || cut === '' ? cut : `${cut}\n`;
	}
	return succeed({ subjects: subjects.map(redactText), patch, isCut });
}

async function subjectsOf({ git }: Opened, { head }: CommitList): Promise<readonly string[]> {
	if (head === null) return [];
	const args = ['log', `--max-count=${SUBJECTS}`, '--no-merges', '--no-show-signature', '--format=%s', head];
	return ((await git.read(args)) ?? '').split('\n').filter((line) => line !== '');
}

async function patchOf({ git }: Opened, files: readonly CommitFile[], group: 'staged' | 'changed'): Promise<string> {
	const paths = files.filter((file) => file.group === group).flatMap(({ path, from }) => [path, from ?? path]);
	if (paths.length === 0) return '';
	const args = ['diff', ...(group === 'staged' ? ['--cached'] : []), '--find-renames', '--no-ext-diff'];
	const how = ['--no-textconv', '--submodule=short', '--ignore-submodules=dirty', '--'];
	const printed = await git.run([...args, ...how, ...new Set(paths)], { most: MOST_READ });
	return printed.ok ? printed.value.bytes.toString('utf8') : '';
}

/** Files that git does not track, as a patch would have them. */
async function newTexts({ top }: CommitList, files: readonly CommitFile[]): Promise<readonly string[]> {
	const texts = files.filter(({ group, added, kind }) => group === 'untracked' && added !== null && kind === 'file');
	return Promise.all(
		texts.map(async ({ path }) => {
			const text = (await readTextWithin(join(top, path), MOST_READ)) ?? '';
			const lines = clip(text, MOST_OF_FILE)
				.split('\n')
				.map((line) => `+${line}`);
			return [`diff --git a/${path} b/${path}`, 'new file', ...lines, ''].join('\n');
		}),
	);
}
