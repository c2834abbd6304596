import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { removeTree } from '../../src/services/files/remove-tree.js';

const make = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'acp-tui-test-')));

/** A folder for all tests of a file, none of which changes it; gone after the last of them. */
export function folderOfFile(): string {
	const folder = make();
	afterAll(() => removeTree(folder));
	return folder;
}

/** A folder of its own for one test, by its real path; gone when the test ends. */
export function temporaryFolder(): string {
	const folder = make();
	// An overlay leaves a folder there that only root may look into.
	onTestFinished(() => removeTree(folder));
	return folder;
}
