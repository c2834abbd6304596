import type { AgentInfo } from '../../core/agent-info.js';
import type { AttachmentsPort } from '../../core/attachment-ports.js';
import type { ContentBlock, ImageBlock } from '../../core/content.js';
import { mentionsIn } from '../../core/mention.js';
import { type Embedded, type EmbedLimits, embedMention } from './embed.js';

/** A prompt as the person wrote it. */
export type Written = {
	/** The whole text that is sent. */
	readonly text: string;
	/** The part that is searched for mentions: without what was pasted as a block. */
	readonly written: string;
	readonly images: readonly ImageBlock[];
};

/** True when anything may go with the text: without, it is sent as it is, at once. */
export function hasAttachments({ written, images }: Written): boolean {
	return images.length > 0 || mentionsIn(written).length > 0;
}

/**
 * The blocks of a prompt: its text first, then the pictures in the order of their marks, then what it
 * mentions, each once. With `problems` the person is asked first; the blocks are what goes all the same.
 */
export async function promptBlocks(
	prompt: Written,
	takes: AgentInfo['prompt'],
	port: AttachmentsPort,
	limits: EmbedLimits,
): Promise<Embedded> {
	const blocks: ContentBlock[] = [{ type: 'text', text: prompt.text }];
	const problems: string[] = [];
	const notes: string[] = [];
	if (takes.image) blocks.push(...prompt.images);
	else if (prompt.images.length > 0) {
		problems.push('this agent takes no images: at most their places would go');
		blocks.push(...prompt.images.flatMap(linkToImage));
	}
	const seen = new Set<string>();
	for (const mention of mentionsIn(prompt.written)) {
		const key = `${mention.path}\0${mention.lines?.from}-${mention.lines?.to}`;
		if (seen.has(key)) continue;
		seen.add(key);
		const embedded = await embedMention(mention, takes, port, limits);
		blocks.push(...embedded.blocks);
		problems.push(...embedded.problems);
		notes.push(...embedded.notes);
	}
	return { blocks, problems, notes };
}

/** The next best to a picture that an agent does not take: where it lies, if it is a file. */
function linkToImage({ uri, mimeType, bytes }: ImageBlock): readonly ContentBlock[] {
	if (uri === undefined) return [];
	return [{ type: 'resource_link', uri, name: uri.slice(uri.lastIndexOf('/') + 1), mimeType, size: bytes }];
}
