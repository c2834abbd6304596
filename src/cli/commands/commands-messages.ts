import { quote } from '../quote.js';

export const noCommandName = (name: string, problem: string): string => `/${quote(name)} cannot be made: ${problem}.`;

export const commandTemplate = (name: string): string => `---
description: what /${name} does
argument-hint: "[words]"
---

Write here what the agent is to do. $ARGUMENTS stands for the words behind the command, $1 for the first of them.
`;
