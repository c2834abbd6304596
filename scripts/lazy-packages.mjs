// Packages, and files of ours, that the first frame does without and that are called where nothing can wait: each becomes
// a file of its own, dist/chunks/NAME.cjs, which is read and run with the first call.
import { dirname, join } from 'node:path';
import { root } from './sources.mjs';

/** By package, what is imported of it: functions, classes and objects. */
const NAMES = {
	diff: ['applyPatch', 'diffArrays', 'diffWordsWithSpace', 'parsePatch'],
	ignore: ['default'],
	'jsonc-parser': ['getLocation', 'parse', 'parseTree', 'printParseErrorCode'],
	marked: ['Lexer', 'marked'],
	entities: ['decodeEntities'],
	examples: ['exampleText'],
	formula: ['formula'],
};

/** Of these names the files of ours: large tables, which most sessions never look into. */
const FILES = {
	entities: join(root, 'src/view/markdown/entities.ts'),
	examples: join(root, 'src/cli/examples.ts'),
	formula: join(root, 'src/view/maths/formula.ts'),
};

const STAND_IN = '\0lazy-package:';
const ENTRY = 'lazy-package-file:';

/** Entries for a bundle in CommonJS, which holds of each package what is used. */
export const lazyPackageFiles = Object.fromEntries(Object.keys(NAMES).map((name) => [name, ENTRY + name]));

/** A plugin of the build: where a package is imported stands what loads it when it is first used. */
export const lazyPackages = {
	name: 'lazy-packages',
	resolveId(id, importer = '') {
		if (id.startsWith(ENTRY)) return `\0${id}`;
		if (!importer.startsWith(join(root, 'src'))) return null;
		const file = id.startsWith('.') ? join(dirname(importer), id).replace(/\.js$/, '.ts') : null;
		const name = file === null ? id : Object.keys(FILES).find((each) => FILES[each] === file);
		return name in NAMES && (file !== null || !(name in FILES)) ? STAND_IN + name : null;
	},
	load(id) {
		if (id.startsWith(STAND_IN)) return standIn(id.slice(STAND_IN.length));
		if (!id.startsWith(`\0${ENTRY}`)) return null;
		const name = id.slice(ENTRY.length + 1);
		return `export { ${NAMES[name].join(', ')} } from ${JSON.stringify(FILES[name] ?? name)};\n`;
	},
};

function standIn(name) {
	// The bundle puts every importer of it into dist/chunks/ as well.
	const lines = NAMES[name].map(
		(each) => `export ${each === 'default' ? 'default' : `const ${each} =`} lazily('${each}');`,
	);
	return `let loaded;
const load = () => (loaded ??= process.getBuiltinModule('node:module').createRequire(import.meta.url)('./${name}.cjs'));
const lazily = (each) => new Proxy(function () {}, {
	apply: (_, self, given) => Reflect.apply(load()[each], self, given),
	construct: (_, given, made) => Reflect.construct(load()[each], given, made),
	get: (_, key) => load()[each][key],
});
${lines.join('\n')}
`;
}
