import { defined } from '../../defined.js';
import type {
	ShellAssignment,
	ShellCommand,
	ShellCompound,
	ShellList,
	ShellListEnd,
	ShellPart,
	ShellPipeline,
	ShellRedirection,
	ShellSimple,
	ShellWord,
} from './shell-types.js';
import {
	isOperator,
	readRedirection,
	reservedWord,
	skipNewlines,
	type TokenStream,
	takeRemark,
	takeWord,
	wordToken,
} from './token-stream.js';

/** Reserved words that end a list where a command could start. */
const ENDS = new Set(['then', 'else', 'elif', 'fi', 'do', 'done', '}', 'esac']);
/** Reserved words whose grammar is not parsed. */
const UNPARSED = new Set(['function', 'select', 'coproc', 'in']);
const NOTHING: ReadonlySet<string> = new Set();
/** The redirection that `|&` adds. */
const ERRORS_TOO: ShellRedirection = {
	operator: '>&',
	descriptor: '2',
	target: { parts: [{ type: 'literal', text: '1', quoting: 'none' }], source: '1' },
};

/** Parses pipelines until a reserved word of `until`, a `)` or the end. Null on a grammar error. */
export function parseList(stream: TokenStream, until: ReadonlySet<string>): ShellList | null {
	const items: { pipeline: ShellPipeline; end: ShellListEnd }[] = [];
	let isOpen = false;
	for (;;) {
		skipNewlines(stream);
		const token = stream.tokens[stream.at];
		const isEnd = token === undefined || isOperator(token, ')') || isOperator(token, ';;');
		if (isEnd || until.has(reservedWord(token))) return isOpen ? null : items;
		const pipeline = parsePipeline(stream);
		if (pipeline === null) return null;
		const end = readEnd(stream);
		if (end === null) return null;
		isOpen = end === '&&' || end === '||';
		items.push({ pipeline, end });
		if (end === 'end') return items;
	}
}

function readEnd(stream: TokenStream): ShellListEnd | null {
	const token = stream.tokens[stream.at];
	if (token === undefined || isOperator(token, ')') || isOperator(token, ';;')) return 'end';
	if (token.kind === 'newline') {
		stream.at += 1;
		return 'newline';
	}
	if (token.kind !== 'operator') return null;
	const { text } = token;
	if (text !== ';' && text !== '&' && text !== '&&' && text !== '||') return null;
	stream.at += 1;
	return text;
}

function parsePipeline(stream: TokenStream): ShellPipeline | null {
	const isNegated = reservedWord(stream.tokens[stream.at]) === '!';
	if (isNegated) stream.at += 1;
	const commands: ShellCommand[] = [];
	for (;;) {
		const command = parseCommand(stream);
		if (command === null) return null;
		const next = stream.tokens[stream.at];
		const hasErrors = isOperator(next, '|&');
		commands.push(hasErrors ? { ...command, redirections: [...command.redirections, ERRORS_TOO] } : command);
		if (!hasErrors && !isOperator(next, '|')) return { isNegated, commands };
		stream.at += 1;
		skipNewlines(stream);
	}
}

function parseCommand(stream: TokenStream): ShellCommand | null {
	const token = stream.tokens[stream.at];
	if (token === undefined || stream.depth >= stream.maxDepth) return null;
	const reserved = reservedWord(token);
	if (UNPARSED.has(reserved) || ENDS.has(reserved) || reserved === '!') return null;
	stream.depth += 1;
	const command = isOperator(token, '(') ? parseSubshell(stream) : parseByWord(stream, reserved);
	stream.depth -= 1;
	return command;
}

function parseByWord(stream: TokenStream, reserved: string): ShellCommand | null {
	if (reserved === '{') return parseBlocks(stream, 'group', [['{', '}']]);
	if (reserved === 'if') return parseCondition(stream);
	if (reserved === 'while' || reserved === 'until') {
		return parseBlocks(stream, 'loop', [
			[reserved, 'do'],
			['do', 'done'],
		]);
	}
	if (reserved === 'for') return parseFor(stream);
	if (reserved === 'case') return parseCase(stream);
	return parseSimple(stream);
}

function parseSubshell(stream: TokenStream): ShellCompound | null {
	stream.at += 1;
	const body = parseList(stream, NOTHING);
	if (body === null || body.length === 0 || !isOperator(stream.tokens[stream.at], ')')) return null;
	stream.at += 1;
	return finishCompound(stream, 'subshell', [body]);
}

/** Parses lists framed by reserved words: each pair is the word before and the word behind one. */
function parseBlocks(
	stream: TokenStream,
	type: ShellCompound['type'],
	frames: readonly (readonly [string, string])[],
	loop: Pick<ShellCompound, 'words' | 'variable'> = { words: [] },
): ShellCompound | null {
	const bodies: ShellList[] = [];
	for (const [before, behind] of frames) {
		if (reservedWord(stream.tokens[stream.at]) !== before) return null;
		stream.at += 1;
		const body = parseList(stream, new Set([behind]));
		if (body === null || body.length === 0) return null;
		bodies.push(body);
	}
	const last = frames.at(-1)?.[1];
	if (last === undefined || reservedWord(stream.tokens[stream.at]) !== last) return null;
	stream.at += 1;
	return finishCompound(stream, type, bodies, loop);
}

const CONDITION_WORDS = new Set(['then', 'elif', 'else', 'fi']);

function parseCondition(stream: TokenStream): ShellCompound | null {
	const bodies: ShellList[] = [];
	let current = 'if';
	while (current !== 'fi') {
		stream.at += 1;
		const body = parseList(stream, CONDITION_WORDS);
		if (body === null || body.length === 0) return null;
		bodies.push(body);
		const next = reservedWord(stream.tokens[stream.at]);
		const expectsThen = current === 'if' || current === 'elif';
		const isFitting = expectsThen
			? next === 'then'
			: next === 'fi' || (current === 'then' && CONDITION_WORDS.has(next) && next !== 'then');
		if (!isFitting) return null;
		current = next;
	}
	stream.at += 1;
	return finishCompound(stream, 'condition', bodies);
}

function parseFor(stream: TokenStream): ShellCompound | null {
	const name = stream.tokens[stream.at + 1];
	if (name?.kind !== 'word' || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name.text)) return null;
	stream.at += 2;
	const words: ShellWord[] = [];
	skipNewlines(stream);
	const hasWords = stream.tokens[stream.at]?.text === 'in';
	if (hasWords) {
		stream.at += 1;
		for (let token = stream.tokens[stream.at]; token?.word !== undefined; token = stream.tokens[stream.at]) {
			words.push(token.word);
			stream.at += 1;
		}
	}
	if (isOperator(stream.tokens[stream.at], ';')) stream.at += 1;
	skipNewlines(stream);
	// Without `in` it goes through the shell's own arguments.
	return parseBlocks(stream, 'loop', [['do', 'done']], { words, ...(hasWords ? { variable: name.text } : {}) });
}

const ESAC = new Set(['esac']);

/** `case WORD in PATTERN | PATTERN) … ;; esac`; the patterns are words like the one that is compared. */
function parseCase(stream: TokenStream): ShellCompound | null {
	const words: ShellWord[] = [];
	const bodies: ShellList[] = [];
	stream.at += 1;
	if (!takeWord(stream, words)) return null;
	skipNewlines(stream);
	if (stream.tokens[stream.at]?.text !== 'in') return null;
	do {
		stream.at += 1;
		skipNewlines(stream);
		if (reservedWord(stream.tokens[stream.at]) === 'esac') break;
		if (isOperator(stream.tokens[stream.at], '(')) stream.at += 1;
		if (!takeWord(stream, words)) return null;
		while (isOperator(stream.tokens[stream.at], '|')) {
			stream.at += 1;
			if (!takeWord(stream, words)) return null;
		}
		if (!isOperator(stream.tokens[stream.at], ')')) return null;
		stream.at += 1;
		const body = parseList(stream, ESAC);
		if (body === null) return null;
		bodies.push(body);
	} while (isOperator(stream.tokens[stream.at], ';;'));
	if (reservedWord(stream.tokens[stream.at]) !== 'esac') return null;
	stream.at += 1;
	return finishCompound(stream, 'condition', bodies, { words });
}

function finishCompound(
	stream: TokenStream,
	type: ShellCompound['type'],
	bodies: readonly ShellList[],
	loop: Pick<ShellCompound, 'words' | 'variable'> = { words: [] },
): ShellCompound | null {
	const redirections: ShellRedirection[] = [];
	for (let found = readRedirection(stream); found !== null; found = readRedirection(stream)) redirections.push(found);
	// Behind these further words are an error, so that nothing runs.
	takeRemark(stream);
	return { type, bodies, ...loop, redirections };
}

function parseSimple(stream: TokenStream): ShellSimple | null {
	const assignments: ShellAssignment[] = [];
	const words: ShellWord[] = [];
	const redirections: ShellRedirection[] = [];
	for (;;) {
		const redirection = readRedirection(stream);
		if (redirection !== null) {
			redirections.push(redirection);
			continue;
		}
		const token = stream.tokens[stream.at];
		// A `(` behind a word is a function, an array or a pattern that only some shells know.
		if (isOperator(token, '(') || token?.kind === 'io-number') return null;
		if (token?.word === undefined) {
			if (!joinsTests(stream, words, assignments.length + redirections.length)) break;
			stream.tokens.splice(
				stream.at,
				1,
				wordToken(']]'),
				...stream.tokens.slice(stream.at, stream.at + 1),
				wordToken('[['),
			);
			continue;
		}
		// Some shells take `NAME+=value` for a program.
		if (words.length === 0 && /^\w+\+=/.test(token.text)) return null;
		const assignment = words.length === 0 ? readAssignment(token.word) : null;
		if (assignment === null) words.push(token.word);
		else assignments.push(assignment);
		stream.at += 1;
	}
	if (assignments.length + words.length + redirections.length === 0) return null;
	return { type: 'simple', assignments, words, redirections, ...defined({ remark: takeRemark(stream) }) };
}

/**
 * True at an operator inside of `[[ -f a && -f b ]]`, which means two tests. A shell without `[[` would run what is behind
 * it, so that has to begin with an option, which no program is called.
 */
function joinsTests({ tokens, at }: TokenStream, words: readonly ShellWord[], others: number): boolean {
	const isJoint = isOperator(tokens[at], '&&') || isOperator(tokens[at], '||');
	if (!isJoint || others > 0 || words[0]?.source !== '[[' || words.at(-1)?.source === ']]') return false;
	return /^-[a-z]$/.test(tokens[tokens[at + 1]?.text === '!' ? at + 2 : at + 1]?.text ?? '');
}

function readAssignment(word: ShellWord): ShellAssignment | null {
	const [first, ...rest] = word.parts;
	if (first?.type !== 'literal' || first.quoting !== 'none') return null;
	const found = /^([A-Za-z_][A-Za-z0-9_]*)=/.exec(first.text);
	const name = found?.[1];
	if (found === null || name === undefined) return null;
	const text = first.text.slice(found[0].length);
	// A pattern stands for itself here. Where fish takes it for names, no harmless variable becomes another by these.
	const plain = rest.map(
		(part): ShellPart => (part.type === 'glob' ? { type: 'literal', text: part.text, quoting: 'none' } : part),
	);
	const parts = text === '' ? plain : [{ ...first, text }, ...plain];
	return { name, value: { parts, source: word.source.slice(found[0].length) } };
}
