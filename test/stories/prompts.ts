/** A permission prompt that keys answer now: while they do not, its title says so. */
export const permissionPrompt = /^╭─ Permission(?: \d+ of \d+)? ─/m;

/** A plan to approve that keys answer now. */
export const planPrompt = /^╭─ Plan to approve ─/m;
