// The power of the tests: seeds faults in src at random, one at a time, and runs the tests that reach the changed file.
//   node scripts/mutate.mjs [--count 20] [--seed 1] [--under src/view]
// Needs a clean src: a fault is written into the file and taken out again. Prints each fault that no test finds.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseAst } from 'rolldown/parseAst';
import { root } from './sources.mjs';

const vitest = join(root, 'node_modules/vitest/vitest.mjs');

const { values } = parseArgs({
	options: {
		count: { type: 'string', default: '20' },
		seed: { type: 'string', default: '1' },
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

if (execFileSync('git', ['status', '--porcelain', 'src'], { encoding: 'utf8' }) !== '') {
	process.stderr.write('src has changes: commit or stash them first\n');
	process.exit(2);
}
const files = execFileSync('git', ['ls-files', values.under], { encoding: 'utf8' }).split('\n');
const places = files
	.filter((file) => /\.tsx?$/.test(file))
	.flatMap((file) => faultsIn(readFileSync(file, 'utf8'), file).map((fault) => ({ file, ...fault })));
// A run that is stopped takes its fault out again.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
const random = randomFrom(Number(values.seed));
const missed = [];
const count = Math.min(Number(values.count), places.length);
for (let done = 0; done < count; done += 1) {
	const [{ file, from, to, into }] = places.splice(Math.floor(random() * places.length), 1);
	const text = readFileSync(file, 'utf8');
	const line = text.slice(0, from).split('\n').length;
	const name = `${file}:${line}: ${text.slice(from, to)} → ${into === '' ? 'nothing' : into}`;
	const restore = () => writeFileSync(file, text);
	process.once('exit', restore);
	writeFileSync(file, text.slice(0, from) + into + text.slice(to));
	const { status } = spawnSync(process.execPath, [vitest, 'related', '--run', '--bail', '1', '--retry', '0', file], {
		stdio: 'ignore',
	});
	restore();
	process.removeListener('exit', restore);
	if (status === 0) missed.push(name);
	process.stdout.write(`${status === 0 ? 'missed' : 'found '}  ${name}\n`);
}
process.stdout.write(`\n${count - missed.length} of ${count} found\n`);
