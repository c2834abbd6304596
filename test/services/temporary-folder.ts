import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { removeTree } from '../../src/services/shadow/remove-tree.js';

/** A folder of its own for one test, by its real path; gone when the test ends. */
export function temporaryFolder(): string {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'acp-tui-test-')));
	// An overlay leaves a folder there that only root may look into.
	onTestFinished(() => removeTree(folder));
	return folder;
}
