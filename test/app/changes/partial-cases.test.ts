import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TextToWrite } from '../../../src/core/policy/policy-types.js';
import { createFiles } from '../../../src/services/files/files.js';
import { hunkChoice } from '../../../src/view/code/hunk-choice.js';
import { folderOfFile } from '../../services/temporary-folder.js';
import { OPTIONS } from '../requests.js';
import { createWorld, never, say, settle, until } from '../world.js';

const folder = folderOfFile();
let cases = 0;

const patch = (...body: string[]): string => ['*** Begin Patch', ...body, '*** End Patch'].join('\n');
const LINES = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join('');
const [FIRST, LAST] = [LINES.replace('line 1\n', 'LINE 1\n'), LINES.replace('line 18\n', 'LINE 18\n')];
const BOTH = FIRST.replace('line 18\n', 'LINE 18\n');

type Case = readonly [
	what: string,
	disk: string | Buffer | null,
	diffs: readonly (readonly [string | null, string])[],
	/** Null: it is allowed or refused as a whole. */
	hunks: number | null,
	texts?: readonly string[],
];

const CASES: readonly Case[] = [
	['replaces a text of the file', LINES, [['line 1\n', 'LINE 1\n']], 1],
	['names the whole file', LINES, [[LINES, BOTH]], 2],
	['names an old text that the file does not hold', LINES, [['line 99\n', 'x\n']], null],
	['names an old text that is there twice', 'a\nb\na\n', [['a\n', 'x\n']], null],
	['names a whole file as it was before', `${LINES}more\n`, [[`${LINES}other\n`, BOTH]], null],
	[
		'replaces several texts of one file',
		LINES,
		[
			['line 1\n', 'LINE 1\n'],
			['line 18\n', 'LINE 18\n'],
		],
		2,
	],
	[
		'goes on from one text to the next',
		LINES,
		[
			[LINES, FIRST],
			[FIRST, BOTH],
		],
		2,
	],
	[
		'says two things of one file',
		LINES,
		[
			[LINES, FIRST],
			[LINES, LAST],
		],
		null,
	],
	[
		'is of lines that end with a carriage return',
		LINES.replaceAll('\n', '\r\n'),
		[['line 1\nline 2', 'line 1\nLINE 2']],
		1,
	],
	['is of line ends alone', 'a\nb\n', [['a\nb\n', 'a\r\nb\r\n']], 1],
	['adds the end of the last line', 'a\nb', [['a\nb', 'a\nb\n']], 1],
	['makes a file', null, [[null, 'a\nb\n']], 1],
	['empties a file', LINES, [[LINES, '']], 1],
	['is of a binary file', Buffer.from([0x61, 0, 0x0a]), [['a', 'b']], null],
	['writes bytes that are no text', LINES, [[LINES, 'a\0b']], null],
	['is of a text that is no UTF-8', Buffer.from([0x61, 0xe9, 0x0a]), [['a', 'b']], null],
	['changes nothing', LINES, [[LINES, LINES]], null],
	['is a patch', LINES, [], 1, [patch('*** Update File: a', '-line 1', '+LINE 1')]],
	['is a patch that does not fit any more', LINES, [], null, [patch('*** Update File: a', '-line 99', '+x')]],
	['moves the file', LINES, [], null, [patch('*** Update File: a', '*** Move to: b', '-line 1', '+LINE 1')]],
	['deletes the file', LINES, [], null, [patch('*** Delete File: a')]],
];

test.each(CASES.map((each) => [each[0], each] as const))(
	'A change that %s has as many hunks as its text allows.',
	async (_, given) => {
		const [, disk, diffs, hunks, patches = []] = given;
		cases += 1;
		const workspace = join(folder, `${cases}`);
		mkdirSync(workspace);
		const path = join(workspace, 'a');
		if (disk !== null) writeFileSync(path, disk);
		const world = createWorld({ cwd: workspace }, { files: createFiles({ workspace }) });
		world.app.start();
		await settle();
		await say(world, 'go');
		const texts = patches.map((newText): TextToWrite => ({ newText, how: 'patch' }));
		const toolInput = { fields: [], omitted: 0, urls: [], notUnderstood: [], possibleCommands: [], texts };
		const { sessionId } = world.app.getState();
		void world.host.requestPermission(
			{
				...{ sessionId: sessionId ?? '', isExitPlan: false, paths: [path], options: OPTIONS },
				...(patches.length === 0 ? {} : { toolInput }),
				patch: {
					...{ id: 'c1', title: 'Edit', kind: 'edit', status: 'in_progress' },
					content: diffs.map(([oldText, newText]) => ({ type: 'diff' as const, path, oldText, newText })),
				},
			},
			never,
		);
		await until(world, ({ questions }) => questions.length > 0);
		const [question] = world.app.getState().questions;
		expect(question === undefined ? undefined : (hunkChoice(question.request)?.total ?? null)).toBe(hunks);
		await world.app.close();
	},
);
