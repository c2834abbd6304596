import { sentence } from '../spoken-text.js';

// What is read out of a form where there is no screen.

export const headline = (agent: string): string => `${agent} asks`;
export const fields = (count: number): string => ` ${count} fields.`;
export const answersIt = (key: string): string => `${key} answers it.`;
export const CHOSEN = ' Chosen.';
export const moreOptions = (count: number): string => `${count} more. Type the words of the one you want.`;

export const LEAVES_OUT = 'Enter alone leaves it out.';
export const NEEDS_ANSWER = 'It needs an answer.';
export const keeps = (answer: string): string => `Enter alone keeps ${sentence(answer)}`;
export const YES_OR_NO = 'Type y or n and press enter.';
export const NUMBERS = 'Type numbers, such as 1,3, and press enter; 0 for none.';
export const WORDS = 'Type your answer and press enter.';
export const GOES_ON = 'Press enter to go on.';

/** Behind what enter does, where there is such a key. */
export const ESCAPE = ' Escape goes back.';

export const REVIEW = 'Your answers:';

export const noSuch = (number: string): string => `There is no ${number}.`;
export const ANSWER_NUMBER = 'Type the number of a choice.';
export const ANSWER_YES_NO = 'Type y or n.';
export const ONLY_ONE = 'Only one can be chosen.';
export const ANSWER_ROW = 'Type a number from 1 to 4.';
