export type Form = { readonly title?: string; readonly description?: string; readonly fields: readonly FormField[] };

export type FormField = {
	/** Key of the answer, exactly as sent by the agent: never drawn unsanitised. */
	readonly name: string;
	readonly title: string;
	readonly description?: string;
	readonly isRequired: boolean;
	/** Word that marks a secret: the answer is saved nowhere. */
	readonly secretWord?: string;
	/** Name of the choice beside which this text takes an answer of the user's own. */
	readonly otherOf?: string;
	readonly noteOf?: string;
	/** Option of that choice which stands for this text: sent where nothing else was chosen. */
	readonly otherOption?: string;
	readonly remark?: string;
	readonly input: FieldInput;
};

/** Values that a field takes. Lengths count code points, as JSON Schema does; limits are inclusive. */
export type FieldInput =
	| {
			readonly type: 'text';
			readonly minLength?: number;
			readonly maxLength?: number;
			/** Regular expression that must match somewhere in the text, exactly as sent: sanitise it to show it. */
			readonly pattern?: string;
			readonly format?: TextFormat;
			/** Asks for a file or a folder: the finder can fill it in. */
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
	/** Of an unknown type, or one that nothing can satisfy: it can be left out, never answered. */
	| { readonly type: 'unknown'; readonly raw: string };

export type TextFormat = 'email' | 'uri' | 'date' | 'date-time';

export type FormOption = {
	/** Exactly as sent by the agent. */
	readonly value: string;
	readonly title: string;
	readonly description?: string;
	readonly preview?: string;
};

/** Input for a field: words as typed, yes or no, one option or several. Null leaves the field out. */
export type FieldDraft = string | boolean | readonly string[] | null;

export type FormDrafts = ReadonlyMap<string, FieldDraft>;

export type FormValue = string | number | boolean | readonly string[];

/** `content` of an accepted form: only names of the schema. */
export type FormContent = Readonly<Record<string, FormValue>>;

export type FormAnswer =
	| { readonly action: 'accept'; readonly drafts: FormDrafts }
	| { readonly action: 'decline' | 'cancel' };
