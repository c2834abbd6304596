import { createSessionIndex } from '../../services/sessions/index/session-index.js';
import type { RunOptions } from '../command.js';
import type { World } from '../world.js';
import { findSession } from './find-session.js';
import type { StartOfRun } from './resumed-run.js';

/** What a run with `--continue` or `--resume` begins with, by what is kept on this machine. Throws as `findSession`. */
export function startOfRun(run: RunOptions, world: World): Promise<StartOfRun> {
	// Looking for a session writes nothing: the configuration, which may forbid it, is that of its folder.
	const index = createSessionIndex({ folder: world.paths.sessionsDir, isKept: false });
	return findSession(run, { index, world });
}
