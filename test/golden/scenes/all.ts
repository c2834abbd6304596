import type { Scene } from '../driver.js';
import { choiceScenes } from './choices.js';
import { formScenes } from './forms.js';
import { listScenes } from './lists.js';
import { panelScenes } from './panels.js';
import { questionScenes } from './questions.js';
import { reviewScenes } from './reviews.js';
import { transcriptScenes } from './transcript.js';
import { troubleScenes } from './troubles.js';
import { typingScenes } from './typing.js';

/** Every screen and panel in its main states, by a name that is the name of its file. */
export const scenes: Readonly<Record<string, Scene>> = {
	...transcriptScenes,
	...questionScenes,
	...formScenes,
	...listScenes,
	...panelScenes,
	...reviewScenes,
	...choiceScenes,
	...troubleScenes,
	...typingScenes,
};
