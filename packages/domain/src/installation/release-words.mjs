/**
 * A release has no npm: `npm run backup -- FILE` is `manoboard backup FILE`. Plain JavaScript: the commands of `tools/` use it
 * before anything is installed.
 */
export const releaseWords = (text) =>
  text
    .replace(/npm (?:run |(?=start))/g, 'manoboard ')
    .replaceAll('check-install', 'check')
    .replaceAll(' -- ', ' ')
    .replaceAll('[-- ', '[');
