import type { SideQuestionEvent } from '../../side-question/side-question-event.js';
import type { Reducers } from '../reducers/reducers.js';
import { only, withEffects } from '../reducers/step.js';

export const onSideQuestion: Reducers<SideQuestionEvent> = {
	'side-question': (state, { request }) => withEffects(state, { type: 'side-question', request }),
	'side-question-changed': (state, { sideQuestion }) => only({ ...state, sideQuestion }),
	'side-question-counted': (state) => only(state),
};
