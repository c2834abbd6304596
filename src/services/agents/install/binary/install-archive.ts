import { realpath, rm } from 'node:fs/promises';
import type { InstallProgress } from '../../../../core/agents/installer.js';
import { type Result, succeed } from '../../../../core/failure.js';
import { relativeTo } from '../../../files/inside.js';
import { archiveKind, archiveName } from '../../archives/archive-kind.js';
import type { createUnpacker } from '../../archives/unpack-in-thread.js';
import { archiveAddress } from '../../download/archive-address.js';
import { fetchArchive } from '../../download/fetch-archive.js';

export type Unpacker = ReturnType<typeof createUnpacker>;

export type ArchiveInstall = {
	readonly archive: string;
	/** An address or a file; null for the embedded index. */
	readonly base: string | null;
	/** The expected hash in hexadecimal; null where none is known yet. */
	readonly sha256: string | null;
	readonly command: string;
	readonly downloads: string;
	readonly folder: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly unpack: Unpacker;
	readonly signal: AbortSignal;
	readonly onProgress: (progress: InstallProgress) => void;
};

export type InstalledArchive = {
	readonly integrity: string;
	/** A path below the folder, or the name of an interpreter of the machine. */
	readonly command: string;
	readonly isSystemCommand: boolean;
};

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
