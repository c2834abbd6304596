import { expect, test } from 'vitest';
import { launch } from '../drive/screen.js';

const confirmation = /Confirm(?! · wait a moment)[\s\S]*1 Allow/;

test('/memory shows the line before it writes it, and makes the file', async () => {
	const screen = await launch();
	await screen.send('/memory Use tabs');
	const asked = await screen.until(confirmation);
	expect(asked).toContain('Create AGENTS.md');
	expect(asked).toContain('- Use tabs');
	expect(screen.desk.read('AGENTS.md')).toBeNull();
	screen.press('y');
	await screen.until('Added to AGENTS.md: Use tabs');
	expect(screen.desk.read('AGENTS.md')).toBe('- Use tabs\n');
	await screen.send('/memory Run the tests first');
	const again = await screen.until(confirmation);
	expect(again).toContain('Add a line to AGENTS.md');
	screen.press('n');
	await screen.until('AGENTS.md is unchanged');
	expect(screen.desk.read('AGENTS.md')).toBe('- Use tabs\n');
});
