import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isObject, objectOf } from '../../../src/agent/json.js';
import { toConfigOptions } from '../../../src/agent/translate/modes-options.js';
import type { ConfigOption } from '../../../src/core/agent-info.js';
import { rowsIn } from '../../../src/view/panel/panel-state.js';
import { modePanel } from '../../../src/view/pickers/mode-panel.js';
import { modelPanel } from '../../../src/view/pickers/model-panel.js';
import { modes, openedWith } from '../../core/session/play.js';
import { contextOf, createStage, dispatched } from '../stage.js';

const folder = join(import.meta.dirname, '../../fixtures/traces');

/** The options of the first session of a recording; none where it has none. */
function recorded(file: string): readonly ConfigOption[] {
	for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
		const { msg } = objectOf(JSON.parse(line));
		const list = isObject(msg) ? objectOf(msg['result'])['configOptions'] : undefined;
		if (Array.isArray(list)) return toConfigOptions(list, []);
	}
	return [];
}

const recordings = ['claude', 'codex', 'codex-gpt'].flatMap((agent) =>
	readdirSync(join(folder, agent)).map((name) => [`${agent}/${name}`, recorded(join(folder, agent, name))] as const),
);

test.each(recordings.filter(([, options]) => options.length > 0))(
	'/model shows every option of %s in its order',
	(_, options) => {
		const context = contextOf(createStage(openedWith({ options, modes: modes('default', 'default') })));
		const shown = options.filter(({ category }) => category !== 'mode');
		const rows = rowsIn(context, modelPanel, null).map(({ choose, ...row }) => {
			const [event] = dispatched(choose?.(context).requests ?? []);
			if (event?.type !== 'set-config-option') throw new Error(`${row.label} sets nothing`);
			return { ...row, ...event };
		});
		const expected = shown.flatMap((option) =>
			option.type === 'boolean' ? [option.id] : option.choices.map(() => option.id),
		);
		expect(rows.map(({ optionId }) => optionId)).toEqual(expected);
		for (const { optionId, value, isCurrent, label } of rows) {
			const option = shown.find(({ id }) => optionId === id);
			if (option === undefined) throw new Error(`${label} is no option`);
			// Choosing a switch turns it over; choosing a value takes it.
			if (option.type === 'boolean') expect([value, isCurrent]).toEqual([!option.value, option.value]);
			else expect(isCurrent).toBe(value === option.value);
		}
	},
);

test('an agent that has its modes as an option has them in /mode', () => {
	const [, options] = recordings.find(([name]) => name === 'claude/config.jsonl') ?? ['', []];
	const rows = rowsIn(contextOf(createStage(openedWith({ options }))), modePanel, null);
	expect(rows.map(({ label, group }) => [label, group])).toContainEqual(['Plan', expect.stringContaining('itself')]);
});
