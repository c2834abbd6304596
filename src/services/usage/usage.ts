import { sumLogged, withoutDoubles } from '../../core/usage/group-turns.js';
import { CHART_DAYS, dayStarts, usageChart } from '../../core/usage/usage-chart.js';
import type { UsagePort } from '../../core/usage/usage-report.js';
import { readTurns } from './read-turns.js';

const WEEK_DAYS = 7;

/** Sums up the turns of the session logs in `folder`; `now` in milliseconds since the epoch. */
export function createUsage(folder: string, now: () => number): UsagePort {
	return {
		async recent(open) {
			const starts = dayStarts(now(), CHART_DAYS);
			const own = open.map((turn) => ({ turn, project: '' }));
			const logged = withoutDoubles([...((await readTurns(folder, starts[0] ?? 0)) ?? []), ...own]);
			const since = (start = 0) => sumLogged(logged.filter(({ turn }) => turn.endedAt >= start));
			return { today: since(starts.at(-1)), week: since(starts.at(-WEEK_DAYS)), chart: usageChart(logged, starts) };
		},
	};
}
