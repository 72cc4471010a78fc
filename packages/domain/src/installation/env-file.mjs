/**
 * Parses a `.env` file: `KEY=value` lines; `#` after a space starts a comment; quotes around a value are removed.
 * Not `util.parseEnv`: it cuts an unquoted value at any `#` and joins a malformed line with the next key.
 * Plain JavaScript: the commands of `tools/` read the file before anything is installed.
 */
export function parseEnvFile(text) {
  const rows = text.split(/\r?\n/).flatMap((line) => {
    const [, key, value = ''] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(line) ?? [];
    return key ? [[key, plainValue(value)]] : [];
  });
  return Object.fromEntries(rows);
}

function plainValue(value) {
  const quoted = /^(["'])(.*?)\1\s*(?:#.*)?$/.exec(value.trim());
  return quoted ? quoted[2] : value.replace(/(^|\s)#.*$/, '').trim();
}
