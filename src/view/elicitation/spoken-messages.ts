// What is read out of a form where there is no screen.

export const fields = (count: number): string => ` ${count} fields.`;
