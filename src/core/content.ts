import type { annotations, block } from './content-schema.js';
import type { Read } from './schema.js';

/** Content blocks in our own vocabulary (ACP v1 «Content»). A block that nobody knows stays visible as `unknown`. */
export type ContentBlock = Read<typeof block>;

export type Annotations = Read<typeof annotations>;

/** A picture; `data` is base64, `bytes` its decoded size. */
export type ImageBlock = Extract<ContentBlock, { readonly type: 'image' }>;

export type UnknownBlock = Extract<ContentBlock, { readonly type: 'unknown' }>;

/** Whether a block is for the agent's model alone; without an audience it is for everybody. */
export function isForAssistantOnly({ annotations }: ContentBlock): boolean {
	const audience = annotations?.audience ?? [];
	return audience.includes('assistant') && !audience.includes('user');
}
