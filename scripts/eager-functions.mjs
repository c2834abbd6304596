// A plugin of the build: functions that a start calls are compiled with their file. Node.js keeps compiled code as it is
// when a file has just been compiled, and V8 leaves a function to its first call then, unless it stands in parentheses.
import { dirname, relative, sep } from 'node:path';
import { root } from './sources.mjs';

/** Folders of `src` most of whose functions run before the first frame stands. Of the others more is kept than is run. */
export const FOLDERS = new Set([
	'agent',
	'app',
	'app/sessions',
	'cli',
	'cli/config',
	'cli/mcp',
	'cli/session',
	'frontends/interactive',
	'frontends/interactive/pictures',
	'frontends/prompt',
	'services',
	'services/command-checks',
	'services/folders',
	'services/git',
	'services/sandbox/commands',
	'services/sign-in',
	'services/state',
	'services/terminals',
	'terminal',
	'terminal/output',
	'ui',
	'view',
	'view/actions',
	'view/composer',
	'view/frame',
	'view/keys',
	'view/slash-commands',
	'view/state',
	'view/theme',
]);

export const eagerFunctions = {
	name: 'eager-functions',
	transform(code, id) {
		const folder = relative(root, dirname(id)).replaceAll(sep, '/');
		if (!/\.tsx?$/.test(id) || !FOLDERS.has(folder.replace(/^src\//, ''))) return null;
		const { body } = this.parse(code, { lang: id.endsWith('x') ? 'tsx' : 'ts' });
		let hoisted = '';
		let rest = '';
		let end = 0;
		const replace = (from, to, text) => {
			rest += code.slice(end, from) + text;
			end = to;
		};
		for (const statement of body) {
			const declared = statement.declaration ?? statement;
			// A signature of its own needs the declaration that it belongs to.
			if (declared.type === 'TSDeclareFunction') replace(statement.start, statement.end, '');
			else if (declared.type === 'FunctionDeclaration') {
				const before = code.slice(statement.start, declared.start);
				hoisted += `${before}var ${declared.id.name} = (${code.slice(declared.start, declared.end)});\n`;
				replace(statement.start, statement.end, '');
			} else if (declared.type === 'VariableDeclaration') {
				for (const { init } of declared.declarations) {
					if (!/^(?:Arrow)?FunctionExpression$/.test(init?.type)) continue;
					replace(init.start, init.end, `(${code.slice(init.start, init.end)})`);
				}
			}
		}
		return hoisted + rest + code.slice(end);
	},
};
