import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createTranslator } from '../../../src/agent/translate/translator.js';
import { plainProfile } from '../../../src/core/agents/profile.js';
import type { EntryList } from '../../../src/core/session/entries/entry-list.js';
import { initialState } from '../../../src/core/session/reducers/initial-state.js';
import { reduce } from '../../../src/core/session/reducers/reduce.js';
import { lineText, lineWidth } from '../../../src/view/spans.js';
import { END } from '../../../src/view/transcript/position.js';
import { transcriptWindow } from '../../../src/view/transcript/window.js';
import { contextOf } from './samples.js';

const traces = fileURLToPath(new URL('../../fixtures/traces', import.meta.url));
const cwd = '/home/dev/shop';

type Message = { readonly method?: string; readonly params?: { readonly update?: unknown } };

/** The transcript that a trace's updates make. */
function entriesOf(file: string): EntryList {
	const translator = createTranslator();
	let state = initialState({
		profile: plainProfile({ name: 'agent', command: 'agent', args: [], env: {} }),
		cwd,
		mode: 'default',
		isBypassAllowed: false,
		since: 0,
	});
	for (const line of readFileSync(join(traces, file), 'utf8').split('\n').filter(Boolean)) {
		const { t, msg } = JSON.parse(line) as { readonly t: number; readonly msg?: Message };
		if (msg?.method !== 'session/update') continue;
		for (const event of translator.update(msg.params?.update)) state = reduce(state, event, t).state;
	}
	return state.entries;
}

const files = readdirSync(traces, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'));

test.each(files)('%s is drawn within its width, folded and open', (file) => {
	const entries = entriesOf(file);
	for (const width of [100, 40, 20]) {
		for (const areAllOpen of [false, true]) {
			const context = contextOf({ width, cwd, areAllOpen, now: 100_000 });
			const shown = transcriptWindow(entries, context, END, 1_000_000);
			const isBad = (text: string): boolean => /[\x00-\x1f\x7f-\x9f]/.test(text);
			const bad = shown.lines.filter((line) => lineWidth(line) > width || isBad(lineText(line)));
			expect(bad.map(lineText)).toEqual([]);
		}
	}
});
