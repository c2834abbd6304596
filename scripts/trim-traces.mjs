// Copies recorded protocol traffic into the fixtures, small enough to carry:
//   node scripts/trim-traces.mjs FROM [TO]
// Every scenario and every shape of message stays; what is cut is repetition. Of a long run of messages
// of one shape the first and the last stay, of a long list likewise, and long strings lose their end.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TEXT_LIMIT = 100;
const LIST_LIMIT = 4;
const TITLE_LIMIT = 240;
const DESCRIPTION_LIMIT = 16;
const RUN_LIMIT = 2;
const SAME_LIMIT = 2;

// Bulk that no client reads.
const UNREAD = new Set(['quota', 'models', 'toolResponse', 'clientInfo', 'mcpCapabilities']);

const [from, to = fileURLToPath(new URL('../test/fixtures/traces', import.meta.url))] = process.argv.slice(2);
if (from === undefined) {
	console.error('usage: node scripts/trim-traces.mjs FROM [TO]');
	process.exit(2);
}

/** What a value looks like: its keys and types, and the words that tell kinds apart. */
function shapeOf(value, key = '') {
	if (Array.isArray(value)) return `[${[...new Set(value.map((item) => shapeOf(item)))].join()}]`;
	if (typeof value === 'object' && value !== null)
		return `{${Object.entries(value)
			.map(([name, item]) => `${name}:${shapeOf(item, name)}`)
			.join()}}`;
	const tellsKinds = ['method', 'sessionUpdate', 'type', 'kind', 'status', 'stopReason', 'code'].includes(key);
	return tellsKinds ? String(value) : value === null ? 'null' : typeof value;
}

function cut(value, key = '') {
	if (typeof value === 'string') {
		// A plan's file may stand in a title alone.
		const limit = key === 'description' ? DESCRIPTION_LIMIT : key === 'title' ? TITLE_LIMIT : TEXT_LIMIT;
		return value.length > limit ? `${value.slice(0, limit)}…` : value;
	}
	if (Array.isArray(value)) {
		// Short lists matter whole; of long ones an item of every shape, and the last.
		const shapes = new Set();
		const kept = value.filter((item, index) => {
			const shape = shapeOf(item);
			const isNew = !shapes.has(shape);
			shapes.add(shape);
			return isNew || value.length <= LIST_LIMIT || index === value.length - 1;
		});
		return kept.map((item) => cut(item));
	}
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).filter(([name]) => !UNREAD.has(name));
	return Object.fromEntries(entries.map(([name, item]) => [name, cut(item, name)]));
}

/** Drops the middle of runs of one shape, and updates whose shape came often enough; tool calls stay. */
function thin(lines) {
	const kept = [];
	const seen = new Map();
	let run = [];
	let shape = '';
	const flush = () => {
		kept.push(...(run.length > RUN_LIMIT ? [...run.slice(0, RUN_LIMIT - 1), run.at(-1)] : run));
		run = [];
	};
	for (const line of lines) {
		const isUpdate = line.dir === 'a2c' && line.msg?.method === 'session/update';
		const next = isUpdate ? shapeOf(line.msg) : line.dir === 'stderr' ? 'stderr' : '';
		if (next === '' || next !== shape) flush();
		shape = next;
		const isTool = isUpdate && line.msg.params.update.toolCallId !== undefined;
		seen.set(next, (seen.get(next) ?? 0) + 1);
		if (next === '' || isTool || seen.get(next) <= SAME_LIMIT) run.push(line);
	}
	flush();
	return kept;
}

/** Numbers the long ids, the same one always alike. */
function shortIds(text) {
	const ids = new Map();
	return text.replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, (id) => {
		if (!ids.has(id)) ids.set(id, `id${ids.size + 1}`);
		return ids.get(id);
	});
}

rmSync(to, { recursive: true, force: true });
let total = 0;
for (const folder of readdirSync(from).filter((name) => statSync(join(from, name)).isDirectory())) {
	mkdirSync(join(to, folder), { recursive: true });
	for (const file of readdirSync(join(from, folder)).filter((name) => name.endsWith('.jsonl'))) {
		const lines = readFileSync(join(from, folder, file), 'utf8')
			.split('\n')
			.filter(Boolean);
		const text = shortIds(
			thin(lines.map((line) => JSON.parse(line)))
				.map((line) => `${JSON.stringify(cut(line))}\n`)
				.join(''),
		);
		writeFileSync(join(to, folder, basename(file)), text);
		total += text.length;
	}
}
console.log(`${to}: ${Math.round(total / 1024)} KB`);
