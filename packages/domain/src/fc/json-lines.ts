type Path = readonly PropertyKey[];

/** Reads JSON that has been parsed before, and notes the line of every value by its path. */
function createScanner(text: string) {
  const lines = new Map<string, number>();
  let at = 0;
  let line = 1;

  function skipBlank(): void {
    for (; at < text.length && /\s/.test(text.charAt(at)); at++) if (text.charAt(at) === '\n') line++;
  }

  function string(): string {
    const from = at++;
    while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
    at++;
    return String(JSON.parse(text.slice(from, at)));
  }

  /** The items of an object or a list, up to its closing bracket. */
  function items(close: string, item: (index: number) => void): void {
    at++;
    for (let index = 0; ; index++) {
      skipBlank();
      if (text.charAt(at) === ',') at++;
      skipBlank();
      if (at >= text.length || text.charAt(at) === close) break;
      item(index);
    }
    at++;
  }

  function value(path: Path): void {
    skipBlank();
    lines.set(JSON.stringify(path), line);
    const first = text.charAt(at);
    if (first === '"') string();
    else if (first === '[') items(']', (index) => value([...path, index]));
    else if (first === '{')
      items('}', () => {
        const key = string();
        skipBlank();
        at++;
        value([...path, key]);
      });
    else while (at < text.length && !/[\s,\]}]/.test(text.charAt(at))) at++;
  }

  value([]);
  return lines;
}

/** The line of the value at a path, or of the nearest one around it, in well-formed JSON. */
export function lineFinder(text: string): (path: Path) => number {
  const lines = createScanner(text);
  return (path) => {
    for (let length = path.length; length >= 0; length--) {
      const line = lines.get(JSON.stringify(path.slice(0, length)));
      if (line !== undefined) return line;
    }
    return 1;
  };
}

/**
 * The line where brackets are nested deeper than `most`: readers of the values below call themselves once for each level.
 * Of text that is no JSON the line may be another one.
 */
export function lineOfDepth(text: string, most: number): number | undefined {
  let [depth, line, isString] = [0, 1, false];
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at);
    if (sign === '\n') line++;
    else if (isString && sign === '\\') at++;
    else if (sign === '"') isString = !isString;
    else if (isString) continue;
    else if (sign === '[' || sign === '{') {
      if (++depth > most) return line;
    } else if (sign === ']' || sign === '}') depth--;
  }
  return undefined;
}

/** Characters before the wrong one that `JSON.parse` quotes. */
const QUOTED = 10;

/** Messages about a wrong character quote the text around it and have no position. */
function positionOf(text: string, message: string): number {
  const [, position] = /position (\d+)/.exec(message) ?? [];
  if (position !== undefined) return Number(position);
  const [, dots, near] = /, (\.\.\.)?"([\s\S]*)"(?:\.\.\.)? is not valid JSON$/.exec(message) ?? [];
  const start = near === undefined ? -1 : text.indexOf(near);
  return start < 0 ? text.length : start + (dots === undefined ? 0 : QUOTED);
}

/** The line of a syntax error, from the message of `JSON.parse`. */
export function lineOfSyntaxError(text: string, error: unknown): number {
  const message = error instanceof Error ? error.message : '';
  return text.slice(0, positionOf(text, message)).split('\n').length;
}
