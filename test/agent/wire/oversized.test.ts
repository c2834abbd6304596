import { expect, test } from 'vitest';
import { standInFor } from '../../../src/agent/wire/read-messages.js';

test.each<[string, string, ReturnType<typeof standInFor> | object]>([
	[
		'a request',
		'{"jsonrpc":"2.0","id":7,"method":"fs/write_text_file","params":{"id":1,"con',
		{ to: 'agent', message: { id: 7 } },
	],
	[
		'a request, id last',
		'{"method":"fs/write_text_file", "id": "a-1", "params": {"content": "',
		{ to: 'agent', message: { id: 'a-1' } },
	],
	[
		'an answer',
		'{"jsonrpc":"2.0","id":3,"result":{"stopReason":"',
		{ to: 'us', message: { id: 3, error: { code: -32600 } } },
	],
	['an error', '{"id":3,"error":{"code":1,"message":"', { to: 'us', message: { id: 3 } }],
	['a notification', '{"jsonrpc":"2.0","method":"session/update","params":{"id":3,"method":"x"', null],
	['a request whose id comes too late', '{"method":"x","params":{"id":3', null],
	['no message', 'xxxxxxxxxx', null],
	['an id that is cut', '{"jsonrpc":"2.0","id":12', null],
])('What waits for a message that is too long fails, for %s.', (_, head, expected) => {
	if (expected === null) expect(standInFor(head)).toBeNull();
	else expect(standInFor(head)).toMatchObject(expected);
});
