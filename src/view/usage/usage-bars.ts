import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth, padEnd, truncate } from '../../core/text/width.js';
import type { UsageChart, UsageShare } from '../../core/usage/usage-chart.js';
import { percentOf } from '../gauge.js';
import { money } from '../money.js';
import { shortCount } from '../short-count.js';

const BLOCKS = '▁▂▃▄▅▆▇█';
const WEEK = 7;
const MOST_SHARES = 5;
const MOST_NAME = 24;

export function usageBars(chart: UsageChart, width: number): readonly string[] {
	const days = chart.days.slice(-WEEK * Math.max(1, Math.floor((width + 1) / (WEEK + 1))));
	const most = Math.max(...days);
	const sum = sumOf(chart.agents);
	if (sum === 0) return [];
	const names = [...chart.agents, ...chart.models].map(({ name }) => cellWidth(nameOf(name)));
	const room = { width, name: Math.min(MOST_NAME, Math.max(...names)), sum };
	return [
		`Each day of ${days.length / WEEK} weeks, in ${chart.unit}; most ${shortCount(most)}`,
		blocks(days, most),
		'',
		...shares('By agent', chart.agents, room),
		...shares('By model', chart.models, room),
	];
}

export function spokenBars({ unit, agents, models }: UsageChart): readonly string[] {
	const sum = sumOf(agents);
	const said = (what: string, all: readonly UsageShare[]): string => {
		const each = all.slice(0, MOST_SHARES).map(({ name, amount }) => `${nameOf(name)} ${percent(amount, sum)}`);
		return `${unit === 'tokens' ? 'Tokens' : 'Prompts'} of the last 4 weeks by ${what}: ${each.join(', ')}`;
	};
	return sum === 0 ? [] : [said('agent', agents), said('model', models)];
}

function blocks(days: readonly number[], most: number): string {
	const marks = days.map((amount) => (amount === 0 ? '·' : BLOCKS[Math.ceil((amount / most) * BLOCKS.length) - 1]));
	return marks.map((mark, index) => `${index > 0 && index % WEEK === 0 ? ' ' : ''}${mark}`).join('');
}

type Room = { readonly width: number; readonly name: number; readonly sum: number };

function shares(title: string, all: readonly UsageShare[], { width, name: longest, sum }: Room): readonly string[] {
	const shown = all.slice(0, MOST_SHARES);
	const left = sumOf(all.slice(MOST_SHARES));
	const rows = left === 0 ? shown : [...shown, { name: 'others', amount: left, cost: [] }];
	const bar = width < 60 ? 8 : 20;
	const lines = rows.map(({ name, amount, cost }) => {
		const filled = Math.min(bar, Math.max(1, Math.round((amount / sum) * bar)));
		const start = padEnd(truncate(nameOf(name), longest), longest);
		const facts = [percent(amount, sum).padStart(4), shortCount(amount).padStart(6), cost.map(money).join(' + ')];
		return `  ${start}  ${'█'.repeat(filled)}${'░'.repeat(bar - filled)}  ${facts.join('  ')}`.trimEnd();
	});
	return [title, ...lines.map((line) => truncate(line, width))];
}

function sumOf(shares: readonly UsageShare[]): number {
	return shares.reduce((sum, { amount }) => sum + amount, 0);
}

function percent(amount: number, sum: number): string {
	return `${percentOf(amount, sum)}%`;
}

function nameOf(name: string | null): string {
	return name === null ? '(not named)' : sanitizeLine(name.slice(0, 4 * MOST_NAME));
}
