/**
 * Content blocks in our own vocabulary (ACP v1 «Content»): what `agent/translate` makes of the
 * protocol's blocks, and what a prompt is made of. A block that nobody knows stays visible as `unknown`.
 */
export type ContentBlock = TextBlock | ImageBlock | AudioBlock | ResourceLinkBlock | ResourceBlock | UnknownBlock;

/** `annotations` of ACP v1 «Content»; malformed parts are left out. */
export type Annotations = {
	readonly audience?: readonly ('user' | 'assistant')[];
	/** From 0 (optional) to 1 (most important). */
	readonly priority?: number;
	/** ISO 8601. */
	readonly lastModified?: string;
};

type Annotated = { readonly annotations?: Annotations };

type Encoded = {
	readonly bytes: number;
	/** Not valid base64: there is nothing to show, open or save. */
	readonly isBroken?: true;
	/** Too large to keep: `bytes` counts what was sent, and `data` is empty. */
	readonly isLeftOut?: true;
};

type TextBlock = Annotated & { readonly type: 'text'; readonly text: string };

/** A picture; `data` is base64, `bytes` its decoded size. */
export type ImageBlock = Annotated &
	Encoded & {
		readonly type: 'image';
		readonly mimeType: string;
		readonly data: string;
		readonly uri?: string;
	};

/** A sound; `data` is base64, `bytes` its decoded size. */
type AudioBlock = Annotated & Encoded & { readonly type: 'audio'; readonly mimeType: string; readonly data: string };

/** `size` is in bytes. */
type ResourceLinkBlock = Annotated & {
	readonly type: 'resource_link';
	readonly uri: string;
	readonly name: string;
	readonly title?: string;
	readonly description?: string;
	readonly mimeType?: string;
	readonly size?: number;
};

/** An embedded resource: `text`, or a base64 `blob` of `bytes` bytes. */
type ResourceBlock = Annotated &
	Encoded & {
		readonly type: 'resource';
		readonly uri: string;
		readonly mimeType?: string;
		readonly text?: string;
		readonly blob?: string;
	};

/** A block whose type or shape we do not know; `json` is what came, cut to a sane length. */
export type UnknownBlock = Annotated & {
	readonly type: 'unknown';
	readonly label: string;
	readonly json: string;
};

/** Whether a block is for the agent's model alone; without an audience it is for everybody. */
export function isForAssistantOnly({ annotations }: ContentBlock): boolean {
	const audience = annotations?.audience ?? [];
	return audience.includes('assistant') && !audience.includes('user');
}
