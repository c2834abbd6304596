import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { expect } from 'vitest';
import type { ApplyReport, ShadowChange } from '../../../../src/core/shadow/shadow-change.js';
import type { ShadowPort } from '../../../../src/core/shadow/shadow-port.js';
import { must } from '../../must.js';

/** What is below a folder, by its path: links by where they lead, files by what they hold and who may run or write them. */
export type Tree = ReadonlyMap<string, string>;

/** Of the permissions those that nobody gives a file by chance. */
const UNUSUAL_MODES = 0o7113;

export function treeOf(root: string): Tree {
	const found = new Map<string, string>();
	const look = (folder: string): void => {
		for (const name of readdirSync(atPath(root, folder), { encoding: 'latin1' })) {
			const path = `${folder}${name}`;
			const facts = lstatSync(atPath(root, path));
			if (facts.isDirectory()) {
				found.set(path, `folder ${facts.mode & 0o7002}`);
				look(`${path}/`);
			} else if (facts.isSymbolicLink()) found.set(path, linkWords(readlinkSync(atPath(root, path))));
			else if (facts.isFile()) found.set(path, fileWords(facts.mode, readFileSync(atPath(root, path), 'utf8')));
			else found.set(path, 'a device, a pipe or a socket');
		}
	};
	look('');
	return found;
}

/** Everything that was listed, with its text as a question shows it. */
export async function shownBy(layer: ShadowPort) {
	const changes = must(await layer.changes());
	const texts = new Map<string, string>();
	for (const { path, version } of changes) {
		const text = await layer.texts(path, version);
		if (text.ok && text.value.after !== null) texts.set(path, text.value.after);
	}
	return { changes, texts };
}

/** Expects a workspace to differ from `before` by what was shown and applied, and by nothing else. */
export function expectAsShown(
	{ before, after }: { readonly before: Tree; readonly after: Tree },
	{ changes, texts }: Awaited<ReturnType<typeof shownBy>>,
	{ applied }: ApplyReport,
): void {
	const wanted = new Map(before);
	for (const change of changes.filter(({ path }) => applied.includes(path))) {
		const path = Buffer.from(change.path).toString('latin1');
		if (change.from !== undefined) wanted.delete(Buffer.from(change.from).toString('latin1'));
		if (change.status === 'deleted' || change.kind === 'folder') wanted.delete(path);
		else wanted.set(path, wordsOf(change, texts.get(change.path) ?? '', before.get(path)));
	}
	const isFile = ([, words]: readonly [string, string]): boolean => !words.startsWith('folder');
	const inOrder = (tree: Tree): unknown =>
		[...tree].filter(isFile).toSorted(([one], [other]) => (one < other ? -1 : 1));
	expect(inOrder(after)).toEqual(inOrder(wanted));
	const open = changes.flatMap(({ path, mode, openFolder }) =>
		(mode === undefined ? [] : [path]).concat(openFolder?.path ?? []),
	);
	for (const [path, words] of after) {
		if (words.startsWith('folder') && words !== 'folder 0' && before.get(path) !== words) expect(open).toContain(path);
	}
}

function wordsOf({ kind, link, mode }: ShadowChange, text: string, before: string | undefined): string {
	if (kind === 'link') return linkWords(link?.target ?? '');
	const old = /^file (\d+)/.exec(before ?? '')?.[1];
	return fileWords(mode?.after ?? Number(old ?? 0), text);
}

function linkWords(target: string): string {
	return `link to ${target}`;
}

function fileWords(mode: number, text: string): string {
	return `file ${mode & UNUSUAL_MODES} ${text}`;
}

function atPath(root: string, path: string): Buffer {
	return Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')]);
}
