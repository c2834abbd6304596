import type { App } from '../../app/app.js';
import type { AgentInfo } from '../../core/agent-info.js';
import type { AttachmentsPort } from '../../core/attachment-ports.js';
import type { ContentBlock, ImageBlock } from '../../core/content.js';
import { mentionsIn } from '../../core/mention.js';
import * as messages from './attach-messages.js';
import { type EmbedLimits, embedMention, type WhyWithheld } from './embed.js';

export type Written = {
	readonly text: string;
	/** The part that is searched for mentions: without pasted blocks. */
	readonly written: string;
	readonly images: readonly ImageBlock[];
};

export type Attached = {
	readonly blocks: readonly ContentBlock[];
	/** Reasons not to send yet. */
	readonly problems: readonly messages.AttachProblem[];
	/** Sentences on attachments that are sent in another form than expected. */
	readonly notes: readonly string[];
};

/** False: the text is sent as it is, at once. */
export function hasAttachments({ written, images }: Written): boolean {
	return images.length > 0 || mentionsIn(written).length > 0;
}

/** Blocks of a prompt: text, pictures in order, mentions once each. With `problems` the user is asked first. */
export async function attach(
	prompt: Written,
	takes: AgentInfo['prompt'],
	port: AttachmentsPort,
	limits: EmbedLimits,
	whyWithheld: WhyWithheld,
): Promise<Attached> {
	const blocks: ContentBlock[] = [{ type: 'text', text: prompt.text }];
	const problems: messages.AttachProblem[] = [];
	const notes: string[] = [];
	if (takes.image) blocks.push(...prompt.images);
	else if (prompt.images.length > 0) {
		problems.push(messages.noPictures);
		blocks.push(...prompt.images.flatMap(linkToImage));
	}
	const seen = new Set<string>();
	for (const mention of mentionsIn(prompt.written)) {
		const key = `${mention.path}\0${mention.lines?.from}-${mention.lines?.to}`;
		if (seen.has(key)) continue;
		seen.add(key);
		const embedded = await embedMention(mention, takes, port, limits, whyWithheld);
		blocks.push(...embedded.blocks);
		const name = prompt.written.slice(mention.start, mention.end);
		problems.push(...embedded.problems.map((reason) => ({ name, reason })));
		notes.push(...embedded.notes);
	}
	return { blocks, problems, notes };
}

/** Link to the file of a picture that an agent does not take. */
function linkToImage({ uri, mimeType, bytes }: ImageBlock): readonly ContentBlock[] {
	if (uri === undefined) return [];
	return [{ type: 'resource_link', uri, name: uri.slice(uri.lastIndexOf('/') + 1), mimeType, size: bytes }];
}

/** Text and links, which every agent must take (ACP, prompt capabilities). */
const BASELINE: AgentInfo['prompt'] = { image: false, audio: false, embeddedContext: false };

export function knownAgent(app: App): Promise<AgentInfo['prompt']> {
	return new Promise((settle) => {
		let stop: (() => void) | null = null;
		const look = (): void => {
			const { agent, connection } = app.getState();
			if (agent === null && connection.phase === 'starting') return;
			stop?.();
			settle(agent?.prompt ?? BASELINE);
		};
		stop = app.subscribe(look);
		look();
	});
}
