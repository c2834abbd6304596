import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { OTHER_SANDBOXES } from '../../src/cli/other-options.js';
import { parseCommandLine } from '../../src/cli/parse-command-line.js';
import { ALL_SUBCOMMANDS } from '../../src/cli/subcommands/all-subcommands.js';
import { unsupportedCommand, unsupportedOption } from '../../src/cli/unsupported-words.js';
import { SHIPPED_COMMANDS } from '../../src/core/commands/shipped-commands.js';
import { parseRule } from '../../src/core/policy/rules.js';
import { defaultKeymap } from '../../src/view/actions/actions.js';
import { typedHelp } from '../../src/view/actions/help.js';
import type { KeyContext } from '../../src/view/keys/key-context.js';
import { localCommands } from '../../src/view/slash-commands/commands.js';
import { OTHER_COMMANDS } from '../../src/view/slash-commands/other-commands.js';

// What hands and scripts bring from Claude Code, Codex and Gemini CLI: none of it differs by accident.

test.each<[key: string, where: KeyContext, action: string]>([
	['enter', 'composer', 'submit'],
	['ctrl+j', 'composer', 'newline'],
	['shift+enter', 'composer', 'newline'],
	['alt+enter', 'composer', 'steer'],
	['tab', 'composer', 'complete'],
	['up', 'composer', 'move-up'],
	['ctrl+r', 'composer', 'history-search'],
	['ctrl+g', 'composer', 'edit-in-editor'],
	['ctrl+v', 'composer', 'paste-image'],
	['ctrl+s', 'composer', 'stash'],
	['ctrl+_', 'composer', 'undo'],
	['ctrl+a', 'composer', 'move-line-start'],
	['ctrl+e', 'composer', 'move-line-end'],
	['ctrl+k', 'composer', 'kill-line-end'],
	['ctrl+u', 'composer', 'kill-line-start'],
	['ctrl+w', 'composer', 'kill-word'],
	['ctrl+y', 'composer', 'yank'],
	['alt+b', 'composer', 'move-word-left'],
	['alt+f', 'composer', 'move-word-right'],
	['ctrl+b', 'composer', 'move-left'],
	['ctrl+b', 'own-command', 'background-command'],
	['?', 'empty-draft', 'help'],
	['ctrl+d', 'empty-draft', 'leave'],
	['escape', 'global', 'dismiss'],
	['ctrl+c', 'global', 'interrupt'],
	['shift+tab', 'global', 'cycle-mode'],
	['ctrl+o', 'global', 'toggle-transcript'],
	['/', 'transcript', 'transcript-search'],
	['ctrl+t', 'global', 'toggle-plan'],
	['ctrl+l', 'global', 'redraw'],
	['ctrl+z', 'global', 'suspend'],
	['alt+p', 'global', 'choose-model'],
	['alt+t', 'global', 'choose-thinking'],
	['y', 'ask', 'ask-allow-once'],
	['a', 'ask', 'ask-allow-always'],
	['n', 'ask', 'ask-reject-once'],
	['1', 'ask', 'answer-1'],
	['2', 'ask', 'answer-2'],
	['3', 'ask', 'answer-3'],
	['escape', 'ask', 'answer-dismiss'],
	['e', 'plan-review', 'plan-edit'],
])('%s in %s: %s', (key, where, action) => {
	expect(defaultKeymap.byContext.get(where)?.get(key)).toBe(action);
});

test.each(['/', '@', '!', '#', '\\ enter'])(
	'%s at the start of the draft, or before enter, is in the help',
	(typed) => {
		expect(typedHelp.map(({ keys }) => keys)).toContain(typed);
	},
);

const NAMES = [
	...'add-dir agents approvals bashes chat clear compact config context copy cost diff doctor exit'.split(' '),
	...'export find fork help hooks init keybindings login logout mcp memory model new output-style'.split(' '),
	...'permissions quit release-notes rename resume review rewind settings stats status statusline'.split(' '),
	...'theme todos undo usage vim restore code-review pr-comments'.split(' '),
];

test.each(NAMES)('/%s is a command, or says what does it here', (name) => {
	const ours = localCommands.flatMap(({ name: own, aliases = [] }) => [own, ...aliases]);
	expect([...ours, ...SHIPPED_COMMANDS.map((shipped) => shipped.name), ...OTHER_COMMANDS.keys()]).toContain(name);
});

test.each(
	[
		'--allowedTools --disallowedTools --max-turns --append-system-prompt --settings --json-schema --verbose',
		'--permission-mode --yolo --dangerously-skip-permissions --fallback-model --mcp-debug --ide',
		'--full-auto --ask-for-approval --search --oss --profile --image --skip-git-repo-check',
		'--approval-mode -i --prompt --prompt-interactive --checkpointing --all-files --include-directories',
	].flatMap((options) => options.split(' ')),
)('%s is refused with what does the same', (option) => {
	expect(unsupportedOption(option)).toMatch(/\b(?:use|give|put|leave|settings|it is|name|nothing like|decides)\b/);
	expect(() => parseCommandLine([option, 'x'], '0', ALL_SUBCOMMANDS)).toThrow();
});

test.each([
	['-c'],
	['-r', 'abc'],
	['--model', 'x'],
	['--add-dir', '.'],
	['--mcp-config', 'f.json'],
	['-p', 'hi', '--output-format', 'json'],
	['-p', 'hi', '--output-format', 'stream-json'],
])('%s %s is taken', (...argv) => {
	expect(['start', 'print', 'interactive']).toContain(
		parseCommandLine(argv.filter(Boolean), '0', ALL_SUBCOMMANDS).type,
	);
});

test.each([['exec', 'hi'], ['exec'], ['resume'], ['init'], ['agent'], ['session', 'list'], ['update'], ['doctor']])(
	'“%s %s” is no prompt',
	(...words) => {
		const given = words.filter((word) => word !== undefined);
		expect(unsupportedCommand(given) !== null || parses(given) !== 'start').toBe(true);
	},
);

function parses(words: readonly string[]): string {
	try {
		return parseCommandLine([...words], '0', ALL_SUBCOMMANDS).type;
	} catch {
		return 'refused';
	}
}

test('sandboxes of Codex and rules of Claude Code are refused with ours in the sentence', () => {
	expect(Object.keys(OTHER_SANDBOXES)).toEqual(['read-only', 'workspace-write', 'danger-full-access']);
	const rule = parseRule('Bash(npm test:*)', 'allow', 'command line');
	expect(rule.ok ? '' : rule.failure.message).toContain('write Execute(npm test *)');
});

test('what differs on purpose has its reason on the page', () => {
	const page = readFileSync(new URL('../../docs/coming-from.md', import.meta.url), 'utf8');
	for (const words of ['`enter` queues', '`ctrl+b`', '`#`', 'keys.preset', '`alt+o`']) expect(page).toContain(words);
});
