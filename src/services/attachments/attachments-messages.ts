import { fail } from '../../core/failure.js';

export const ATTACHMENTS = {
	outside: (path: string) =>
		fail('outside-workspace', `${path} is outside the workspace.`, {
			hint: 'Only files of the workspace are attached.',
		}),
	noImageTool: () =>
		fail('could-not-start', 'Nothing here can read a picture from the clipboard.', {
			hint: 'Install wl-clipboard or xclip (pngpaste on macOS), or paste the path of an image file.',
		}),
	noChanges: (which: 'diff' | 'staged') =>
		fail('not-found', `git has no changes to tell here (@${which}).`, { hint: 'Start in a git work tree.' }),
	repositoryElsewhere: () =>
		fail('invalid', 'The settings of this repository lead to another folder, so git was not asked.', {
			hint: 'Look at core.worktree in .git/config.',
		}),
	filtersStay: () =>
		fail('invalid', 'The filters of this repository cannot be turned off, so git was not asked.', {
			hint: 'Look at the filter settings in .git/config.',
		}),
	noPicture: (where: string) =>
		fail('invalid', `${where} is not a PNG, JPEG, GIF or WebP.`, { hint: 'Convert the picture first.' }),
	pictureTooLarge: (where: string, size: string, most: string) =>
		fail('too-large', `${where} has ${size}; at most ${most} go as an image.`, { hint: 'Make the picture smaller.' }),
};
