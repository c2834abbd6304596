import type { ContentBlock } from '../content.js';

/**
 * A message between sessions (ACP `session_message`, `session_message_chunk`), as the transcript of one of them has it.
 * Ids are the agent's.
 */
export type SessionMessage = {
	readonly messageId: string;
	/** A piece that goes behind what is known of it. */
	readonly isChunk?: true;
	readonly senderId?: string | null;
	readonly recipientId?: string | null;
	/** The id of the same message in the transcript of the sender, and of the recipient. */
	readonly senderMessageId?: string | null;
	readonly recipientMessageId?: string | null;
	/** The whole of it; with `isChunk` what is added. */
	readonly content?: readonly ContentBlock[];
};
