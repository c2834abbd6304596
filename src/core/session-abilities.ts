export type SessionAbilities = {
	readonly list: boolean;
	readonly load: boolean;
	readonly resume: boolean;
	readonly close: boolean;
	readonly delete: boolean;
	readonly fork: boolean;
	readonly title: boolean;
};

export const noSessionAbilities: SessionAbilities = {
	list: false,
	load: false,
	resume: false,
	close: false,
	delete: false,
	fork: false,
	title: false,
};
