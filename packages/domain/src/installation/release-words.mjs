/**
 * A release has no npm: `npm run cli -- backup FILE` is `manoboard backup FILE`. Plain JavaScript: the commands of `tools/` use it
 * before anything is installed.
 */
export const releaseWords = (text) => text.replace(/npm (?:run cli -- |(?=start))/g, 'manoboard ');
