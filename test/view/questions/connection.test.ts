import { expect, test } from 'vitest';
import { connectionRequest, judgeConnection } from '../../../src/core/network/judge-connection.js';
import { connectionQuestion } from '../../../src/core/session/questions/client-questions.js';
import { spokenQuestion } from '../../../src/view/linear/linear-question.js';
import { busy } from '../../core/session/play.js';
import { contextOf, createStage, happen, misfits, press, type Stage, text, wait } from '../stage.js';

const wanted = { host: 'registry.example.com', port: 8443, own: null, isLocal: false, process: async () => null };

function asking(columns: number, rows: number, process: string | null = 'npm install left-pad'): Stage {
	const stage = createStage(busy(), columns, rows);
	const { because } = judgeConnection(wanted, { hold: 'ask', mode: 'default', rules: [] });
	const question = connectionQuestion({
		...{ id: 'q1', request: connectionRequest(wanted, process), because, askedAt: 0 },
		offers: [{ text: 'Fetch(registry.example.com:8443)', words: 'fetches from registry.example.com:8443' }],
	});
	happen(stage, { type: 'question-asked', question });
	wait(stage, 2000);
	return stage;
}

test.each([
	[40, 12],
	[100, 32],
	[140, 40],
])('A host that is asked about is shown with its answers on %i × %i.', (columns, rows) => {
	const stage = asking(columns, rows);
	expect(misfits(stage)).toEqual([]);
	const shown = text(stage).replaceAll(/[│\s]+/g, ' ');
	expect(shown).toContain('Connect to registry.example.com:8443');
	for (const answer of ['Allow until this turn ends', 'Allow for this session', 'Reject for this session']) {
		expect(shown).toContain(answer);
	}
	expect(shown).toContain('process: npm install left-pad');
	expect(shown).toContain('The sandbox asks for each host.');
	expect(shown).not.toContain('host:');
});

test('Its answer for good writes the rule for that host and port.', () => {
	const stage = asking(100, 32);
	press(stage, 'a');
	expect(text(stage).replaceAll(/[│\s]+/g, ' ')).toContain('rule Fetch(registry.example.com:8443)');
});

test('Line by line it says the same, and a process that writes to the screen cannot.', () => {
	const spoken = spokenQuestion(contextOf(asking(80, 24, 'curl \u001b[2J\u202e evil')));
	expect(spoken?.lines.join('\n')).toContain('Connect to registry.example.com:8443');
	expect(spoken?.lines.join('\n')).not.toContain('\u001b');
});
