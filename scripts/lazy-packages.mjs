// A plugin of the build: a package that is made ready when it is first used, not when it is imported.
import { join } from 'node:path';
import { root } from './sources.mjs';

/** By package, what is imported of it: classes and objects. marked puts some fifty regular expressions together. */
const NAMES = { marked: ['Lexer', 'marked'] };

const PREFIX = '\0lazy-package:';

export const lazyPackages = {
	name: 'lazy-packages',
	resolveId(id, importer = '') {
		return id in NAMES && importer.startsWith(join(root, 'src')) ? PREFIX + id : null;
	},
	load(id) {
		if (!id.startsWith(PREFIX)) return null;
		const name = id.slice(PREFIX.length);
		// A `require` in the bundle runs the module with the first call.
		const lines = NAMES[name].map(
			(each) =>
				`export const ${each} = new Proxy(function () {}, { construct: (_, given, made) => Reflect.construct(load().${each}, given, made), get: (_, key) => load().${each}[key] });`,
		);
		return `const load = () => require(${JSON.stringify(name)});\n${lines.join('\n')}\n`;
	},
};
