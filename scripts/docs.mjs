// Writes what docs/ takes from the code, between its `<!-- generated: NAME -->` and `<!-- end: NAME -->`, and the man page.
//   node scripts/docs.mjs            writes the sections anew
//   node scripts/docs.mjs --check    writes nothing; ends with 1 and the names of the pages that are not current
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import './run-sources.mjs';
import { manPage } from './man.mjs';
import { root } from './sources.mjs';

const pages = {
	'docs/keys.md': { keys: keyTables, commands: commandTable },
	'docs/coming-from.md': { options: otherOptionTable, commands: otherCommandTable },
	'docs/agents.md': { agents: agentTable },
	'docs/configuration.md': { settings: settingsTable },
	'docs/scripting.md': { events: eventTable, input: inputTable },
};

async function keyTables() {
	const { ACTIONS } = await import('../src/view/actions/actions.ts');
	const { typedHelp } = await import('../src/view/actions/help.ts');
	const { ACTION_IDS } = await import('../src/view/keys/action-ids.ts');
	const { keyLabel } = await import('../src/terminal/key.ts');
	const groups = new Map();
	const add = (group, row) => groups.set(group, [...(groups.get(group) ?? []), row]);
	for (const [id, ...others] of runs(ACTION_IDS, ACTIONS)) {
		const { keys, help, group } = ACTIONS[id];
		const last = others.at(-1);
		const labels = last === undefined ? keys : [...keys, ...ACTIONS[last].keys];
		const join = (names) => (last === undefined ? names.join(' ') : names.join(' to '));
		const shown = labels.length === 0 ? 'none' : join(labels.map((key) => code(keyLabel(key))));
		const said = last === undefined ? help : help.replace(/\d$/, (first) => `${first} to ${last.at(-1)}`);
		add(group, [shown, text(said), last === undefined ? code(id) : join([id, last].map(code))]);
	}
	for (const { keys, help, group } of typedHelp) add(group, [code(keys), text(help), 'typed']);
	return [...groups]
		.map(([group, rows]) => `### ${group}\n\n${table(['Keys', 'What they do', 'Id'], rows)}`)
		.join('\n\n');
}

/** The ids in order; those of a numbered row of keys, which differ in their number alone, are one run. */
function runs(ids, actions) {
	const kindOf = (id) => `${id.replace(/-\d$/, '')}: ${actions[id].help.replace(/ \d$/, '')}`;
	const found = [];
	for (const id of ids) {
		const before = found.at(-1);
		if (before !== undefined && /-\d$/.test(id) && kindOf(before[0]) === kindOf(id)) before.push(id);
		else found.push([id]);
	}
	return found;
}

async function commandTable() {
	const { commandHelp, localCommands } = await import('../src/view/slash-commands/commands.ts');
	return table(
		['Command', 'What it does'],
		localCommands.map((command) => [
			code(`/${command.name}${command.hint === undefined ? '' : ` ${command.hint}`}`),
			text(commandHelp(command)),
		]),
	);
}

async function otherOptionTable() {
	const { OTHER_OPTIONS, OTHER_SANDBOXES } = await import('../src/cli/other-options.ts');
	const sandboxes = Object.entries(OTHER_SANDBOXES).map(([value, advice]) => [`--sandbox ${value}`, advice]);
	return adviceTable('There', [...Object.entries(OTHER_OPTIONS), ...sandboxes]);
}

async function otherCommandTable() {
	const { OTHER_COMMANDS } = await import('../src/view/slash-commands/other-commands.ts');
	return adviceTable(
		'There',
		[...OTHER_COMMANDS].map(([name, { advice }]) => [`/${name}`, advice]),
	);
}

/** One row for each advice, with all that it answers. */
function adviceTable(heading, rows) {
	const grouped = new Map();
	for (const [name, advice] of rows) grouped.set(advice, [...(grouped.get(advice) ?? []), code(name)]);
	return table(
		[heading, 'Here'],
		[...grouped].map(([advice, names]) => [names.join(' '), text(advice)]),
	);
}

async function eventTable() {
	const { STREAM_EVENTS } = await import('../src/frontends/headless/stream/stream-schema.ts');
	return lineTable('Event', STREAM_EVENTS);
}

async function inputTable() {
	const { STREAM_COMMANDS } = await import('../src/frontends/headless/stream/stream-schema.ts');
	return lineTable('Line', STREAM_COMMANDS);
}

/** The fields in brackets may be missing; those of the result are in a table of their own. */
async function lineTable(heading, rows) {
	const z = await import('zod');
	const fieldsOf = (fields) =>
		Object.entries(fields(z)).map(([name, { _zod }]) => (_zod.optin === undefined ? name : `[${name}]`));
	let before = '';
	const shown = (type, fields) => {
		const names = type === 'result' ? '' : text(fieldsOf(fields).join(', '));
		const isSame = names !== '' && names === before;
		before = names;
		return isSame ? 'the same' : names;
	};
	return table(
		[heading, 'Fields', 'Meaning'],
		Object.entries(rows).map(([type, { about, fields }]) => [code(type), shown(type, fields), about]),
	);
}

async function settingsTable() {
	const [{ configJsonSchema }, { ROWS }, { harmless }] = await Promise.all([
		import('../src/cli/config/config-schema.ts'),
		import('../src/cli/config/settings.ts'),
		import('../src/cli/config/config-row.ts'),
	]);
	const trust = new Map(ROWS.map(({ path, row }) => [code(path.join('.')), trustOf(row, harmless)]));
	const rows = settingRows(JSON.parse(configJsonSchema()), '');
	return table(
		['Key', 'Type', 'What it is', 'In a project'],
		rows.map((row) => [...row, trust.get(row[0]) ?? '']),
	);
}

function trustOf({ needsTrust }, harmless) {
	if (needsTrust === undefined) return 'waits';
	return needsTrust === harmless ? 'applies' : 'in part';
}

function settingRows(schema, path) {
	return Object.entries(schema.properties).flatMap(([name, each]) => {
		const key = path === '' ? name : `${path}.${name}`;
		const row = [code(key), typeOf(each), text(each.description ?? '')];
		if (each.properties !== undefined) return [row, ...settingRows(each, key)];
		const item = each.additionalProperties;
		if (item?.properties === undefined) return [row];
		const named = [code(`${key}.NAME`), typeOf(item), text(item.description ?? '')];
		return [row, named, ...settingRows(item, `${key}.NAME`)];
	});
}

function typeOf(schema) {
	if (schema.enum !== undefined) return schema.enum.map((value) => code(JSON.stringify(value))).join(' ');
	if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(typeOf))].join(' or ');
	if (schema.type === 'array') return `list of ${typeOf(schema.items)}s`;
	const values = schema.additionalProperties;
	if (schema.type === 'object' && values) return `object, each ${typeOf(values)}`;
	if (schema.type === 'number' && schema.maximum !== undefined) {
		return `number ${schema.exclusiveMinimum === undefined ? 'up' : `over ${schema.exclusiveMinimum}, up`} to ${schema.maximum}`;
	}
	return schema.type;
}

async function agentTable() {
	const { CATALOGUE } = await import('../src/agent/catalogue.ts');
	const rows = CATALOGUE.map(({ name, registryId, aliases = [], title, command, args, install }) => [
		[name, ...(registryId === undefined ? [] : [registryId]), ...aliases].map(code).join(' '),
		text(title),
		code([command, ...args].join(' ')),
		install === undefined ? 'see its documentation' : code(install),
	]);
	return table(['Names', 'Agent', 'Is started as', 'How to install it by hand'], rows);
}

function table(head, rows) {
	return [head, head.map(() => '---'), ...rows].map((cells) => `|${cells.join('|')}|`).join('\n');
}

function code(words) {
	// A backtick or a bar would end the code or the cell.
	const escaped = words.replaceAll('|', '\\|');
	return words.includes('`') ? `\`\` ${escaped} \`\`` : `\`${escaped}\``;
}

function text(words) {
	return words.replace(/[|\\<>*_]/g, '\\$&');
}

async function filled(page, sections) {
	let content = page;
	for (const [name, make] of Object.entries(sections)) {
		const [begin, end] = [`<!-- generated: ${name} -->`, `<!-- end: ${name} -->`];
		const from = content.indexOf(begin);
		const to = content.indexOf(end, from);
		if (from < 0 || to < 0)
			throw new Error(`there is no place for "${name}": ${begin} and ${end} must both stand there`);
		content = `${content.slice(0, from + begin.length)}\n${await make()}\n${content.slice(to)}`;
	}
	return content;
}

/** Files that are made as a whole. */
const files = { 'man/acp-tui.1': manPage };

const isCheck = process.argv.includes('--check');
for (const [path, sections] of Object.entries(pages)) {
	const written = await readFile(join(root, path), 'utf8');
	await keep(path, written, await filled(written, sections));
}
for (const [path, make] of Object.entries(files)) {
	await keep(path, await readFile(join(root, path), 'utf8').catch(() => ''), await make());
}

async function keep(path, written, current) {
	if (written === current) return;
	if (isCheck) {
		console.error(`${path} is not current: run node scripts/docs.mjs`);
		process.exitCode = 1;
	} else await writeFile(join(root, path), current);
}
