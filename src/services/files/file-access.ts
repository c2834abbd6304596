import type { Result } from '../../core/failure.js';
import { linksBehind } from './links-behind.js';
import { type ReadOptions, readText } from './read-text.js';
import { type ResolvedPath, resolvePath } from './resolve-path.js';
import { writeText } from './write-text.js';

/** Resolves paths and opens files, on this machine or in a view of it. */
export type FileAccess = {
	resolve(given: string): Promise<Result<ResolvedPath>>;
	read(real: string, where: string, options: ReadOptions): Promise<Result<string>>;
	write(target: ResolvedPath, where: string, content: string): Promise<Result<void>>;
	linksBehind(pattern: string, areWords?: boolean): Promise<readonly string[] | null>;
};

export const MACHINE_FILES: FileAccess = { resolve: resolvePath, read: readText, write: writeText, linksBehind };
