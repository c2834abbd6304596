/** Variables of a process by name; undefined where one is not set. */
export type Environment = Readonly<Record<string, string | undefined>>;
