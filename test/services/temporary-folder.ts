import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of its own for one test, by its real path; gone when the test ends. */
export function temporaryFolder(): string {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'acp-tui-test-')));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
