import { expect, test } from 'vitest';
import { editorCommand } from '../../../src/frontends/interactive/external-programs.js';
import { unreadableEditor } from '../../../src/frontends/interactive/interactive-messages.js';

test.each([
	[{}, ['vi']],
	[{ EDITOR: 'vim' }, ['vim']],
	[{ EDITOR: 'code --wait' }, ['code', '--wait']],
	[{ EDITOR: '"/Applications/My Ed" -w' }, ['/Applications/My Ed', '-w']],
	[{ EDITOR: "'/opt/my editor/bin/ed' --flag='a b'" }, ['/opt/my editor/bin/ed', '--flag=a b']],
	[{ EDITOR: '/opt/my\\ editor -w' }, ['/opt/my editor', '-w']],
	[{ VISUAL: 'emacs -nw', EDITOR: 'vim' }, ['emacs', '-nw']],
	[{ VISUAL: '  ', EDITOR: 'vim' }, ['vim']],
	[{ VISUAL: '', EDITOR: '' }, ['vi']],
])('%j is the editor %j', (env, words) => {
	expect(editorCommand(env)).toEqual({ ok: true, value: words });
});

test('an open quote is named, with the variable that has it', () => {
	const command = editorCommand({ VISUAL: '"/Applications/My Ed' });
	const why = expect.stringMatching(/open " quote/);
	expect(command).toMatchObject({ ok: false, failure: { message: why } });
	expect(command).toMatchObject({ failure: { message: expect.stringContaining(unreadableEditor('VISUAL', '')) } });
});
