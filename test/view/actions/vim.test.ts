import { describe, expect, it } from 'vitest';
import { fail, type Result, succeed } from '../../../src/core/failure.js';
import { receiveClipboard } from '../../../src/view/actions/open-vim.js';
import { cursorShape, vimInFocus } from '../../../src/view/state/ui-state.js';
import { ready } from '../../core/session/play.js';
import { FORMS, formQuestion } from '../elicitation/forms.js';
import { editQuestion, full } from '../scenes.js';
import { openedOn } from '../sessions/sessions-stage.js';
import { createStage, dispatched, draft, draw, happen, paste, press, put, type Stage, text, wait } from '../stage.js';

function vimStage(stage: Stage = createStage(ready())): Stage {
	stage.ui = { ...stage.ui, appearance: { ...stage.ui.appearance, editor: 'vim' } };
	draw(stage);
	return stage;
}

const mode = (stage: Stage): string => vimInFocus(stage.ui)?.mode ?? 'none';

describe('vim’s keys on the screen', () => {
	it('begin in insert mode, which the footer and the cursor show, and esc leaves it first', () => {
		const stage = vimStage();
		press(stage, '`hello world`');
		expect([draft(stage), mode(stage), cursorShape(stage.ui)]).toEqual(['hello world', 'insert', 'bar']);
		expect(text(stage)).toContain('INSERT · ');
		press(stage, 'escape `2d`');
		expect([mode(stage), cursorShape(stage.ui)]).toEqual(['normal', 'block']);
		expect(text(stage)).toContain('NORMAL 2d · ');
		press(stage, 'escape `0dw`');
		expect(draft(stage)).toBe('world');
		press(stage, 'ctrl+r');
		press(stage, '`u`');
		expect(draft(stage)).toBe('hello world');
		press(stage, 'ctrl+r');
		expect(draft(stage)).toBe('world');
		press(stage, '`v`');
		expect(text(stage)).toContain('VISUAL · ');
	});

	it('stop a turn by esc in normal mode alone, with nothing begun', () => {
		const stage = vimStage(createStage(full()));
		press(stage, '`words`');
		expect(dispatched(press(stage, 'escape'))).toEqual([]);
		press(stage, '`d`');
		expect(dispatched(press(stage, 'escape'))).toEqual([]);
		press(stage, '`v`');
		expect(dispatched(press(stage, 'escape'))).toEqual([]);
		expect(dispatched(press(stage, 'escape'))).toEqual([{ type: 'cancel' }]);
		expect(draft(stage)).toBe('words');
	});

	it('never clear a draft by esc', () => {
		const stage = vimStage();
		press(stage, '`words` escape escape escape escape');
		expect(draft(stage)).toBe('words');
	});

	it('open commands, mentions and the help on an empty draft in both modes', () => {
		for (const before of ['', 'escape']) {
			for (const sign of ['/', '@', '!', '#']) {
				const stage = vimStage();
				press(stage, `${before} \`${sign}\``);
				expect([draft(stage), mode(stage)]).toEqual([sign, 'insert']);
			}
			const stage = vimStage();
			press(stage, `${before} ?`);
			expect(stage.ui.panel.kind).toBe('loaded');
		}
		const stage = vimStage();
		press(stage, 'escape `/mo`');
		expect(stage.ui.composer.completion?.candidates[0]?.name).toBe('mode');
		press(stage, 'escape');
		expect([stage.ui.composer.completion, mode(stage)]).toEqual([null, 'normal']);
	});

	it('walk the history with k on the first line and j on the last', () => {
		const stage = vimStage();
		press(stage, '`first` enter');
		press(stage, '`one` ctrl+j `two` escape');
		press(stage, '`k`');
		expect(draft(stage)).toBe('one\ntwo');
		press(stage, '`k`');
		expect(draft(stage)).toBe('first');
		press(stage, '`j`');
		expect(draft(stage)).toBe('one\ntwo');
	});

	it('insert a paste literally in normal mode, and over what is selected', () => {
		const stage = vimStage();
		press(stage, '`ab` escape');
		paste(stage, 'dd x');
		expect([draft(stage), mode(stage)]).toEqual(['add xb', 'normal']);
		press(stage, '`0ve`');
		paste(stage, 'new');
		expect([draft(stage), mode(stage)]).toEqual(['new xb', 'normal']);
	});

	it('take a pasted block as one character', () => {
		const stage = vimStage();
		press(stage, '`see `');
		paste(stage, 'line\n'.repeat(20));
		press(stage, '` end` escape `0wx`');
		expect(draft(stage)).toBe('see  end');
		press(stage, '`u`');
		press(stage, '`w`');
		expect(draft(stage).slice(stage.ui.composer.draft.cursor)).toBe('end');
	});

	it('copy to the system’s clipboard from "+', () => {
		const stage = vimStage();
		press(stage, '`some words` escape `0"+yw`');
		expect(stage.requests).toContainEqual({ type: 'copy', text: 'some ', label: '1 line' });
	});

	/** The system's clipboard is read. */
	const answer = (stage: Stage, read: Result<string>) =>
		put(stage, { type: 'panel', name: 'vim', open: (context) => receiveClipboard(context, read) });

	it('put what the system’s clipboard holds, lines as lines, again with . and over what is selected', () => {
		const stage = vimStage();
		for (const [keys, text, result] of [
			['`ab` escape `"+p`', 'x\u001b[31my', 'abxy'],
			['`0"*P`', 'first\n', 'first\nabxy'],
			['`.`', 'again\r\n', 'again\nfirst\nabxy'],
			['`Gve"+p`', 'new', 'again\nfirst\nnew'],
		] as const) {
			expect(press(stage, keys)).toContainEqual({ type: 'read-clipboard' });
			answer(stage, succeed(text));
			expect(draft(stage)).toBe(result);
			press(stage, 'escape');
		}
		press(stage, '`dd"+p`');
		answer(stage, succeed('line\n'.repeat(20)));
		expect(draft(stage)).toContain('[Pasted 20 lines #1]');
	});

	it('put nothing where the text has changed meanwhile, and say why a clipboard cannot be read', () => {
		const stage = vimStage();
		press(stage, '`ab` escape `"+px`');
		answer(stage, succeed('late'));
		const late = 'Not pasted: you typed on before the clipboard was read';
		expect([draft(stage), stage.ui.toast?.text]).toEqual(['a', late]);
		press(stage, '`"+p`');
		answer(stage, fail('could-not-start', 'It cannot be read.', { hint: 'Use another key.' }));
		expect([draft(stage), stage.ui.toast?.text]).toEqual(['a', 'It cannot be read. Use another key.']);
		press(stage, '`"+yy"+p`');
		answer(stage, fail('could-not-start', 'It cannot be read.'));
		expect(draft(stage)).toBe('a\na');
	});

	it('read and copy in fields too, and one line stays one line', () => {
		const stage = vimStage(createStage(full()));
		happen(stage, formQuestion(FORMS.clarify));
		wait(stage, 2000);
		press(stage, '`some words` escape `0"+yw`');
		expect(stage.requests).toContainEqual({ type: 'copy', text: 'some ', label: '1 line' });
		expect(press(stage, '`"+P`')).toContainEqual({ type: 'read-clipboard' });
		answer(stage, succeed('two\nlines\n'));
		expect(text(stage)).toMatch(/> two +│\n.* lines +│\n.* some words/);
		const panel = vimStage(openedOn(100, 30));
		press(panel, '`model` escape `"+P`');
		answer(panel, succeed('one\n'));
		press(panel, '`yyp`');
		expect(panel.ui.lineDraft?.draft.text).toBe('modeonemodeonell');
		press(panel, '`"+P`');
		answer(panel, succeed(`${' '.repeat(200_000)}\n`));
		expect(panel.ui.lineDraft?.draft.text).toMatch(/^modeonemodeone {9}/);
	});

	it('put no more into a field of a form than it holds, and say so', () => {
		const stage = vimStage(createStage(full()));
		happen(stage, formQuestion(FORMS.clarify));
		wait(stage, 2000);
		paste(stage, 'x'.repeat(60_000));
		press(stage, 'escape `yyp`');
		expect([stage.ui.toast?.text, mode(stage)]).toEqual(['That is too much for a field', 'normal']);
		press(stage, '`"+p`');
		answer(stage, succeed('y'.repeat(50_000)));
		expect(stage.ui.toast?.text).toBe('That is too much for a field');
		press(stage, '`0D"+p`');
		answer(stage, succeed('short'));
		expect(text(stage)).toContain('> short');
	});

	it('are off in a field for a secret: it reaches no register', () => {
		const stage = vimStage(createStage(full()));
		happen(stage, formQuestion(FORMS.secret));
		wait(stage, 2000);
		press(stage, '`sk-1`');
		expect(mode(stage)).toBe('none');
		expect(text(stage)).not.toContain('sk-1');
	});

	it('answer a question in normal mode, and never lose a letter into the draft', () => {
		const stage = vimStage(createStage(full()));
		press(stage, 'escape');
		happen(stage, editQuestion);
		press(stage, '`y`');
		expect([draft(stage), stage.ui.composer.vim?.pending]).toEqual(['', '']);
		wait(stage, 5000);
		const answers = dispatched(press(stage, '`y`'));
		expect(answers.map(({ type }) => type)).toContain('answer');
		expect(draft(stage)).toBe('');
	});

	it('edit the line of a panel; j and k go over its rows, and esc leaves insert mode before it closes', () => {
		const stage = vimStage(openedOn(100, 30));
		press(stage, '`modelx` escape');
		expect([mode(stage), text(stage)]).toEqual(['normal', expect.stringContaining('NORMAL')]);
		press(stage, '`xbi`');
		press(stage, '`my `');
		expect(stage.ui.lineDraft?.draft.text).toBe('my model');
		press(stage, 'escape `dd`');
		expect(stage.ui.lineDraft?.draft.text).toBe('');
		const before = text(stage);
		press(stage, '`j`');
		expect(text(stage)).not.toBe(before);
		press(stage, '`k`');
		expect(text(stage)).toBe(before);
		press(stage, 'escape');
		expect([stage.ui.panel.kind, stage.ui.lineDraft]).toEqual(['none', undefined]);
		const typed = vimStage(openedOn(100, 30));
		press(typed, '`model` escape escape');
		expect(typed.ui.panel.kind).toBe('none');
	});

	it('are switched by /vim, which the config keeps', () => {
		const stage = createStage(ready());
		press(stage, '`/vim` enter');
		expect(stage.requests).toContainEqual({ type: 'keep-editor', editor: 'vim' });
		expect(mode(stage)).toBe('insert');
		press(stage, '`/vim` enter');
		expect(stage.requests).toContainEqual({ type: 'keep-editor', editor: 'emacs' });
		expect([mode(stage), cursorShape(stage.ui)]).toEqual(['none', null]);
	});
});
