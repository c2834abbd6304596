import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from 'vitest';
import type { Failure } from '../../../../src/core/failure.js';
import type { UnpackLimits } from '../../../../src/services/agents/archives/archive-entry.js';
import type { ArchiveKind } from '../../../../src/services/agents/archives/archive-kind.js';
import { type Unpacked, type UnpackRequest, unpack } from '../../../../src/services/agents/archives/unpack.js';
import { must } from '../../must.js';
import { temporaryFolder } from '../../temporary-folder.js';

/** A place with an empty folder to unpack into, and files around it that nobody may touch. */
export function unpackPlace(content: Uint8Array, kind: ArchiveKind, command = './agent') {
	const place = temporaryFolder();
	const folder = join(place, 'staging', 'content');
	mkdirSync(folder, { recursive: true });
	for (const name of ['victim', 'staging/victim']) writeFileSync(join(place, name), 'untouched', { mode: 0o600 });
	const archive = join(place, 'staging', 'archive');
	writeFileSync(archive, content);
	const request: UnpackRequest = { archive, kind, folder, command, name: 'agent' };
	return { place, folder, request };
}

/** Every path below a folder with its kind, permissions, and content or target. */
export function snapshot(folder: string): Record<string, string> {
	const found: Record<string, string> = {};
	const visit = (path: string): void => {
		const facts = lstatSync(path);
		const mode = (facts.mode & 0o7777).toString(8);
		const name = relative(folder, path);
		if (facts.isSymbolicLink()) found[name] = `link ${readlinkSync(path)}`;
		else if (facts.isFile()) found[name] = `file ${mode} ${readFileSync(path, 'latin1').slice(0, 1000)}`;
		else found[`${name}/`] = `${facts.isDirectory() ? 'folder' : 'special'} ${mode}`;
		if (facts.isDirectory()) for (const each of readdirSync(path).sort()) visit(join(path, each));
	};
	visit(folder);
	return found;
}

/** Unpacks a hostile archive: it must be refused, with nothing written anywhere. */
export async function refuses(
	content: Uint8Array,
	kind: ArchiveKind,
	options: { readonly limits?: UnpackLimits; readonly command?: string } = {},
): Promise<Failure> {
	const { place, request } = unpackPlace(content, kind, options.command);
	const before = snapshot(place);
	const result = await unpack({ ...request, ...(options.limits === undefined ? {} : { limits: options.limits }) });
	expect(result.ok).toBe(false);
	expect(snapshot(place)).toEqual(before);
	expect(existsSync('/tmp/acp-tui-escaped')).toBe(false);
	if (result.ok) throw new Error('it was unpacked');
	return result.failure;
}

/** Unpacks an archive that is all right. */
export async function unpacks(content: Uint8Array, kind: ArchiveKind, command?: string) {
	const { place, folder, request } = unpackPlace(content, kind, command);
	const result = must(await unpack(request));
	const value: Unpacked = result;
	return { place, folder, value, files: snapshot(folder) };
}
