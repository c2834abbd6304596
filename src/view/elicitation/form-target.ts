/** What a click on a line of a form is about. */
export type FormTarget =
	| { readonly type: 'field'; readonly at: number }
	/** An option by its index. */
	| { readonly type: 'option'; readonly at: number; readonly index: number }
	/** A row of the review, from 0. */
	| { readonly type: 'row'; readonly index: number };
