// Ends at once, with a reason on standard error.
console.error('cannot find my configuration');
console.error('second line');
process.exitCode = 3;
