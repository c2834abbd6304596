import type { ContentBlock } from '../content.js';

/**
 * Message between sessions (ACP `session_message`, `session_message_chunk`), in the transcript of one of them. Ids are
 * the agent's.
 */
export type SessionMessage = {
	readonly messageId: string;
	readonly isChunk?: true;
	readonly senderId?: string | null;
	readonly recipientId?: string | null;
	/** Id of the same message in the transcript of the sender, and of the recipient. */
	readonly senderMessageId?: string | null;
	readonly recipientMessageId?: string | null;
	/** All of it; with `isChunk` an addition. */
	readonly content?: readonly ContentBlock[];
};
