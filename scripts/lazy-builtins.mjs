// A plugin of the build: how the bundle gets at the modules of Node.js.
import { getBuiltinModule } from 'node:process';
import { parseAst } from 'rolldown/parseAst';

/** Not needed for a first frame, and slow to load: they are, with the first call. */
const LATE = new Set(['node:child_process', 'node:crypto', 'node:v8', 'node:worker_threads', 'node:zlib']);

/** How a chunk calls it. A chunk that imports node:process has another `process` than the global one. */
const GET = 'getBuiltinModuleOfNode';

/**
 * An `import` of a module of Node.js makes it fill in every name that it exports, which loads what is
 * behind names that nobody asked for (streams, workers, the allowed flags). Asked for as a value, it
 * does not.
 */
export const lazyBuiltins = {
	name: 'lazy-builtins',
	renderChunk(code) {
		const lines = [];
		let rest = code;
		const imports = parseAst(code).body.filter(
			(node) => node.type === 'ImportDeclaration' && node.source.value.startsWith('node:'),
		);
		for (const node of imports.toReversed()) {
			rest = rest.slice(0, node.start) + rest.slice(node.end);
			lines.unshift(...node.specifiers.map((specifier) => declaration(node.source.value, specifier)));
		}
		const how = lines.length === 0 ? '' : `const ${GET}=globalThis.process.getBuiltinModule;`;
		return { code: how + lines.join('') + rest };
	},
};

function declaration(id, { type, local, imported }) {
	const module = `${GET}(${JSON.stringify(id)})`;
	const isLate = LATE.has(id);
	if (type !== 'ImportSpecifier' || imported.name === 'default') {
		return `const ${local.name}=${isLate ? `new Proxy({},{get:(_,name)=>${module}[name]})` : module};`;
	}
	const name = `${module}.${imported.name}`;
	// What is no function cannot wait.
	if (!isLate || typeof getBuiltinModule(id)[imported.name] !== 'function') return `const ${local.name}=${name};`;
	if (!/^[A-Z]/.test(imported.name)) return `const ${local.name}=(...given)=>${name}(...given);`;
	return `const ${local.name}=new Proxy(function(){},{construct:(_,given)=>new (${name})(...given),get:(_,key)=>${name}[key]});`;
}
