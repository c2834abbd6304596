/** What an agent asks for with one form (`elicitation/create`, mode `form`): read from its schema, every text harmless. */
export type Form = {
	readonly title?: string;
	readonly description?: string;
	/** In the order of the schema. */
	readonly fields: readonly FormField[];
};

/** One field of a form: a property of the schema. */
export type FormField = {
	/** The key of the answer, exactly as the agent sent it: never drawn unsanitised. */
	readonly name: string;
	/** What users read of it; its name where the agent gave no title. */
	readonly title: string;
	readonly description?: string;
	readonly isRequired: boolean;
	/** The word that says that a secret is asked for; what is given here is kept nowhere. */
	readonly secretWord?: string;
	/** The choice (by name) beside which this text takes an answer of the user's own, in place of an option or besides. */
	readonly otherOf?: string;
	/** The choice (by name) to which this text is a note. */
	readonly noteOf?: string;
	/** The option of that choice which means an answer in this text: it is sent where nothing else was chosen. */
	readonly otherOption?: string;
	/** What is odd about the field, in a sentence of ours. */
	readonly remark?: string;
	readonly input: FieldInput;
};

/** What a field takes. Lengths count code points, as JSON Schema does; limits are inclusive. */
export type FieldInput =
	| {
			readonly type: 'text';
			readonly minLength?: number;
			readonly maxLength?: number;
			/** A regular expression that must match somewhere in the text, exactly as the agent has it: sanitise it to show it. */
			readonly pattern?: string;
			readonly format?: TextFormat;
			/** It asks for a file or a folder: the finder can fill it in. */
			readonly isPath: boolean;
			readonly default?: string;
	  }
	| {
			readonly type: 'number';
			readonly isInteger: boolean;
			readonly minimum?: number;
			readonly maximum?: number;
			readonly default?: number;
	  }
	| { readonly type: 'boolean'; readonly default?: boolean }
	| { readonly type: 'choice'; readonly options: readonly FormOption[]; readonly default?: string }
	| {
			readonly type: 'choices';
			readonly options: readonly FormOption[];
			readonly minItems?: number;
			readonly maxItems?: number;
			readonly default?: readonly string[];
	  }
	/** Of a type that is not known, or that nothing can satisfy: it can be left out, never answered. */
	| { readonly type: 'unknown'; readonly raw: string };

/** The formats of texts that the protocol names; any other is none. */
export type TextFormat = 'email' | 'uri' | 'date' | 'date-time';

/** One answer to choose. */
export type FormOption = {
	/** What is sent, exactly as the agent has it. */
	readonly value: string;
	readonly title: string;
	readonly description?: string;
	/** What choosing it would look like; several lines, shown while it is looked at. */
	readonly preview?: string;
};

/**
 * What the user has done in a field: words as they were typed (texts and numbers), yes or no, the value of an option, or
 * the values of several in any order. Null leaves the field out, its suggested answer as well.
 */
export type FieldDraft = string | boolean | readonly string[] | null;

/** The drafts of a form by the names of its fields; a field that nobody touched has none. */
export type FormDrafts = ReadonlyMap<string, FieldDraft>;

/** A value as it is sent. */
export type FormValue = string | number | boolean | readonly string[];

/** The `content` of an accepted form: names that are none of the schema's never occur. */
export type FormContent = Readonly<Record<string, FormValue>>;

/** The user's answer to a form. */
export type FormAnswer =
	| { readonly action: 'accept'; readonly drafts: FormDrafts }
	| { readonly action: 'decline' | 'cancel' };
