// `npm run bench [-- SCENARIO… --quick --json FILE]`: measures the built program from the outside, on
// a real terminal, with an agent that floods. Times depend on the machine: compare ratios of one run.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createProgram } from './program.mjs';
import { agents } from './scenarios/agents.mjs';
import { beside } from './scenarios/beside.mjs';
import { bulk } from './scenarios/bulk.mjs';
import { burst } from './scenarios/burst.mjs';
import { commands } from './scenarios/commands.mjs';
import { echo } from './scenarios/echo.mjs';
import { endurance } from './scenarios/endurance.mjs';
import { huge } from './scenarios/huge.mjs';
import { idle } from './scenarios/idle.mjs';
import { keeping } from './scenarios/keeping.mjs';
import { network } from './scenarios/network.mjs';
import { palette } from './scenarios/palette.mjs';
import { restore } from './scenarios/restore.mjs';
import { review } from './scenarios/review.mjs';
import { scale } from './scenarios/scale.mjs';
import { sessions } from './scenarios/sessions.mjs';
import { shadow } from './scenarios/shadow.mjs';
import { startup } from './scenarios/startup.mjs';
import { stream } from './scenarios/stream.mjs';
import { table } from './table.mjs';

const SCENARIOS = {
	startup,
	stream,
	burst,
	echo,
	scale,
	huge,
	bulk,
	endurance,
	idle,
	sessions,
	palette,
	keeping,
	restore,
	beside,
	commands,
	agents,
	shadow,
	network,
	review,
};

const FULL = {
	startup: { coldRuns: 5, warmRuns: 9 },
	stream: { chunks: 5000 },
	burst: { chunks: 5000 },
	echo: { words: 5, chunks: 5000 },
	scale: { short: 1000, long: 20_000, chunks: 1500 },
	huge: { lines: 200_000, turn: 5000, chunks: 1500 },
	bulk: { messageBytes: 1_000_000, diffLines: 100_000, outputLines: 6_800_000 },
	endurance: { few: 10_000, many: 100_000 },
	idle: { seconds: 60 },
	sessions: { searched: 1000, listed: 50_000 },
	palette: { entries: 100_000, rounds: 21 },
	keeping: { rounds: 6, chunks: 5000 },
	restore: { runs: 7, entries: 10_000, lines: 200_000 },
	beside: { sessions: 12, lines: 200, seconds: 20 },
	commands: { runs: 200, files: 50_000 },
	agents: { starts: 60, programs: 21 },
	shadow: { files: 50_000, rounds: 9 },
	network: { rounds: 9, connections: 100, bytes: 2_000_000_000 },
	review: { files: 2000, megabytes: 100, rounds: 5 },
};

const QUICK = {
	startup: { coldRuns: 2, warmRuns: 3 },
	stream: { chunks: 1000 },
	burst: { chunks: 5000 },
	echo: { words: 1, chunks: 1000 },
	scale: { short: 1000, long: 4000, chunks: 500 },
	huge: { lines: 20_000, turn: 5000, chunks: 500 },
	bulk: { messageBytes: 1_000_000, diffLines: 100_000, outputLines: 1_000_000 },
	endurance: { few: 5000, many: 20_000 },
	idle: { seconds: 3 },
	sessions: { searched: 1000, listed: 5000 },
	palette: { entries: 100_000, rounds: 5 },
	keeping: { rounds: 2, chunks: 1500 },
	restore: { runs: 3, entries: 10_000, lines: 200_000 },
	beside: { sessions: 5, lines: 200, seconds: 3 },
	commands: { runs: 40, files: 50_000 },
	agents: { starts: 15, programs: 7 },
	shadow: { files: 50_000, rounds: 3 },
	network: { rounds: 3, connections: 50, bytes: 1_000_000_000 },
	review: { files: 2000, megabytes: 100, rounds: 2 },
};

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		quick: { type: 'boolean', default: false },
		json: { type: 'string' },
		/** Another build of the program, to compare with. */
		program: { type: 'string', default: fileURLToPath(new URL('../bin/acp-tui.js', import.meta.url)) },
	},
});

const unknown = positionals.filter((name) => !(name in SCENARIOS));
if (unknown.length > 0) {
	console.error(`unknown: ${unknown.join(', ')}; there are ${Object.keys(SCENARIOS).join(', ')}`);
	process.exit(2);
}

const program = createProgram(values.program);
const results = {};
try {
	for (const [name, run] of Object.entries(SCENARIOS)) {
		if (positionals.length > 0 && !positionals.includes(name)) continue;
		console.error(`${name}…`);
		results[name] = await run(program, (values.quick ? QUICK : FULL)[name]);
	}
} finally {
	program.remove();
}
console.log(table(results));
if (values.json !== undefined) {
	const facts = { node: process.version, platform: process.platform, arch: process.arch, at: new Date().toISOString() };
	writeFileSync(values.json, `${JSON.stringify({ ...facts, isQuick: values.quick, results }, null, '\t')}\n`);
}
