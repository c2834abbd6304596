import { sumLogged, withoutDoubles } from '../../core/usage/group-turns.js';
import type { UsagePort } from '../../core/usage/usage-report.js';
import { readTurns } from './read-turns.js';

const WEEK_DAYS = 7;

/** Sums up the turns of the session logs in `folder`; `now` in milliseconds since the epoch. */
export function createUsage({ folder, now }: { readonly folder: string; readonly now: () => number }): UsagePort {
	return {
		async recent(open) {
			const midnight = startOfDay(now(), 0);
			const weekAgo = startOfDay(now(), WEEK_DAYS - 1);
			const own = open.map((turn) => ({ turn, project: '' }));
			const logged = withoutDoubles([...((await readTurns(folder, weekAgo)) ?? []), ...own]);
			const since = (start: number) => sumLogged(logged.filter(({ turn }) => turn.endedAt >= start));
			return { today: since(midnight), week: since(weekAgo) };
		},
	};
}

/** Local midnight, `days` days before. */
function startOfDay(now: number, days: number): number {
	const day = new Date(now);
	return new Date(day.getFullYear(), day.getMonth(), day.getDate() - days).getTime();
}
