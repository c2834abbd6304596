// Never answers anything.
console.error('thinking about it');
setInterval(() => {}, 1000);
