import type { CommitRun } from '../../core/commit/commit-event.js';
import { sanitizeLine, sanitizeText } from '../../core/text/sanitize.js';
import { weakLast } from '../../core/weak-memo.js';
import { formatDuration } from '../duration.js';
import { type Line, muted, plain, styled } from '../line.js';
import type { Panel } from '../panel/panel.js';
import { wrapLine } from '../spans.js';
import { oneLine, sentence, textLines } from '../spoken-text.js';
import { anchorAt, END } from '../transcript/position.js';

/** Lines of an output that are read out. */
const MOST_READ = 40;
const SECOND = 1000;

/** Output of git and its hooks while a commit runs, and why it failed, from the end on. */
export function outputPage<State>(run: CommitRun, now: number): Panel<State> {
	const isRunning = run.phase === 'running';
	const seconds = Math.floor(Math.max(0, now - run.startedAt) / SECOND);
	const time = seconds < 10 ? `${seconds}s` : formatDuration(seconds * SECOND);
	return {
		title: isRunning ? 'Committing' : 'Not committed',
		rows: [],
		pane: {
			grows: true,
			lines: (width, rows, anchor) => {
				const all = linesOf(run, width);
				const last = Math.max(0, all.length - rows);
				const from = anchor.type === 'end' ? last : Math.min(anchor.line, last);
				return all.slice(from, from + rows);
			},
			scroll: (width, rows, anchor, by) => {
				const last = Math.max(0, linesOf(run, width).length - rows);
				const to = (anchor.type === 'end' ? last : Math.min(anchor.line, last)) + by;
				return to >= last ? END : anchorAt({ entry: 0, line: Math.max(0, to) });
			},
			below: (width) =>
				isRunning
					? wrapLine([styled(`git and its hooks are at work · ${time} · esc stops`, { color: 'muted' })], width)
					: whyLines(run, width),
		},
		...(isRunning ? { wakeAt: now + SECOND } : {}),
		spoken: { lines: () => spokenRun(run) },
	};
}

const wrapped = weakLast<CommitRun, readonly Line[]>();

function linesOf(run: CommitRun, width: number): readonly Line[] {
	return wrapped(run, [width], () => {
		const text = sanitizeText(run.output).replace(/\n+$/, '');
		const nothing = run.phase === 'running' ? 'There is no output yet.' : 'git wrote nothing.';
		if (text === '') return [[muted(nothing)]];
		return text.split('\n').flatMap((line) => wrapLine([plain(line)], width));
	});
}

function whyLines({ because, hint }: CommitRun, width: number): readonly Line[] {
	return [
		...wrapLine([styled(sanitizeLine(because ?? ''), { color: 'error' })], width),
		...(hint === null ? [] : wrapLine([styled(sanitizeLine(hint), { color: 'muted' })], width)),
	];
}

function spokenRun({ phase, because, hint, output }: CommitRun): readonly string[] {
	if (phase === 'running') return ['Committing. Escape stops it.'];
	const lines = textLines(sanitizeText(output));
	return [
		sentence(oneLine(because ?? '', 1000)),
		...lines.slice(-MOST_READ),
		...(hint === null ? [] : [sentence(oneLine(hint, 1000))]),
	];
}
