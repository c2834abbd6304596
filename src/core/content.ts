/**
 * Content blocks in our own vocabulary (ACP v1 «Content»): what `agent/translate` makes of the
 * protocol's blocks, and what a prompt is made of. A block that nobody knows stays visible as `unknown`.
 */
export type ContentBlock = TextBlock | ImageBlock | AudioBlock | ResourceLinkBlock | ResourceBlock | UnknownBlock;

/** Plain or Markdown text. */
type TextBlock = { readonly type: 'text'; readonly text: string };

/** A picture; `data` is base64, `bytes` its decoded size. */
export type ImageBlock = {
	readonly type: 'image';
	readonly mimeType: string;
	readonly data: string;
	readonly bytes: number;
	readonly uri?: string;
};

/** A sound; `data` is base64, `bytes` its decoded size. */
type AudioBlock = {
	readonly type: 'audio';
	readonly mimeType: string;
	readonly data: string;
	readonly bytes: number;
};

/** A reference that the other side can fetch by itself; `size` is in bytes. */
type ResourceLinkBlock = {
	readonly type: 'resource_link';
	readonly uri: string;
	readonly name: string;
	readonly title?: string;
	readonly description?: string;
	readonly mimeType?: string;
	readonly size?: number;
};

/** An embedded resource: `text`, or a base64 `blob` of `bytes` bytes. */
type ResourceBlock = {
	readonly type: 'resource';
	readonly uri: string;
	readonly mimeType?: string;
	readonly text?: string;
	readonly blob?: string;
	readonly bytes: number;
};

/** A block whose type or shape we do not know; `json` is what came, cut to a sane length. */
export type UnknownBlock = { readonly type: 'unknown'; readonly label: string; readonly json: string };
