import { realpath, rm } from 'node:fs/promises';
import type { InstallProgress } from '../../../../core/agents/installer.js';
import { type Result, succeed } from '../../../../core/failure.js';
import { relativeTo } from '../../../files/inside.js';
import { archiveKind, archiveName } from '../../archives/archive-kind.js';
import type { createUnpacker } from '../../archives/unpack-in-thread.js';
import { archiveAddress } from '../../download/archive-address.js';
import { fetchArchive } from '../../download/fetch-archive.js';

/** Unpacks an archive into a folder, on a thread. */
export type Unpacker = ReturnType<typeof createUnpacker>;

/** An archive that is to be fetched and unpacked. */
export type ArchiveInstall = {
	/** As the index names it. */
	readonly archive: string;
	/** The index's address or file; null for the embedded one. */
	readonly base: string | null;
	/** The hash that it must have, as hexadecimal digits; null where none is known yet. */
	readonly sha256: string | null;
	/** The plan's command. */
	readonly command: string;
	/** A private folder for the download. */
	readonly downloads: string;
	/** An empty private folder for the content. */
	readonly folder: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly unpack: Unpacker;
	readonly signal: AbortSignal;
	readonly onProgress: (progress: InstallProgress) => void;
};

/** An unpacked archive, and its program. */
export type InstalledArchive = {
	readonly integrity: string;
	/** A path below the folder, or the name of a program of the system. */
	readonly command: string;
	readonly isSystemCommand: boolean;
};

/** Fetches an archive, checks its hash, then unpacks it. Fails with one sentence; the caller removes both folders. */
export async function installArchive(install: ArchiveInstall): Promise<Result<InstalledArchive>> {
	const { archive, base, sha256, command, downloads, folder, env, unpack, signal, onProgress } = install;
	const address = archiveAddress(archive, base);
	if (!address.ok) return address;
	const kind = archiveKind(address.value);
	if (!kind.ok) return kind;
	const fetched = await fetchArchive({ address: address.value, sha256 }, downloads, {
		signal,
		env,
		onProgress: ({ received, total }) =>
			onProgress({ step: 'downloading', bytes: received, totalBytes: total, count: null }),
	});
	if (!fetched.ok) return fetched;
	const unpacked = await unpack(
		{ archive: fetched.value.file, kind: kind.value, name: archiveName(address.value), folder, command },
		{
			signal,
			onProgress: ({ bytes, entries }) => onProgress({ step: 'unpacking', bytes, totalBytes: null, count: entries }),
		},
	);
	await rm(fetched.value.file, { force: true });
	if (!unpacked.ok) return unpacked;
	const { executable } = unpacked.value;
	const { integrity } = fetched.value;
	return succeed(
		executable.type === 'system'
			? { integrity, command: executable.command, isSystemCommand: true }
			: { integrity, command: relativeTo(await realpath(folder), executable.path), isSystemCommand: false },
	);
}
