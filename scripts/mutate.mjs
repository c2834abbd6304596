// The power of what `npm test` runs: seeds faults in src at random, one at a time, and looks what finds them: the tests
// that import the changed file, else the compiler, else the tests that start the built program.
//   node scripts/mutate.mjs [--count 20] [--seed 1] [--skip 0] [--under src/view]
// `--skip` goes on with a seed behind so many faults. Needs a clean src, a built dist and tests that pass: a fault is
// written into the file and taken out again. Prints each fault with what found it, or `missed`.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseAst } from 'rolldown/parseAst';
import { root } from './sources.mjs';

const vitest = join(root, 'node_modules/vitest/vitest.mjs');

/** By these files tests start the built program. */
const PROGRAM = ['test/drive/screen.ts', 'test/drive/run.ts', 'test/cli/program.ts'];

const { values } = parseArgs({
	options: {
		count: { type: 'string', default: '20' },
		seed: { type: 'string', default: '1' },
		skip: { type: 'string', default: '0' },
		under: { type: 'string', default: 'src' },
	},
});

const OPERATORS = {
	...{ '===': '!==', '!==': '===', '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
	...{ '&&': '||', '||': '&&', '+': '-', '-': '+' },
};

/** Every place of a file that can be changed: from where to where, and into what. */
function faultsIn(text, file) {
	const faults = [];
	const visit = (node) => {
		if (Array.isArray(node)) for (const each of node) visit(each);
		else if (node !== null && typeof node === 'object') {
			if (node.type?.startsWith('TS') && !/^TS(As|NonNull|Satisfies)/.test(node.type)) return;
			faults.push(...faultOf(node, text));
			for (const key of Object.keys(node)) if (key !== 'type') visit(node[key]);
		}
	};
	visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }).body);
	return faults;
}

function faultOf(node, text) {
	switch (node.type) {
		case 'BinaryExpression':
		case 'LogicalExpression': {
			const other = OPERATORS[node.operator];
			const isWords = [node.left, node.right].some(
				({ type, value }) => type === 'TemplateLiteral' || typeof value === 'string',
			);
			if (other === undefined || ((node.operator === '+' || node.operator === '-') && isWords)) return [];
			const at = text.indexOf(node.operator, node.left.end);
			return [{ from: at, to: at + node.operator.length, into: other }];
		}
		case 'Literal':
			return typeof node.value === 'boolean' ? [{ from: node.start, to: node.end, into: String(!node.value) }] : [];
		case 'UnaryExpression':
			return node.operator === '!' ? [{ from: node.start, to: node.start + 1, into: '' }] : [];
		default:
			return [];
	}
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function randomFrom(seed) {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** How long the tests of one fault may take, in ms; a fault that makes a loop endless is found by that. */
const MOST_TIME = 600_000;

/** Whether a command ends well; what it started is gone afterwards. */
async function succeeds(...args) {
	const child = spawn(process.execPath, args, {
		cwd: root,
		stdio: 'ignore',
		detached: true,
		// Tests that `npm test` leaves out find nothing here either.
		env: { ...process.env, ACP_TUI_ALL: '0' },
	});
	let isLate = false;
	const end = () => {
		try {
			process.kill(-child.pid, 'SIGKILL');
		} catch {
			// All of them have ended.
		}
	};
	process.once('exit', end);
	const timer = setTimeout(() => {
		isLate = true;
		end();
	}, MOST_TIME);
	const [code] = await once(child, 'close');
	clearTimeout(timer);
	end();
	process.removeListener('exit', end);
	if (isLate) process.stdout.write('out of time: ');
	return code === 0;
}

/** Test files that are tried first: most faults are found by one that stands where its source does. */
const NEAREST = 8;

/** The tests whose paths are most like that of a source file: the longest common path, then words of its name. */
function nearestTests(file) {
	const path = file.replace(/^src/, 'test').replace(/\.tsx?$/, '');
	const words = path.split('/').at(-1).split('-');
	const likeness = (test) => {
		const [own, other] = [path.split('/').slice(0, -1), test.split('/').slice(0, -1)];
		const apart = own.findIndex((name, at) => name !== other[at]);
		const common = apart < 0 ? own.length : apart;
		const name = test.split('/').at(-1);
		return (
			common * 100 + (test.startsWith(`${path}.`) ? 50 : 0) + words.filter((word) => name.includes(word)).length * 10
		);
	};
	const tests = execFileSync('git', ['ls-files', path.split('/').slice(0, 2).join('/')], { encoding: 'utf8' })
		.split('\n')
		.filter((test) => /\.test\.tsx?$/.test(test))
		.map((test) => ({ test, like: likeness(test) }));
	return tests
		.sort((one, other) => other.like - one.like)
		.slice(0, NEAREST)
		.map(({ test }) => test);
}

const passes = (...files) =>
	succeeds(vitest, 'related', '--run', '--bail', '1', '--retry', '0', '--passWithNoTests', ...files);
const build = () => succeeds(join(root, 'scripts/build.mjs'), '--quiet');

/** By what a fault of a file is found; null by nothing. */
async function foundBy(file) {
	const nearest = nearestTests(file);
	if (
		nearest.length > 0 &&
		!(await succeeds(vitest, 'run', '--bail', '1', '--retry', '0', '--passWithNoTests', ...nearest))
	)
		return 'tests';
	if (!(await passes(file))) return 'tests';
	if (!(await succeeds(join(root, 'node_modules/typescript/bin/tsc'), '-p', root))) return 'types';
	const isFound = !(await build()) || !(await passes(...PROGRAM));
	return isFound ? 'program' : null;
}

if (execFileSync('git', ['status', '--porcelain', 'src'], { encoding: 'utf8' }) !== '') {
	process.stderr.write('src has changes: commit or stash them first\n');
	process.exit(2);
}
if (!(await succeeds(vitest, 'run', '--bail', '1'))) {
	process.stderr.write('a test fails without a fault: it would be counted as one that finds each of its files\n');
	process.exit(2);
}
const files = execFileSync('git', ['ls-files', values.under], { encoding: 'utf8' }).split('\n');
const places = files
	.filter((file) => /\.tsx?$/.test(file))
	.flatMap((file) => faultsIn(readFileSync(file, 'utf8'), file).map((fault) => ({ file, ...fault })));
// A run that is stopped takes its fault out again.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
const random = randomFrom(Number(values.seed));
const draw = () => places.splice(Math.floor(random() * places.length), 1)[0];
for (let skipped = 0; skipped < Number(values.skip); skipped += 1) draw();
const count = Math.min(Number(values.count), places.length);
let found = 0;
for (let done = 0; done < count; done += 1) {
	const { file, from, to, into } = draw();
	const text = readFileSync(file, 'utf8');
	const line = text.slice(0, from).split('\n').length;
	const name = `${file}:${line}: ${text.slice(from, to)} → ${into === '' ? 'nothing' : into}`;
	const restore = () => writeFileSync(file, text);
	process.once('exit', restore);
	writeFileSync(file, text.slice(0, from) + into + text.slice(to));
	const by = await foundBy(file);
	restore();
	process.removeListener('exit', restore);
	if (by === null || by === 'program') await build();
	if (by !== null) found += 1;
	process.stdout.write(`${(by ?? 'missed').padEnd(7)}  ${name}\n`);
}
process.stdout.write(`\n${found} of ${count} found\n`);
