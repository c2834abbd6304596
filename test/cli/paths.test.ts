import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPaths } from '../../src/cli/paths.js';

test('Each place can be moved, and the data lies in the state folder where only that was moved.', () => {
	const moved = findPaths({ ACP_TUI_CONFIG_DIR: '/c', ACP_TUI_STATE_DIR: 's', ACP_TUI_DATA_DIR: '/d' }, '/work');
	expect(moved).toMatchObject({ configDir: '/c', stateDir: '/work/s', dataDir: '/d' });
	expect(moved.credentialsFile).toBe(join('/c', 'credentials.json'));
	expect(findPaths({ ACP_TUI_STATE_DIR: '/s' }, '/work').dataDir).toBe(join('/s', 'data'));
	expect(findPaths({ ACP_TUI_CONFIG_DIR: '/c' }, '/work').dataDir).toBe(findPaths({}, '/work').dataDir);
});
