import { clearLine, eraseCharacter, eraseWord } from '../../composer/line-edits.js';
import { show } from '../../state/ui-step.js';
import { group, key } from '../action.js';
import { editLine } from '../focused-line.js';

const helpGroup = group('help', 'Help');
const queueGroup = group('queue', 'Queue', { isOfList: true });
const openSessionsGroup = group('open-sessions', 'Open sessions', { isOfList: true });
const sessionsGroup = group('sessions', 'Sessions', { isOfList: true });
const sideGroup = group('side-question', 'Side question', { isOfList: true });
const sideLineGroup = group('side-question-line', 'Side question', { isOfList: true });
const subagentsGroup = group('subagents', 'Sub-agents', { isOfList: true });
const ownCommandsGroup = group('own-commands', 'Your commands', { isOfList: true });
const stepsGroup = group('plan-steps', 'Steps of a plan', { isOfList: true });
const hunksGroup = group('hunks', 'Hunks of a change', { isOfList: true });
const changesGroup = group('changes', 'Changes', { isOfList: true });
const reviewGroup = group('review', 'Review', { isOfList: true });
const reviewNotesGroup = group('review-notes', 'Notes of a review', { isOfList: true });
const diffGroup = group('diff', 'Diffs of a review', { isOfList: true });
const commandsGroup = group('commands', 'Your slash commands', { isOfList: true });
const commitGroup = group('commit', 'Commit', { isOfList: true });
const commitTextGroup = group(['commit', 'commit-message'], 'Commit', { isOfList: true });
const commitMessageGroup = group('commit-message', 'Commit', { isOfList: true });
const settingsGroup = group('settings', 'Settings', { isOfList: true });
const lineGroup = group('line', 'Text in a panel', { isOfList: true });
const listsGroup = group('picker', 'Lists', { isOfList: true });

/** A key of a panel that does by itself what it stands for (`LoadedPanel.act`). */
const loaded = (help: string, ...keys: readonly string[]) => key(help, ({ ui }) => show(ui), ...keys);

/** The help, and lists to choose from. */
export const panelActions = {
	...helpGroup({ 'help-close': { ...loaded('show all again; then close', 'escape', '?', 'enter'), hint: 'close' } }),
	...queueGroup({
		'queue-edit': loaded('back into the draft', 'enter', 'e'),
		'queue-steer': loaded('send it into the running turn', 's'),
		'queue-merge': loaded('make one of it and the next', 'm'),
		'queue-remove': loaded('take it out of the queue', 'd', 'delete'),
		'queue-earlier': loaded('send it earlier', 'alt+up', 'K'),
		'queue-later': loaded('send it later', 'alt+down', 'J'),
	}),
	...openSessionsGroup({
		'open-sessions-new': loaded('open another session with the same agent', 'n'),
		'open-sessions-isolated': loaded('open one whose agent has a process of its own', 'N'),
		'open-sessions-agent': loaded('open one with another agent', 'a'),
		'open-sessions-close': loaded('close it; twice where it works', 'x', 'delete'),
	}),
	...sessionsGroup({
		'sessions-open': loaded('go on with it', 'enter'),
		'sessions-folders': loaded('sessions of this folder, or of all folders', 'tab'),
		'sessions-rename': loaded('give it another title', 'ctrl+r'),
		'sessions-delete': loaded('delete it', 'ctrl+d', 'delete'),
		'sessions-export': loaded('write its transcript to a file', 'ctrl+e'),
		'sessions-fork': loaded('go on in a copy of it', 'ctrl+f'),
		'sessions-preview-up': loaded('the preview: a line up', 'shift+up'),
		'sessions-preview-down': loaded('the preview: a line down', 'shift+down'),
	}),
	...sideGroup({
		'side-close': loaded('stop the answer; else close it', 'escape', 'ctrl+c'),
		'side-take': loaded('take the answer into the draft', 't'),
		'side-copy': loaded('copy the answer', 'c'),
		'side-ask': loaded('ask more', 'enter'),
		'side-hide': loaded('back to the conversation: it goes on, /btw shows it', 'tab'),
	}),
	...sideLineGroup({
		'side-send': loaded('ask it', 'enter'),
		'side-back': { ...loaded('back to the answer', 'escape'), hint: 'back' },
	}),
	...subagentsGroup({
		'subagents-open': loaded('read what it did', 'enter'),
		'subagents-answer': loaded('go to the question that it waits with', 'a'),
		'subagents-cancel': loaded('stop it alone: press it twice', 'x', 'delete'),
	}),
	...ownCommandsGroup({
		'own-commands-attach': loaded('type into it', 'enter'),
		'own-commands-end': loaded('stop it', 'x', 'delete'),
	}),
	...stepsGroup({
		'step-take': loaded('take the step', 'y'),
		'step-strike': loaded('strike it out', 'n'),
		'step-change': loaded('write what to do instead', 'e'),
		'step-note': loaded('write a note on it', 'c'),
	}),
	...hunksGroup({
		'hunk-take': loaded('take the hunk', 'y'),
		'hunk-leave': loaded('leave it', 'n'),
		'hunk-take-rest': loaded('take it and the rest of the file', 'a'),
		'hunk-leave-rest': loaded('leave it and the rest of the file', 'd'),
		'hunk-split': loaded('split it at its unchanged lines', 's'),
		'hunk-edit': loaded('edit its new lines in $EDITOR', 'e'),
		'hunk-next': loaded('the next hunk', 'j'),
		'hunk-previous': loaded('the hunk before', 'k'),
		'hunk-search': loaded('find a hunk', '/'),
		'hunk-keys': loaded('say what the letters do', '?'),
		'hunk-quit': loaded('leave it and all that follow, and go back to the question', 'q'),
		'hunk-line-up': loaded('its text: a line up', 'shift+up'),
		'hunk-line-down': loaded('its text: a line down', 'shift+down'),
	}),
	...commandsGroup({
		'commands-edit': loaded('edit its file', 'e'),
		'commands-trust': loaded('trust it as it is: press it twice', 't'),
		'commands-trust-all': loaded('trust all that wait: press it twice', 'T'),
		'commands-new': loaded('make a new one', 'n'),
	}),
	...changesGroup({
		'changes-apply': loaded('apply it to the workspace', 'a'),
		'changes-leave': loaded('leave it in the shadow and notify the agent', 'l'),
		'changes-discard': loaded(
			'discard the file, in its diff the hunk: the agent sees your file again; press it twice',
			'd',
			'delete',
		),
		'changes-apply-all': loaded('apply all the rest', 'A'),
		'changes-apply-hunk': loaded('apply the hunk', 'y'),
		'changes-later': { ...loaded('decide later: /changes shows them again', 'escape', 'q', 'ctrl+d'), hint: 'later' },
	}),
	...reviewGroup({
		'review-viewed': loaded('mark the file as viewed and go to the next; again: not viewed', 'space'),
		'review-stage': loaded('stage the hunk or the selected lines; again: unstage', 's'),
		'review-stage-file': loaded('stage the file; again: unstage', 'S'),
		'review-take-back': loaded('take the hunk, the selected lines or the file back: press it twice', 'x'),
		'review-note': loaded('write a note on the line or the selection, or change it', 'c'),
		'review-select': loaded('select lines', 'v'),
		'review-send': loaded('send all notes to the agent as one prompt', 'P'),
		'review-notes': loaded('list the notes', 'N'),
		'review-close': { ...loaded('close', 'q', 'escape'), hint: 'close' },
	}),
	...reviewNotesGroup({
		'review-drop-note': loaded('delete the note', 'd', 'delete'),
		'review-send-notes': loaded('send all notes to the agent as one prompt', 'P'),
	}),
	...diffGroup({
		'diff-next-hunk': loaded('the next hunk', 'n'),
		'diff-previous-hunk': loaded('the hunk before', 'p'),
		'diff-next-file': loaded('the next file', ']'),
		'diff-previous-file': loaded('the file before', '['),
		'diff-down': loaded('a line down', 'j'),
		'diff-up': loaded('a line up', 'k'),
		'diff-line-up': loaded('scroll a line up', 'shift+up'),
		'diff-line-down': loaded('scroll a line down', 'shift+down'),
		'diff-edit': loaded('open the file in $EDITOR at the line', 'o'),
		'diff-layout': loaded('side by side, or below each other', '|'),
		'diff-find': loaded('find a file', '/'),
		'diff-focus': loaded('between the files and the diff', 'tab'),
		'diff-keys': loaded('list these keys', '?'),
	}),
	...commitGroup({
		'commit-run': loaded('commit what is marked', 'enter'),
		'commit-mark': loaded('take a change in, or leave it out', 'space'),
		'commit-mark-all': loaded('the same with all of its group', 'a'),
		'commit-edit': loaded('write the message', 'e', 'tab'),
		'commit-ask': loaded('have the agent write the message of what is marked', 'm'),
		'commit-leave': loaded('leave; stop a commit that runs', 'escape', 'ctrl+c'),
	}),
	...commitTextGroup({ 'commit-editor': loaded('write the message in $EDITOR', 'ctrl+g') }),
	...commitMessageGroup({
		'commit-done': { ...loaded('the message is done: back to the changes', 'enter', 'escape', 'tab'), hint: 'done' },
	}),
	...settingsGroup({
		'settings-place': loaded('change your config, or the project’s', 'tab'),
		'settings-unset': loaded('take its value out of that file', 'ctrl+d', 'delete'),
		'settings-trust': loaded('show what waits for your trust', 'ctrl+y'),
	}),
	...lineGroup({
		'line-erase': key('the character before', editLine(eraseCharacter), 'backspace', 'ctrl+h'),
		'line-erase-word': key('the word before', editLine(eraseWord), 'ctrl+w', 'alt+backspace'),
		'line-clear': key('all of it', editLine(clearLine), 'ctrl+u'),
	}),
	...listsGroup({
		'picker-previous': loaded('the row above', 'up', 'ctrl+p'),
		'picker-next': loaded('the row below', 'down', 'ctrl+n'),
		'picker-page-up': loaded('a page up', 'pageup'),
		'picker-page-down': loaded('a page down', 'pagedown'),
		'picker-first': loaded('the first row', 'home'),
		'picker-last': loaded('the last row', 'end'),
		'picker-accept': { ...loaded('choose', 'enter'), hint: 'choose' },
		'picker-close': { ...loaded('close without choosing', 'escape'), hint: 'close' },
	}),
};
