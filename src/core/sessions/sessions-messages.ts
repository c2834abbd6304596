export const LINES_LOST = (count: number): string =>
	`Something is missing here: ${count === 1 ? 'a line' : `${count} lines`} of this session's log could not be read`;
export const logDamaged = (count: number): string =>
	`The log of this session is damaged: ${count === 1 ? '1 line' : `${count} lines`} could not be read. The rest is here.`;
