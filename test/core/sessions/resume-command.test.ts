import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { resumeCommandLine } from '../../../src/core/resuming/resume-command.js';

describe('The command that resumes a session', () => {
	test('is as short as can be where nothing needs quotes.', () => {
		expect(resumeCommandLine('abcdefghijkl')).toBe('acp-tui --resume abcdefghijkl');
		expect(resumeCommandLine('abcdefghijkl', { cwd: '/w/shop' })).toBe(
			'cd -- /w/shop && acp-tui --resume abcdefghijkl',
		);
		expect(resumeCommandLine('abcdefghijkl', { sandbox: 'shadow' })).toBe(
			'acp-tui --resume abcdefghijkl --sandbox shadow',
		);
		expect(resumeCommandLine('abcdefghijkl', { agentCommand: ['my-agent', '--acp'] })).toBe(
			"acp-tui --resume abcdefghijkl --agent-command 'my-agent --acp'",
		);
	});

	test.each([
		'x; touch PWNED',
		'$(touch PWNED)',
		'`touch PWNED`',
		"'; touch PWNED; '",
		'x\ntouch PWNED\n',
		'-f | touch PWNED',
		'!! && touch PWNED',
	])('says nothing else to a shell, whatever an agent calls its session: %j', (hostile) => {
		const line = resumeCommandLine(hostile, { agent: hostile, cwd: hostile });
		const words = execFileSync(
			'sh',
			[
				'-c',
				`cd() { printf '%s\\n' "$@"; }; acp_tui() { printf '%s\\n' "$@"; }; ${line.replace('acp-tui', 'acp_tui')}`,
			],
			{ encoding: 'utf8' },
		);
		const shown = hostile.replaceAll('\n', ' ');
		const id = hostile.startsWith('-') ? [`--resume=${shown}`] : ['--resume', shown];
		expect(words.split('\n')).toEqual(['--', shown, ...id, '--agent', shown, '']);
	});

	test('cannot end a paste, and an id is never taken for an option.', () => {
		expect(resumeCommandLine('a\u001b[201~\u0003\ntouch x\n')).toBe("acp-tui --resume 'a touch x '");
		expect(resumeCommandLine('--allow-bypass')).toBe('acp-tui --resume=--allow-bypass');
	});
});
