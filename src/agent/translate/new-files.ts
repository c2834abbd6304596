import type { ToolCallPatch, ToolContent } from '../../core/tool-call.js';
import { objectOf, textOf } from '../json.js';

const WHOLE_KEYS = ['content', 'contents', 'file_text', 'fileText', 'text'];

/**
 * Content with changes of new files marked: some agents send an empty old text for them. A new file is known by a
 * field, or by an input with the whole file. Undefined when nothing changes.
 */
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
