/** R1.1: no visible string is written in a component. */

const VISIBLE_ATTRIBUTES = new Set(['alt', 'aria-label', 'description', 'label', 'placeholder', 'title']);
const hasLetters = (text) => /\p{L}/u.test(text);

/**
 * Literal texts with letters that a component would show untranslated.
 * @param {string} source
 * @param {(source: string) => Promise<object>} parse a TSX parser, text to syntax tree
 * @returns {Promise<string[]>}
 */
export async function visibleTexts(source, parse) {
  const found = [];
  visit(await parse(source), (node) => found.push(...textsOf(node)));
  return found.map((text) => text.trim()).filter(hasLetters);
}

function textsOf(node) {
  switch (node.type) {
    case 'JSXText':
      return [node.value];
    case 'JSXElement':
    case 'JSXFragment':
      return node.children.flatMap((child) =>
        child.type === 'JSXExpressionContainer' ? literalsOf(child.expression) : [],
      );
    case 'JSXAttribute':
      return VISIBLE_ATTRIBUTES.has(nameOf(node.name)) && node.value ? literalsOf(node.value) : [];
    default:
      return [];
  }
}

const nameOf = (name) => name.value ?? '';

/** Literal texts that an expression can evaluate to. */
function literalsOf(node) {
  switch (node.type) {
    case 'StringLiteral':
      return [node.value];
    case 'TemplateLiteral':
      return node.quasis.map((part) => part.cooked ?? part.raw);
    case 'JSXExpressionContainer':
    case 'ParenthesisExpression':
      return literalsOf(node.expression);
    case 'ConditionalExpression':
      return [...literalsOf(node.consequent), ...literalsOf(node.alternate)];
    case 'BinaryExpression':
      return ['&&', '||', '??'].includes(node.operator)
        ? literalsOf(node.right)
        : node.operator === '+'
          ? [...literalsOf(node.left), ...literalsOf(node.right)]
          : [];
    default:
      return [];
  }
}

function visit(node, see) {
  if (Array.isArray(node)) for (const item of node) visit(item, see);
  else if (node && typeof node === 'object') {
    if (typeof node.type === 'string') see(node);
    for (const value of Object.values(node)) visit(value, see);
  }
}
