import * as z from 'zod';
import { createLineSplitter } from '../agent/wire/read-messages.js';
import { isRecord } from '../core/is-record.js';
import { jsonIn } from '../core/json-in.js';
import { roughSize } from '../core/limits.js';
import type { InputLine } from '../frontends/headless/stream/conversation.js';
import { commandSchema } from '../frontends/headless/stream/event-schemas.js';
import { STREAM_COMMANDS } from '../frontends/headless/stream/stream-schema.js';
import { systemError } from '../services/errno.js';
import { oneOf } from './quote-value.js';

const MAX_LINE = 16 * 1024 * 1024;
const command = commandSchema(z);
const EXAMPLE = 'A prompt is {"type":"prompt","text":"WORDS"}.';

/** The lines of standard input; `mayRead` settles before each chunk. Ends with the input, or when `signal` aborts. */
export async function* readConversation(
	input: NodeJS.ReadStream,
	signal: AbortSignal,
	mayRead: () => Promise<void>,
): AsyncGenerator<InputLine> {
	const splitter = createLineSplitter(MAX_LINE);
	const stop = (): void => void input.destroy();
	signal.addEventListener('abort', stop);
	let line = 0;
	const read = function* ({ lines, oversized }: ReturnType<typeof splitter.end>): Generator<InputLine> {
		for (const text of lines) {
			line += 1;
			const read = readLine(text);
			if (read !== null) yield { line, ...read };
		}
		for (const _ of oversized) {
			line += 1;
			yield { line, problem: `The line has more than ${roughSize(MAX_LINE)}.` };
		}
	};
	try {
		for await (const chunk of input) {
			yield* read(splitter.push(Buffer.from(chunk)));
			await mayRead();
		}
		yield* read(splitter.end());
	} catch (error) {
		if (!signal.aborted) yield { line, problem: `Standard input cannot be read: ${systemError(error).why}.` };
	} finally {
		signal.removeEventListener('abort', stop);
		input.destroy();
	}
}

function readLine(text: string) {
	if (text.trim() === '') return null;
	const value = jsonIn(text);
	if (value === undefined) return { problem: 'The line is not JSON.' };
	const read = command.safeParse(value);
	if (read.success) return { command: read.data };
	const type = isRecord(value) ? value['type'] : undefined;
	if (typeof type !== 'string' || !Object.hasOwn(STREAM_COMMANDS, type))
		return { problem: `The type of a line must be ${oneOf(Object.keys(STREAM_COMMANDS))}. ${EXAMPLE}` };
	const [issue] = read.error.issues;
	const path = issue?.path.join('.') ?? '';
	return { problem: `The ${type} cannot be read: ${path === '' ? '' : `${path}: `}${issue?.message}.` };
}
