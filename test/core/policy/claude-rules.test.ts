import { expect, test } from 'vitest';
import { claudeRules } from '../../../src/core/policy/claude-rules.js';
import { lines } from '../lines.js';

test.each([
	['Bash', 'Execute'],
	['Bash(*)', 'Execute'],
	['Bash(npm test:*)', 'Execute(npm test *)'],
	['Bash(npm test *)', 'Execute(npm test *)'],
	['Bash(git commit -m "a b")', 'Execute(git commit -m "a b")'],
	['Edit(/src/**)', 'Edit(src/**)'],
	['Edit(//srv/lib/**)', 'Edit(/srv/lib/**)'],
	['Write(docs/**)', 'Edit(docs/**)'],
	['Read(*.env)', 'Read(**/*.env)'],
	['Read(./docs/)', 'Read(./docs/)'],
	['NotebookEdit', 'Edit'],
	['Grep', 'Search'],
	['WebFetch(domain:example.com)', 'Fetch(example.com)'],
	['mcp__git-hub__create_issue', 'Mcp(git-hub/create_issue)'],
	['mcp__github', 'Mcp(github/*)'],
	['Execute(npm test *)', 'Execute(npm test *)'],
])('%s of Claude Code is %s here', (text, ours) => {
	const { rules, left } = claudeRules([text], 'allow', 'project');
	expect(left).toEqual([]);
	expect(rules.map((rule) => [rule.text, rule.decision, rule.origin])).toEqual([[ours, 'allow', 'project']]);
});

test.each([
	...lines`
		Bash(npm*) ¦ Bash(git * main) ¦ Bash(curl * | bash) ¦ Read(~/.zshrc) ¦ Edit(../x) ¦ WebSearch ¦ Task ¦ *
		Bash(ls
	`,
	'',
])('%s has no equal, and is named instead of made wider', (text) => {
	expect(claudeRules([text], 'allow', 'project')).toEqual({ rules: [], left: [text] });
});

test('a line of tools is split at commas and blanks outside of parentheses', () => {
	const { rules, left } = claudeRules('Bash(git add:*), Read Bash(echo (a b)),Skill(x)', 'allow', 'user');
	expect(rules.map(({ text }) => text)).toEqual(['Execute(git add *)', 'Read']);
	expect(left).toEqual(['Bash(echo (a b))', 'Skill(x)']);
});
