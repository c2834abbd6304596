import type { AgentInfo } from '../../core/agent-info.js';
import type { Attachment, AttachmentsPort } from '../../core/attachment-ports.js';
import type { ContentBlock } from '../../core/content.js';
import { defined } from '../../core/defined.js';
import type { Result } from '../../core/failure.js';
import { changesOf, type Mention } from '../../core/mention.js';
import type { PathFact } from '../../core/policy/policy-types.js';
import * as messages from './attach-messages.js';
import { REASONS } from './attach-messages.js';

export type Embedded = {
	readonly blocks: readonly ContentBlock[];
	/** Why it cannot be sent, in a few words behind its name. */
	readonly problems: readonly string[];
	/** Sentences on attachments that are sent in another form than expected. */
	readonly notes: readonly string[];
};

export type EmbedLimits = {
	/** A file with more bytes is sent as a link. */
	readonly embedBytes: number;
};

/** Why the policy keeps files out of a prompt, in words; null where they may go. */
export type WhyWithheld = (paths: readonly PathFact[]) => string | null;

/** Requested lines are embedded up to here. */
const MOST_RANGE_BYTES = 1_000_000;
const MOST_CHANGES_BYTES = 256 * 1024;
const NOTHING: Embedded = { blocks: [], problems: [], notes: [] };

/** Turns a mention into blocks of a form that the agent takes. Words that are no path stay text. */
export async function embedMention(
	mention: Mention,
	takes: AgentInfo['prompt'],
	port: AttachmentsPort,
	limits: EmbedLimits,
	whyWithheld: WhyWithheld,
): Promise<Embedded> {
	const changes = changesOf(mention);
	if (changes !== null) return embedChanges(changes, takes, port, whyWithheld);
	const found = await port.inspect(mention.path);
	if (!found.ok) return (await isMeantAsPath(mention, port)) ? refused(found) : NOTHING;
	const file = found.value;
	const because = whyWithheld([file.fact]);
	if (because !== null) return problem(because);
	if (file.kind === 'folder') {
		const folder = { ...linkTo(file), mimeType: 'inode/directory' };
		return mention.lines === null ? { ...NOTHING, blocks: [folder] } : problem(messages.folderHasNoLines);
	}
	if (mention.lines !== null) return embedLines(file, mention.lines, takes, port);
	if (file.mimeType?.startsWith('image/') === true && takes.image) {
		const image = await port.readImage(file.path);
		if (image.ok && image.value.uri === file.uri) return { ...NOTHING, blocks: [image.value] };
	}
	if (file.mimeType?.startsWith('audio/') === true)
		return { ...NOTHING, blocks: [linkTo(file)], notes: takes.audio ? [messages.soundAsLink(file.name)] : [] };
	if (!takes.embeddedContext) return { ...NOTHING, blocks: [linkTo(file)] };
	if (file.size > limits.embedBytes) {
		const note = messages.tooLargeToEmbed(file.name, limits.embedBytes);
		return { ...NOTHING, blocks: [linkTo(file)], notes: limits.embedBytes === 0 ? [] : [note] };
	}
	const text = await port.readText(file.path);
	// A file that is no text can still be linked; unreadable ones failed the inspection.
	if (!text.ok) return text.failure.code === 'not-text' ? { ...NOTHING, blocks: [linkTo(file)] } : refused(text);
	return { ...NOTHING, blocks: [textOf(file, file.uri, text.value)] };
}

async function embedLines(
	file: Attachment,
	{ from, to }: NonNullable<Mention['lines']>,
	takes: AgentInfo['prompt'],
	port: AttachmentsPort,
): Promise<Embedded> {
	const uri = `${file.uri}#L${from}${to === from ? '' : `-${to}`}`;
	const name = `${file.name}:${from}${to === from ? '' : `-${to}`}`;
	const text = await port.readText(file.path, { line: from, limit: to - from + 1 });
	if (!text.ok) return refused(text);
	if (text.value === '') return problem(messages.noSuchLine(from));
	const link = { ...linkTo(file), uri, name };
	if (!takes.embeddedContext) return { ...NOTHING, blocks: [link] };
	if (Buffer.byteLength(text.value) > MOST_RANGE_BYTES) {
		return { ...NOTHING, blocks: [link], notes: [`${name} is sent as a link: these lines are too long`] };
	}
	return { ...NOTHING, blocks: [textOf(file, uri, text.value)] };
}

async function embedChanges(
	which: 'diff' | 'staged',
	takes: AgentInfo['prompt'],
	port: AttachmentsPort,
	whyWithheld: WhyWithheld,
): Promise<Embedded> {
	const changes = await port.changes(which);
	if (!changes.ok) return refused(changes);
	const { files } = changes.value;
	if (files.length === 0) return problem(messages.noChanges[which]);
	const judged = files.map(({ paths, ...file }) => ({
		...file,
		because: paths === null ? 'its name is not known' : whyWithheld(paths),
	}));
	const left = judged.flatMap(({ name, because }) => (because === null ? [] : [{ name, reason: because }]));
	const text = judged.map((file) => (file.because === null ? file.text : '')).join('');
	if (text === '') return problem(messages.onlyLeftOut(left));
	const bytesOf = Buffer.from(text);
	const isCut = changes.value.isCut || bytesOf.length > MOST_CHANGES_BYTES;
	const notes = [
		...(left.length === 0 ? [] : [messages.sentWithout(`@${which}`, left)]),
		...(isCut ? [`@${which} was cut: it is too long for a prompt`] : []),
	];
	const marks = [...(isCut ? ['[cut here]'] : []), ...(left.length === 0 ? [] : [messages.leftOut(left.length)])];
	const shown = bytesOf.subarray(0, MOST_CHANGES_BYTES).toString('utf8');
	const whole = marks.length === 0 ? shown : `${shown}\n${marks.join('\n')}\n`;
	// An agent without embedded context could not read the address of a diff.
	if (!takes.embeddedContext) {
		const command = which === 'diff' ? 'git diff' : 'git diff --staged';
		return { ...NOTHING, notes, blocks: [{ type: 'text', text: `Output of ${command}:\n${whole}` }] };
	}
	const uri = `git-diff:${which === 'diff' ? 'unstaged' : 'staged'}`;
	const bytes = Buffer.byteLength(whole);
	return { ...NOTHING, notes, blocks: [{ type: 'resource', uri, mimeType: 'text/x-diff', text: whole, bytes }] };
}

/** Whether an `@` is a path, not a name: quoted, with lines, an extension or an existing folder. */
async function isMeantAsPath({ path, isQuoted, lines }: Mention, port: AttachmentsPort): Promise<boolean> {
	if (isQuoted || lines !== null || path.endsWith('/') || /^(?:~|\.{1,2})?\//.test(path)) return true;
	// `@scope/name@1.2` is a package with its version.
	if (!path.includes('@') && /[^/.]\.[a-z0-9]{1,8}$/i.test(path)) return true;
	const folder = path.slice(0, path.indexOf('/'));
	return path.includes('/') && (await port.inspect(folder)).ok;
}

function linkTo({ uri, name, size, kind, mimeType }: Attachment) {
	return { type: 'resource_link' as const, uri, name, ...defined({ mimeType }), ...(kind === 'file' ? { size } : {}) };
}

function textOf({ mimeType = 'text/plain' }: Attachment, uri: string, text: string): ContentBlock {
	return { type: 'resource', uri, mimeType, text, bytes: Buffer.byteLength(text) };
}

function problem(words: string): Embedded {
	return { ...NOTHING, problems: [words] };
}

function refused(result: Result<unknown>): Embedded {
	return result.ok ? NOTHING : problem(REASONS[result.failure.code] ?? result.failure.message.replace(/\.$/, ''));
}
