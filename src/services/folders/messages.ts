import { sanitizeLine } from '../../core/text/sanitize.js';

export const FOLDERS = {
	root: 'this is the root of the file system; name a folder inside it',
	home: 'this is your home folder; name a folder inside it',
	aboveHome: 'it contains your home folder; name a smaller one',
	aboveWorkspace: 'it contains the workspace; to work on all of it, start acp-tui there or pass --cwd',
	own: 'acp-tui keeps its settings and its state there; name another folder',
	missing: 'no such folder',
	noFolder: 'not a folder',
	refused: (where: string, path: string, why: string): string => `${where} ${JSON.stringify(path)}: ${why}`,
	notAdded: (path: string, why: string): string => `${sanitizeLine(path)} was not added: ${why}.`,
	partOfWorkspace: (path: string): string => FOLDERS.partOf(path, 'the workspace'),
	partOf: (path: string, around: string): string => `${sanitizeLine(path)} is already part of ${sanitizeLine(around)}`,
	gone: 'it does not exist any more',
	noLongerFolder: 'it is not a folder any more',
};
