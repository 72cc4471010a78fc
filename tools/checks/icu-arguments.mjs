const CHOICES = new Set(['plural', 'selectordinal', 'select']);

/**
 * Names of the arguments and tags of an ICU message, or nothing when its braces do not match.
 * @param {string} message
 * @returns {Set<string> | undefined}
 */
export function argumentsOf(message) {
  const names = new Set([...message.matchAll(/<(\w+)>/g)].map(([tag]) => tag));
  const end = readText(withoutQuotes(message), 0, names);
  return end === withoutQuotes(message).length ? names : undefined;
}

/** In ICU '{' is a literal brace. */
const withoutQuotes = (message) => message.replaceAll("''", '').replace(/'[{}<>][^']*'/g, '');

/** Parses text with arguments until its closing brace or the end; returns the end position. */
function readText(text, from, names) {
  let at = from;
  while (at < text.length && text[at] !== '}') {
    at = text[at] === '{' ? readArgument(text, at + 1, names) : at + 1;
  }
  return at;
}

function readArgument(text, from, names) {
  const [head = '', name = '', kind = ''] = /^\s*(\w+)\s*(?:,\s*(\w+)\s*)?/.exec(text.slice(from)) ?? [];
  if (name) names.add(name);
  let at = from + head.length;
  if (CHOICES.has(kind)) at = readChoices(text, at, names);
  else while (at < text.length && text[at] !== '}') at++;
  return name && text[at] === '}' ? at + 1 : Number.POSITIVE_INFINITY;
}

function readChoices(text, from, names) {
  let at = from;
  while (at < text.length && text[at] !== '}') {
    if (text[at] !== '{') {
      at++;
      continue;
    }
    at = readText(text, at + 1, names) + 1;
  }
  return at;
}
