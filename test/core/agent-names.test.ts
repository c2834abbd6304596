import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CATALOGUE } from '../../src/agent/catalogue.js';

/** Its tables name files of agents, which make programs run later whoever writes them. */
const FILES_OF_AGENTS = /policy\/auto-run-files\.ts$/;
/** Its words say what modes are, whoever calls them so. */
const WORDS_FOR_MODES = /agents\/mode-meaning\.ts$/;
/** Formats of files are called after the program that made them: command files, and rules in settings. */
const FORMATS = /^(?:commands\/|policy\/claude-rules\.ts$|agents\/own-settings\.ts$)/;
/** Words of other meanings. */
const WORDS = new Set(['cursor', 'auto', 'pi', 'demo', 'code', 'fx']);

const names = CATALOGUE.map(({ name }) => name).filter((name) => !WORDS.has(name));
const sources = readdirSync('src/core', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));

const exceptions = [FILES_OF_AGENTS, WORDS_FOR_MODES, FORMATS];

test.each(sources.filter((path) => !exceptions.some((exception) => exception.test(path))))(
	'core/%s names no agent and no mode of one.',
	(path) => {
		const text = readFileSync(`src/core/${path}`, 'utf8').toLowerCase();
		const found = [...names, 'yolo', 'autoedit', 'auto-edit', 'workspace-write'].filter((name) =>
			new RegExp(`\\b${name}\\b`).test(text),
		);
		expect(found).toEqual([]);
	},
);
