/**
 * @typedef {{ language: string, kind: 'package' | 'not-run' | 'example', reason?: string, file?: { path: string, isAdded: boolean } }} BlockKind
 * @typedef {BlockKind & { guide: string, line: number, text: string }} Block
 */

/**
 * The fenced blocks of a guide. The words behind the language say what becomes of one in a trial of the package:
 *   sh package            a shell runs it, as root
 *   ini package > FILE    it is the content of a file; >> FILE: it is added to one
 *   … not-run: REASON     neither
 * Blocks of other languages are examples for other programs.
 * @param {string} guide
 * @param {string} markdown
 * @returns {Block[]}
 */
export function readBlocks(guide, markdown) {
  /** @type {Block[]} */
  const blocks = [];
  /** @type {Block | undefined} */
  let open;
  for (const [at, line] of markdown.split('\n').entries()) {
    const [, info] = /^```(.*)$/.exec(line) ?? [];
    if (info === undefined) {
      if (open) open.text += `${line}\n`;
    } else if (open) {
      blocks.push(open);
      open = undefined;
    } else open = { guide, line: at + 1, text: '', ...readInfo(info, `${guide}:${at + 1}`) };
  }
  return blocks;
}

const SHELL_OR_FILE = ['sh', 'ini'];

/**
 * @param {string} info
 * @param {string} where
 * @returns {BlockKind}
 */
function readInfo(info, where) {
  const [language = '', kind = '', ...words] = info.trim().split(' ');
  const rest = words.join(' ');
  if (!SHELL_OR_FILE.includes(language)) {
    if (language === '') throw new Error(`${where}: the block needs a language.`);
    return { language, kind: 'example' };
  }
  if (kind === 'not-run:' && rest) return { language, kind: 'not-run', reason: rest };
  if (kind === 'package' && language === 'sh' && !rest) return { language, kind };
  const [, sign, path] = /^(>>?) (\/\S+)$/.exec(rest) ?? [];
  if (kind === 'package' && path) return { language, kind, file: { path, isAdded: sign === '>>' } };
  throw new Error(`${where}: "${info}" must be "sh package", "ini package > FILE" or "… not-run: REASON".`);
}
