import { Transform } from 'ink';

/**
 * Lines that are ready to be written: painted, and cut to the width. Ink would measure, wrap and parse
 * the text of a `Text` three times a frame, which costs more than all the rest. Here it lays out empty
 * rows, and the lines take their place when they are written.
 */
export function Rows({ rows }: { readonly rows: readonly string[] }) {
	return (
		<Transform transform={(_, row) => rows[row] ?? ''} accessibilityLabel={rows.join('\n')}>
			{rows.map(() => ' ').join('\n')}
		</Transform>
	);
}
