import { Text } from 'ink';
import { memo } from 'react';

/** A block of lines that are ready to be written: painted, and cut to the width. */
export const Region = memo(function Region({ text }: { readonly text: string }) {
	return <Text wrap="truncate">{text}</Text>;
});
