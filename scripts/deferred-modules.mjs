// Modules of ours that the first frame does without, though what it needs imports them. Their importers get a stand-in of
// each, which loads the deferred part of the program with the first call of one of its functions.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './sources.mjs';

/** Entries of the bundle, dist/NAME.js; what only they import is deferred with them. Without the interface none of `view` is loaded. */
const MODULES = {
	'deferred-core': [
		'core/agent-modes',
		'core/plan/plan-evidence',
		'core/policy/rules',
		'core/session/connection',
		'core/session/entries/question-time',
		'core/session/entries/reduce-terminals',
		'core/session/modes/agent-mode',
		'core/session/questions/agent-grants',
		'core/session/questions/exit-plan',
		'core/session/questions/plan-choice',
		'core/session/reducers/reduce',
		'frontends/prompt/prompt-attachments',
		'services/terminals/prepare-command',
	],
	'deferred-view': [
		'view/actions/toggle-entry',
		'view/code/diff',
		'view/markdown/blocks',
		'view/markdown/streaming',
		'view/panel/engine',
		'view/pickers/agent-panel',
		'view/pickers/agent-sandbox-panel',
		'view/pickers/rewind-panel',
		'view/pickers/set-agent',
		'view/questions/question-detail',
		'view/questions/question-details',
		'view/questions/permission-panel',
		'view/questions/plan-review',
		'view/side-panel/sections',
		'view/sign-in/sign-in-body',
		'view/slash-commands/choose-by-name',
		'view/slash-commands/permissions-command',
		'view/slash-commands/session-commands',
		'view/terminal-output/feed',
		'view/transcript/as-text/entry-text',
		'view/transcript/block',
	],
};

const ENTRY = 'deferred:';
const STAND_IN = '\0stand-in:';
const LOADER = '\0load-deferred:';

export const deferredEntries = Object.fromEntries(Object.keys(MODULES).map((name) => [name, ENTRY + name]));

/** The id of a module that an entry is bundled from. */
export const deferredEntry = (name) => `\0${ENTRY}${name}`;

const fileOf = (name) => join(root, 'src', `${name}.ts`);

/** By file: the entry that it comes with, and its place there. */
const PLACES = new Map(
	Object.entries(MODULES).flatMap(([entry, names]) => names.map((name, place) => [fileOf(name), { entry, place }])),
);

/** Milliseconds after which the deferred part is there in any case: an update may take its file away. */
const LOADED_WITHIN = 1000;

export const deferredModules = {
	name: 'deferred-modules',
	resolveId(id, importer = '') {
		if (id.startsWith(ENTRY)) return `\0${id}`;
		if (id.startsWith(LOADER)) return id;
		if (!id.startsWith('.') || !importer.startsWith(join(root, 'src'))) return null;
		const file = join(dirname(importer), id).replace(/\.js$/, '.ts');
		if (!PLACES.has(file)) return null;
		const functions = functionsOf(file);
		return importsOf(importer, id).every((name) => functions.includes(name)) ? STAND_IN + file : null;
	},
	load(id) {
		if (id.startsWith(`\0${ENTRY}`)) {
			const names = MODULES[id.slice(ENTRY.length + 1)];
			return names.map((name, place) => `export * as module${place} from ${JSON.stringify(fileOf(name))};`).join('\n');
		}
		if (id.startsWith(STAND_IN)) return standIn(id.slice(STAND_IN.length));
		return id.startsWith(LOADER) ? loader(id.slice(LOADER.length)) : null;
	},
};

/** The functions that a file exports. */
function functionsOf(file) {
	const text = readFileSync(file, 'utf8');
	const declared = text.matchAll(/^export (?:async )?function\*? (\w+)|^export const (\w+)[^=]*= (?:async )?\(/gm);
	return [...declared].map(([, name, constant]) => name ?? constant);
}

/** The values that a file imports under this id. */
function importsOf(file, id) {
	const text = readFileSync(file, 'utf8');
	const imports = text.matchAll(/^(?:import|export) (?!type )\{([^}]*)\} from '([^']+)';$/gm);
	const names = [...imports].filter(([, , from]) => from === id).flatMap(([, list]) => list.split(','));
	return names.map((name) => name.trim().split(' as ')[0]).filter((name) => name !== '' && !name.startsWith('type '));
}

/** From its first call on, importers have the functions themselves. */
function standIn(file) {
	const { entry, place } = PLACES.get(file);
	const names = functionsOf(file);
	const lines = names.map((name) => `export let ${name} = (...given) => { take(); return ${name}(...given); };`);
	return `import { load } from ${JSON.stringify(LOADER + entry)};
const take = () => { ({ ${names.join(', ')} } = load().module${place}); };
${lines.join('\n')}
`;
}

function loader(entry) {
	// The bundle puts every importer of it into dist/chunks/ as well.
	return `export const load = () =>
	process.getBuiltinModule('node:module').createRequire(import.meta.url)('../${entry}.js');
setTimeout(() => {
	try {
		load();
	} catch {
		// Whoever calls it later says so.
	}
}, ${LOADED_WITHIN}).unref();
`;
}
