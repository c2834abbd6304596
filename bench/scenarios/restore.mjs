import { writeLog } from '../session-log.mjs';
import { median } from '../statistics.mjs';

/** From the start to a long session on the screen, read from its log, as multiples of `node -e 0`. */
export async function restore(program, { runs, entries, lines }) {
	const logs = {
		entries: writeLog(program, { id: 'benchentries', entries }),
		lines: writeLog(program, { id: 'benchlines00', lines }),
	};
	const bare = [];
	const measured = { fresh: [], entries: [], lines: [] };
	for (let run = 0; run < runs; run += 1) {
		bare.push(await program.bareNode(), await program.bareNode());
		measured.fresh.push(await startOnce(program, [], '│ > '));
		for (const which of ['entries', 'lines']) {
			measured[which].push(await startOnce(program, ['--resume', logs[which].id], logs[which].lastWords));
		}
	}
	const unit = median(bare);
	const ratio = (which) => median(measured[which]) / unit;
	return {
		bareNodeMs: unit,
		fresh: ratio('fresh'),
		entries: ratio('entries'),
		lines: ratio('lines'),
		entriesMs: median(measured.entries),
		linesMs: median(measured.lines),
	};
}

/** Until these words are on the screen, in ms. */
async function startOnce(program, args, words) {
	const session = program.start({}, args);
	const shown = await session.until((screen) => screen.includes(words), 60_000);
	await session.close();
	return shown - session.startedAt;
}
