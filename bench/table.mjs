const times = (value) => `${value.toFixed(1)} ×`;
const milliseconds = (value) => `${value.toFixed(1)} ms`;
const seconds = (value) => `${value.toFixed(2)} s`;
const megabytes = (value) => `${value.toFixed(0)} MB`;
const number = (value) => value.toFixed(0);
const both = ({ p50, p99 }) => `${p50.toFixed(1)} / ${p99.toFixed(1)} ms`;

const more = ({ moreMs, quarters, ratio }) =>
	`${milliseconds(moreMs)} (${quarters.map((each) => each.toFixed(1)).join(' to ')}), ${ratio.toFixed(2)} ×`;

const opened = ({ ms, againMs, cpuMs }) =>
	`${milliseconds(ms)} (again ${againMs.toFixed(1)}), ${milliseconds(cpuMs)} of processor`;
const toSmall = (r, which) =>
	`${(r[which].ms / r.small.ms).toFixed(2)} ×, ${megabytes(r[which].moreMb)} more (${megabytes(r.small.moreMb)})`;

const share = ({ cpuShare }) => `${(cpuShare * 100).toFixed(3)} %`;
const childrenShare = ({ childrenCpuShare }) => `${(childrenCpuShare * 100).toFixed(3)} %`;
const next = ({ ms, firstMs, ratio }) => `${milliseconds(ms)} (first ${firstMs.toFixed(1)}), ${ratio.toFixed(2)} ×`;

/** By scenario: what is shown, where it is in the result, how it is written, what is wanted. */
const ROWS = {
	startup: [
		['node -e 0', (r) => milliseconds(r.bareNodeMs), ''],
		['slowest to fastest of them', (r) => times(r.bareNodeSpread), 'else too busy: ≤ 2 ×'],
		['first frame, compiled before', (r) => times(r.warmFirstFrame), ''],
		['ready to type, compiled before', (r) => times(r.warmReady), '≤ 6 ×'],
		['first frame, first start ever', (r) => times(r.coldFirstFrame), ''],
		['ready to type, first start ever', (r) => times(r.coldReady), ''],
	],
	stream: [
		['CPU of the interface', (r) => seconds(r.uiCpuSeconds), '≤ 2.4 s'],
		['CPU with its children', (r) => seconds(r.treeCpuSeconds), ''],
		['CPU a frame', (r) => milliseconds(r.msPerFrame), ''],
		['frames', (r) => number(r.frames), ''],
		['bytes a chunk', (r) => number(r.bytesPerChunk), '≤ 150'],
		['full clears', (r) => number(r.clears), '0'],
		['memory of the interface', (r) => megabytes(r.memoryMb), '≤ 150 MB'],
	],
	sessions: [
		['search over all that was said, 1,000 sessions', (r) => milliseconds(r.searchMs), '≤ 200 ms'],
		['as a multiple of reading it once', (r) => times(r.searchByRead), ''],
		['the first search ever', (r) => milliseconds(r.firstSearchMs), ''],
		['list of all', (r) => milliseconds(r.listMs), ''],
		['list of a folder', (r) => milliseconds(r.listFolderMs), ''],
		['list without an index', (r) => milliseconds(r.buildMs), ''],
	],
	palette: [
		['a key in the palette, 100,000 entries: the dearest, of the processor', (r) => milliseconds(r.worstMs), '≤ 16 ms'],
		['as a multiple of one look into each', (r) => times(r.worstByScan), ''],
		['the usual one', (r) => milliseconds(r.keyMs), ''],
		['before the first', (r) => milliseconds(r.openMs), ''],
	],
	commands: [
		['a command that does nothing, without a sandbox', (r) => milliseconds(r.noneMs), ''],
		['more in the sandbox of one that only reads', (r) => milliseconds(r.readMoreMs), '≤ 15 ms'],
		['more in that of an allowed one', (r) => milliseconds(r.writeMoreMs), '≤ 15 ms'],
		['more on a copy, until it is known what it changed', (r) => milliseconds(r.layerMoreMs), '≤ 20 ms'],
		['with to without', (r) => times(r.ratio), ''],
		['list of one change of 50 files', (r) => milliseconds(r.list.small1), ''],
		['list of ten changes of 50 files', (r) => milliseconds(r.list.small10), ''],
		['list of one change of 50,000 files', (r) => milliseconds(r.list.large1), '≤ 60 ms'],
		['list of ten changes of 50,000 files', (r) => milliseconds(r.list.large10), '≤ 60 ms'],
	],
	agents: [
		['an agent until it answers, without a sandbox', (r) => milliseconds(r.fence.withoutMs), ''],
		['more in a fence (quarters), ratio', (r) => more(r.fence), '≤ 50 ms'],
		['more in a shadow', (r) => more(r.shadow), ''],
		['more to end it in a fence', (r) => more(r.ending), ''],
		['acp-tui -p, without a sandbox', (r) => milliseconds(r.programFence.withoutMs), ''],
		['more in a fence', (r) => more(r.programFence), ''],
		['more in a shadow', (r) => more(r.programShadow), ''],
	],
	shadow: [
		['git status in a workspace of 50,000 files', (r) => milliseconds(r.gitMs), ''],
		['opening a shadow of it, to git status', (r) => next(r.open), '≤ 100 ms'],
		['the list of 40 changes at a turn’s end', (r) => next(r.changes), '≤ 50 ms'],
		['beginning a turn', (r) => next(r.begin), ''],
		['applying the 40 changes', (r) => next(r.apply), ''],
	],
	network: [
		['a connection with its first answer, by loopback', (r) => milliseconds(r.connection.withoutMs), ''],
		['more through the way out of a sandbox', (r) => more(r.connection), '≤ 3 ms'],
		['its throughput, to that of loopback', (r) => `${r.speed.toFixed(2)} ×`, '≥ 0.85 ×'],
		['processor time of 1 GB, and of its reader', (r) => r.cpuMs.map(milliseconds).join(', '), ''],
	],
	review: [
		['a review of one small change opens', (r) => opened(r.small), ''],
		['of 2,000 changed files', (r) => opened(r.many), '≤ 300 ms'],
		['to git status there', (r) => `${r.many.ratio.toFixed(2)} × of ${milliseconds(r.many.gitMs)}`, ''],
		['to the small one, memory', (r) => toSmall(r, 'many'), ''],
		['of 500 files that a turn changed', (r) => opened(r.turn), '≤ 300 ms'],
		['of 100 MB of changes in one file', (r) => opened(r.large), '≤ 200 ms'],
		['to the small one, memory', (r) => toSmall(r, 'large'), 'flat'],
		['of 100 MB in files of 1 MB', (r) => opened(r.spread), '≤ 200 ms'],
		['to the small one, memory', (r) => toSmall(r, 'spread'), 'flat'],
		[
			'longest wait of a key, each',
			(r) => ['small', 'many', 'turn', 'large', 'spread'].map((each) => r[each].longestWaitMs.toFixed(1)).join(', '),
			'≤ 100 ms',
		],
	],
	burst: [['as many chunks at once until they are shown', (r) => milliseconds(r.ms), '≤ 500 ms']],
	echo: [
		['key to screen at rest, p50 / p99', (r) => both(r.idle), '≤ 3 / 8 ms'],
		['key to screen while it streams, p50 / p99', (r) => both(r.streaming), '≤ 5 / 20 ms'],
	],
	scale: [
		['a frame at 20,000 lines to one at 1,000', (r) => times(r.frameRatio), '≤ 1.3 ×'],
		['key at rest at 1,000 lines', (r) => both(r.short.echo), ''],
		['key at rest at 20,000 lines', (r) => both(r.long.echo), ''],
		['key while it streams at 1,000 lines', (r) => both(r.short.streamingEcho), ''],
		['key while it streams at 20,000 lines', (r) => both(r.long.streamingEcho), ''],
		['memory at 20,000 lines', (r) => megabytes(r.long.memoryMb), ''],
	],
	huge: [
		['transcript', (r) => `${r.lines} lines`, ''],
		['a frame there to one at 1,000 lines', (r) => times(r.frameRatio), '≤ 1.3 ×'],
		['key at rest', (r) => both(r.echo), '≤ 3 / 8 ms'],
		['slowest of four new sizes', (r) => milliseconds(r.resizeMs), '< 100 ms'],
		['memory', (r) => megabytes(r.memoryMb), ''],
	],
	bulk: [
		['longest wait of a key, message of 1 MB', (r) => milliseconds(r.message.longestWaitMs), '≤ 100 ms'],
		['until it is shown', (r) => milliseconds(r.message.ms), ''],
		['longest wait of a key, diff of 100,000 lines', (r) => milliseconds(r.diff.longestWaitMs), '≤ 100 ms'],
		['until it is shown', (r) => milliseconds(r.diff.ms), ''],
		['longest wait of a key, one paragraph of 1 MB', (r) => milliseconds(r.paragraph.longestWaitMs), '≤ 100 ms'],
		['longest wait of a key, code block of 1 MB', (r) => milliseconds(r.fence.longestWaitMs), '≤ 100 ms'],
		['longest wait of a key, 100,000 lines rewritten', (r) => milliseconds(r.rewrite.longestWaitMs), '≤ 100 ms'],
		['longest wait of a key, much output', (r) => milliseconds(r.output.longestWaitMs), '≤ 100 ms'],
		['until it is shown', (r) => milliseconds(r.output.ms), ''],
	],
	endurance: [
		['updates', (r) => `${r.few} and ${r.many}`, ''],
		['memory', (r) => `${megabytes(r.fewMb)} and ${megabytes(r.manyMb)}`, ''],
		['the one to the other', (r) => times(r.manyMb / r.fewMb), '≤ 1.5 ×'],
	],
	idle: [
		['bytes written', (r) => number(r.bytes), '0'],
		['share of a processor', (r) => share(r), '≤ 0.1 %'],
		['the same with an agent in a fence', (r) => share(r.fence), '≤ 0.1 %'],
		['that of the agent and its sandbox', (r) => childrenShare(r.fence), '≤ 0.1 %'],
		['the same with one in a shadow', (r) => share(r.shadow), '≤ 0.1 %'],
		['that of the agent and its sandbox', (r) => childrenShare(r.shadow), '≤ 0.1 %'],
		['bytes written with them', (r) => `${r.fence.bytes}, ${r.shadow.bytes}`, '0'],
	],
	restore: [
		['node -e 0', (r) => milliseconds(r.bareNodeMs), ''],
		['first frame of a new session', (r) => times(r.fresh), ''],
		[
			'a session of 10,000 entries on the screen',
			(r) => `${times(r.entries)}, ${milliseconds(r.entriesMs)}`,
			'≤ 300 ms',
		],
		['a session of 200,000 lines on the screen', (r) => `${times(r.lines)}, ${milliseconds(r.linesMs)}`, '≤ 1 s'],
	],
	keeping: [
		['CPU of the interface, to that without', (r) => `${r.cpuRatio.toFixed(3)} ×`, '≤ 1.03 ×'],
		['what that is of a processor', (r) => `${(r.cpuShare * 100).toFixed(2)} %`, '≤ 3 %'],
		['key while it streams, p50 / p99', (r) => both(r.echoWith), 'as without'],
		['the same without', (r) => both(r.echoWithout), ''],
	],
	beside: [
		['memory of each further session that rests', (r) => `${r.eachMb.toFixed(1)} MB`, '≤ 15 MB'],
		['memory with all sessions', (r) => `${megabytes(r.memoryMb)}, ${r.sessions} sessions`, ''],
		['share of a processor, all at rest', (r) => `${(r.cpuShare * 100).toFixed(3)} %`, '≤ 0.1 %'],
		['key to another session on the screen, median', (r) => milliseconds(r.switchMs), ''],
	],
};

/** The results as text, a line each; scenarios that were not run are left out. */
export function table(results) {
	const rows = Object.entries(ROWS)
		.filter(([scenario]) => scenario in results)
		.flatMap(([scenario, cells]) =>
			cells.map(([name, show, wanted]) => [scenario, name, show(results[scenario]), wanted]),
		);
	const head = ['scenario', 'what', 'measured', 'wanted'];
	const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
	return [head, ...rows]
		.map((row) =>
			row
				.map((cell, column) => cell.padEnd(widths[column]))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}
