import type { LogLevel } from '../services/log/log.js';
import { badLogLevel } from './messages.js';
import { UsageError } from './usage-error.js';
import type { World } from './world.js';

const LEVELS: readonly LogLevel[] = ['error', 'warn', 'info', 'debug'];

/**
 * How much goes into the log: all of it with `--debug`, else what `ACP_TUI_LOG` says, else `info`. Throws a
 * UsageError when that is no level.
 */
export function logLevel(isDebug: boolean, env: World['env']): LogLevel {
	if (isDebug) return 'debug';
	const named = env['ACP_TUI_LOG'];
	if (named === undefined || named === '') return 'info';
	const level = LEVELS.find((known) => known === named.toLowerCase());
	if (level === undefined) throw new UsageError(badLogLevel(named, LEVELS));
	return level;
}
