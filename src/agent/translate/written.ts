import { type FilePatch, readPatch } from '../../core/edits/patch.js';
import type { TextToWrite } from '../../core/policy/types.js';
import type { DiffContent, ToolCallPatch, ToolContent } from '../../core/tool-call.js';
import { objectOf, textOf } from '../json.js';
import { pathsOfCall } from './input/call-paths.js';
import { isPatchText, textsOf } from './input/texts.js';

const MOST_CHANGES = 50;

/** Content of an edit behind changes that only its input shows; undefined where there are none, or it shows them. */
export function withWritten(patch: ToolCallPatch): readonly ToolContent[] | undefined {
	const { kind, content = [], rawInput, rawOutput } = patch;
	if ((kind !== undefined && kind !== 'edit' && kind !== 'other') || content.some((item) => item.type === 'diff'))
		return undefined;
	const texts = textsOf(rawInput, patch.name);
	// A tool of unknown kind may do anything with a text, except a patch.
	if (kind !== 'edit' && !texts.every(({ how, newText }) => how === 'patch' && isPatchText(newText))) return undefined;
	if (texts.length === 0) return undefined;
	const named = pathsOfCall(patch);
	const output = objectOf(rawOutput);
	const isNew = (output['exists'] ?? objectOf(output['metadata'])['exists']) === false;
	const changes = texts.flatMap((text) => changesOf(text, named, isNew)).slice(0, MOST_CHANGES);
	return changes.length === 0 ? undefined : [...changes, ...content];
}

function changesOf(
	{ path, oldText, newText, how }: TextToWrite,
	named: readonly string[],
	isNew: boolean,
): DiffContent[] {
	const patches = how === 'patch' ? readPatch(newText) : null;
	const [first = '', ...others] = named;
	const place = path ?? (others.length === 0 ? first : '');
	if (patches !== null) return patches.flatMap((file) => changesOfFile(file, place, named));
	if (place === '') return [];
	// Unknown whether the file existed.
	return [changeOf(place, oldText ?? (isNew && how === 'whole' ? null : ''), newText)];
}

function changesOfFile({ path, kind, hunks }: FilePatch, place: string, named: readonly string[]): DiffContent[] {
	// git's prefix swallows the first slash of an absolute path.
	const file = path === '' ? place : named.includes(`/${path}`) ? `/${path}` : path;
	if (file === '') return [];
	return hunks.map(({ lines }) => {
		const side = (other: '+' | '-'): string =>
			lines.flatMap(({ sign, text }) => (sign === other ? [] : [`${text}\n`])).join('');
		return changeOf(file, kind === 'add' ? null : side('+'), side('-'));
	});
}

function changeOf(path: string, oldText: string | null, newText: string): DiffContent {
	return { type: 'diff', path, oldText, newText, isFromInput: true };
}

const WHOLE_KEYS = ['content', 'contents', 'file_text', 'fileText', 'text'];

/** Content with changes of new files marked, as some agents send an empty old text for them; undefined: no change. */
export function withNewFiles(patch: ToolCallPatch): readonly ToolContent[] | undefined {
	const { content = [], rawInput, rawOutput } = patch;
	const input = objectOf(rawInput);
	const whole = WHOLE_KEYS.map((key) => textOf(input[key])).find((text) => text !== undefined);
	const output = objectOf(rawOutput);
	const exists = output['exists'] ?? objectOf(output['metadata'])['exists'];
	const isAdded = [input['diff'], input['patch']].some((diff) => typeof diff === 'string' && /^@@ -0,0 \+/m.test(diff));
	const isNew = (item: ToolContent): boolean =>
		item.type === 'diff' &&
		item.oldText === '' &&
		item.newText !== '' &&
		(exists === false || isAdded || item.newText === whole);
	if (exists === true || !content.some(isNew)) return undefined;
	return content.map((item) => (item.type === 'diff' && isNew(item) ? { ...item, oldText: null } : item));
}
