import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { shownSettings } from '../../../../src/services/sandbox/home/shown-settings.js';

test.each(['linux', 'darwin'] as const)('Settings without keys are shown on %s.', (platform) => {
	const home = realpathSync(mkdtempSync(join(tmpdir(), 'acp-tui-home-')));
	const at = join(home, '.npmrc');
	writeFileSync(at, 'fund=false\n', { mode: 0o644 });
	vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
	expect(shownSettings({ home, env: {}, shells: false, copies: null })).toEqual([{ at, from: at }]);
	vi.restoreAllMocks();
});
