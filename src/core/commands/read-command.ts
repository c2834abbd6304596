import { defined } from '../defined.js';
import { claudeRules } from '../policy/claude-rules.js';
import { MODES, type Mode } from '../policy/policy-types.js';
import { splitFrontMatter } from './front-matter.js';
import type { CommandDefinition, CommandPlace } from './own-command.js';

const KNOWN = ['description', 'argument-hint', 'mode', 'model', 'agent', 'allowed-tools'];
/** Words of Claude Code for the model that is in use. */
const NO_MODEL = /^(?:inherit|default)?$/i;

/** Reads a command in Markdown. Mode and agent are of our own files alone: elsewhere they mean something else. */
export function readMarkdown(text: string, place: CommandPlace): CommandDefinition | { readonly problem: string } {
	const { fields, body } = splitFrontMatter(text);
	if (body === '') return { problem: 'there is no prompt in it' };
	const isOurs = place === 'project' || place === 'user';
	const value = (key: string): string => [fields.get(key) ?? ''].flat().join(' ');
	const model = value('model');
	const mode = isOurs ? modeNamed(value('mode')) : undefined;
	const agent = isOurs ? value('agent') : '';
	const { rules, left } = toolRules(fields.get('allowed-tools') ?? '', place);
	const description = value('description');
	const unknown = isOurs ? [...fields.keys()].filter((key) => !KNOWN.includes(key)) : [];
	return {
		description: description === '' ? firstLine(body) : description,
		format: 'markdown',
		prompt: body,
		...defined({
			hint: value('argument-hint') || undefined,
			mode,
			model: NO_MODEL.test(model) ? undefined : model,
			agent: agent || undefined,
		}),
		rules,
		notUnderstood: [
			...unknown,
			...(isOurs && mode === undefined && value('mode') !== '' ? [`mode: ${value('mode')}`] : []),
			...left,
		],
	};
}

export function readGemini(
	fields: Readonly<Record<string, unknown>>,
): CommandDefinition | { readonly problem: string } {
	const { prompt, description } = fields;
	if (typeof prompt !== 'string' || prompt.trim() === '') return { problem: 'there is no prompt in it' };
	const words = typeof description === 'string' && description !== '' ? description : firstLine(prompt);
	return { description: words, format: 'gemini', prompt: prompt.trim(), rules: [], notUnderstood: [] };
}

/** No file turns the questions off: that takes the command line. */
function modeNamed(name: string): Exclude<Mode, 'bypassPermissions'> | undefined {
	const wanted = name.toLowerCase().replaceAll(/[\s_-]/g, '');
	return MODES.filter((mode) => mode !== 'bypassPermissions').find((mode) => mode.toLowerCase() === wanted);
}

function toolRules(
	tools: string | readonly string[],
	place: CommandPlace,
): Pick<ReturnType<typeof claudeRules>, 'rules' | 'left'> {
	const origin = place.endsWith('project') ? 'project' : 'user';
	const { rules, left } = claudeRules(typeof tools === 'string' ? unbracketed(tools) : tools, 'allow', origin);
	// A command's rule may open neither plan mode nor a sandbox.
	const isPlain = ({ inPlan, opens }: (typeof rules)[number]): boolean => !inPlan && opens === undefined;
	return {
		rules: rules.filter(isPlain).map((rule) => ({ ...rule, isForTurn: true as const })),
		left: [...left, ...rules.filter((rule) => !isPlain(rule)).map(({ text }) => text)],
	};
}

/** A YAML list on one line. */
function unbracketed(text: string): string {
	return text.replace(/^\[(.*)\]$/, '$1').replaceAll(/["']/g, '');
}

function firstLine(text: string): string {
	return (text.split('\n', 1)[0] ?? '').replace(/^#+\s*/, '');
}
