import '../../scripts/run-sources.mjs';
import { median } from '../statistics.mjs';

const NAMES = 'session render commit panel agent policy sandbox review palette vim index utils types button'.split(' ');
/** Typed letter by letter: names, letters scattered over paths, words of a sentence, and what is nowhere. */
const TYPED = ['session', 'srvcfg', 'the panel', 'packages/vim', 'x9', 'zzz'];

/** Processor time of a key in the palette over many entries; the measure is one look for a word in each of them. */
export async function palette(_, { entries: count, rounds }) {
	const { createPaletteSearch } = await import('../../src/view/palette/find-entries.ts');
	const name = (number) => NAMES[number % NAMES.length];
	const entries = Array.from({ length: count }, (_, at) => {
		const label = `packages/${name(at * 5)}-${at % 97}/src/${name(at * 9 + 1)}/${name(at * 3 + 2)}-${at % 1009}.ts`;
		return { id: label, kind: 'file', label, detail: '', keys: '', name: label, words: '', run: () => ({}) };
	});
	const keys = new Map();
	const opens = [];
	const scans = [];
	for (let round = 0; round < rounds; round += 1) {
		scans.push(processorMs(() => entries.filter((entry) => entry.name.includes('xylophone'))));
		for (const typed of TYPED) {
			const search = createPaletteSearch();
			opens.push(processorMs(() => search([entries], '')));
			for (let length = 1; length <= typed.length; length += 1) {
				const query = typed.slice(0, length);
				keys.set(query, [...(keys.get(query) ?? []), processorMs(() => search([entries], query))]);
			}
		}
	}
	const medians = [...keys.values()].map(median);
	const worst = Math.max(...medians);
	return { keyMs: median(medians), worstMs: worst, worstByScan: worst / median(scans), openMs: median(opens) };
}

function processorMs(work) {
	const from = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(from);
	return (user + system) / 1000;
}
