import { isForAssistantOnly } from '../../../core/content.js';
import { exitOf } from '../../../core/session/entries/call-outcome.js';
import type { ToolCall, ToolContent } from '../../../core/tool-call.js';
import type { MISSING_OUTPUT } from '../transcript-messages.js';

/** Takes a command's output in place of the text that the agent made of it for its model. */
export function shownContent(given: ToolCall): readonly ToolContent[] {
	const call = { ...given, content: given.content.map((item) => asMessage(item, given)) };
	const isText = (item: ToolContent): boolean =>
		item.type === 'content' && item.block.type === 'text' && !isForAssistantOnly(item.block);
	// A list of tasks is drawn as one: its text is the same list for the model.
	if (call.result?.todos !== undefined && call.status !== 'failed') return call.content.filter((item) => !isText(item));
	const output = call.result?.output;
	if (output === undefined || call.terminals.some((terminal) => terminal.output !== '')) return call.content;
	if (call.kind !== 'execute' && call.content.length > 0) return call.content;
	const others = call.content.filter((item) => !isText(item));
	if (output.trim() === '') return others;
	return [...others, { type: 'content', block: { type: 'text', text: output } }];
}

/** Characters; longer texts are not parsed as JSON. */
const MOST_JSON = 20_000;

/** Message within an answer for the model, such as `{"approved":true,"message":"…"}`. */
function asMessage(item: ToolContent, { kind, status }: ToolCall): ToolContent {
	const isPlain = (kind === 'other' || kind === 'switch_mode') && status === 'completed';
	if (!isPlain || item.type !== 'content' || item.block.type !== 'text') return item;
	const text = item.block.text.trim();
	if (!text.startsWith('{"') || text.length > MOST_JSON) return item;
	try {
		const { message } = JSON.parse(text) as { readonly message?: unknown };
		return typeof message === 'string' ? { ...item, block: { ...item.block, text: message } } : item;
	} catch {
		return item;
	}
}

/** Why a finished command shows no output: it wrote nothing, or the agent sent none. Null where there is some. */
export function missingOutput(call: ToolCall): keyof typeof MISSING_OUTPUT | null {
	const isOver = call.status === 'completed' || call.status === 'failed';
	if (call.kind !== 'execute' || !isOver || call.verdict?.decision === 'denied') return null;
	if (shownContent(call).some(hasOutput) || call.terminals.some(({ output }) => output.trim() !== '')) return null;
	const isKnown = call.terminals.length > 0 || call.result?.output !== undefined;
	if (isKnown) return 'none';
	return exitOf(call) === undefined ? 'nothingSent' : 'notSent';
}

function hasOutput(item: ToolContent): boolean {
	if (item.type === 'terminal') return false;
	return item.type !== 'content' || item.block.type !== 'text' || item.block.text.trim() !== '';
}
