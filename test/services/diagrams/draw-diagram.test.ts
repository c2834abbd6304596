import { expect, test } from 'vitest';
import { cellWidth } from '../../../src/core/text/width.js';
import { drawDiagram } from '../../../src/services/diagrams/draw-diagram.js';

const textOf = (source: string): string => (drawDiagram(source)?.[0] ?? []).join('\n');

test('A flowchart is drawn without the rows in which nothing happens.', () => {
	expect(textOf('graph TD\n  A[Login] --> B[Check]')).toBe(
		['┌───────┐', '│ Login │', '└───┬───┘', '    │', '    ▼', '┌───────┐', '│ Check │', '└───────┘'].join('\n'),
	);
});

test('One that goes far to the right is drawn downwards, too.', () => {
	const chain = `flowchart LR\n${'ABCDEFGH'.replace(/./g, ' x$& --> ')}xZ`;
	const [first = [], second = []] = drawDiagram(chain) ?? [];
	expect(Math.max(...second.map(cellWidth))).toBeLessThan(Math.max(...first.map(cellWidth)));
	expect(second.length).toBeGreaterThan(first.length);
});

test.each([
	['sequenceDiagram\n A->>B: hello', 'hello'],
	['classDiagram\n Animal <|-- Duck\n Animal : +int age', '+age: int'],
	['erDiagram\n CUSTOMER ||--o{ ORDER : places', 'places'],
	['stateDiagram-v2\n [*] --> Still', 'Still'],
	['xychart-beta\n x-axis [jan, feb]\n bar [1, 2]', 'jan'],
	['%%{init: {"theme": "dark"}}%%\ngraph LR\n A --> B', 'B'],
	['---\ntitle: x\n---\ngraph LR\n A --> B', 'B'],
])('%j is drawn', (source, word) => expect(textOf(source)).toContain(word));

test.each([
	['a kind that nobody knows', 'gantt\n title A'],
	['nothing', ''],
	['names in another script, which would be left out', 'graph LR\n 用户 --> 服务器'],
	['too many rows', `sequenceDiagram\n${' A->>B: x\n'.repeat(100)}`],
])('There is no drawing of %s.', (_, source) => expect(drawDiagram(source)).toBeNull());

test('Wide characters, combined ones and emoji keep the frames straight.', () => {
	const [rows = []] = drawDiagram('graph LR\n A[日本語 🎉] --> B[e\u0301 👩‍💻 x]') ?? [];
	expect(new Set(rows.filter((row) => /[┌│└]/.test(row)).map(cellWidth)).size).toBe(1);
	expect(rows.join()).toContain('日本語 🎉');
	expect(rows.join()).toContain('e\u0301 👩‍💻 x');
});

test('Links, scripts and styles are no part of it.', () => {
	const text = textOf(
		'graph LR\n A[a] --> B[b]\n click A "https://evil.example"\n click B call evil()\n linkStyle 0 stroke:red\n style A fill:#f00\n classDef x fill:#fff\n class A x',
	);
	expect(text).not.toMatch(/click|evil|style|fill|class/);
	expect(text).toContain('│ a ├');
});

test('Escapes in labels reach no row.', () => {
	for (const sequence of ['\u001b[31m', '\u009b31m', '\u202e', '\ue000\uf8ff']) {
		expect(textOf(`graph LR\n A["x${sequence}y"] --> B`)).not.toMatch(/[\u001b\u009b\u202e\ue000-\uf8ff]/);
	}
});
