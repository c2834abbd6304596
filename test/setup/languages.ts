// Which languages are loaded is state of the process, and what is drawn depends on it. Files that share a worker must
// not depend on which of them came first: each of them begins with all languages.
import { loadLanguage } from '../../src/view/code/highlight.js';
import { grammars } from '../../src/view/code/languages.js';

await Promise.all(Object.keys(grammars).map(loadLanguage));
