import { expect, test } from 'vitest';
import { hasProgress, notification, notifyWay } from '../../../src/frontends/interactive/attention.js';

test.each([
	['osc9', { TERM_PROGRAM: 'iTerm.app' }],
	['osc9', { TERM_PROGRAM: 'WezTerm' }],
	['osc9', { TERM_PROGRAM: 'ghostty' }],
	['osc9', { TERM: 'xterm-kitty' }],
	['osc777', { TERM: 'foot' }],
	['bell', { TERM: 'xterm-256color' }],
	['bell', {}],
	['bell', { TERM: 'tmux-256color', TERM_PROGRAM: 'WezTerm' }],
	['bell', { TERM: 'xterm-kitty', TMUX: '/tmp/tmux-0/default,1,0' }],
] as const)('By itself: %s in %j', (way, env) => {
	expect(notifyWay('auto', env)).toBe(way);
});

test.each(['bell', 'osc9', 'osc777', 'off'] as const)('%s is used as configured', (setting) => {
	expect(notifyWay(setting, { TERM_PROGRAM: 'iTerm.app' })).toBe(setting);
});

test.each([
	[{ WT_SESSION: 'x' }, true],
	[{ ConEmuANSI: 'ON' }, true],
	[{ TERM_PROGRAM: 'ghostty' }, true],
	[{ TERM_PROGRAM: 'WezTerm' }, true],
	[{ TERM_PROGRAM: 'iTerm.app' }, false],
	[{ WT_SESSION: 'x', TMUX: 'y' }, false],
	[{}, false],
])('Progress is written where it is known: %j: %s', (env, expected) => {
	expect(hasProgress(env)).toBe(expected);
});

test('A notification is one sequence, and its fields cannot be forged.', () => {
	expect(notification('bell', 'a')).toBe('\x07');
	expect(notification('osc9', '4;3;50')).toBe('\x1b]9;acp-tui: 4;3;50\x07');
	expect(notification('osc777', 'a;b')).toBe('\x1b]777;notify;acp-tui;a,b\x07');
	expect(notification('off', 'a')).toBe('');
});
