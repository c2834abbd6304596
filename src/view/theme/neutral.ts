import type { Theme } from './theme.js';

/**
 * For a terminal whose background nobody knows: every colour is as far from black as from white, and none stands behind
 * text, which is the terminal's own.
 */
export const neutralTheme: Theme = {
	name: 'neutral',
	colors: {
		text: null,
		muted: '#6d7685',
		accent: '#b65d1b',
		success: '#2a8643',
		warning: '#9d6c0d',
		error: '#eb0a0a',
		info: '#1077d1',
		heading: '#a16a0d',
		link: '#0c76d6',
		code: '#2176d3',
		quote: '#6175a6',
		added: '#24873c',
		removed: '#eb0a0a',
		user: '#3c75cc',
		plan: '#21837b',
		acceptEdits: '#8654f5',
		bypass: '#e61f02',
		'syntax.keyword': '#9c45f4',
		'syntax.string': '#3f8526',
		'syntax.number': '#b75d14',
		'syntax.comment': '#6c7688',
		'syntax.function': '#0675dd',
		'syntax.type': '#996d15',
		'syntax.variable': '#be4e80',
		'syntax.punctuation': '#5d76a3',
	},
	backgrounds: { code: null, added: null, removed: null, selection: null, user: null, bar: null },
};
