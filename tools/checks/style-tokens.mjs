/** Widths at which layouts change; a lower bound is a hundredth above one of them. */
const BREAKPOINTS_EM = [22, 30, 40, 48, 64, 75];

/** Properties whose sizes are tokens of `ui/theme/global.css`. */
const SIZED =
  /(?<![\w-])(font-size|border(?:-\w+)*-radius|(?:row-|column-)?gap|padding(?:-\w+)*):([^;{}]+);/g;
/** A hairline, and values that are no size of the scale. */
const FREE = new Set(['0', '1px', '50%', 'inherit', 'auto']);
const RAW = /(?<![\w.-])\d*\.?\d+(?:rem|em|px|vw|vh|%)/;

/** Tokens may be inside a calculation, beside lengths that are no spacing, such as the width of an icon. */
const isToken = (part) => FREE.has(part) || part.startsWith('var(--');

/** The digits of the page for an unknown address fill it. */
const EXCEPTIONS = new Set(['clamp(6rem, 24vw, 12rem)']);

function isAllowed(value) {
  if (EXCEPTIONS.has(value)) return true;
  if (value.includes('(') && !value.startsWith('var(')) return value.includes('var(--') || !RAW.test(value);
  return value.split(/\s+/).every(isToken);
}

const isBreakpoint = (bound, text) => {
  const em = text.endsWith('em') && !text.endsWith('rem') ? Number.parseFloat(text) : Number.NaN;
  return BREAKPOINTS_EM.includes(bound === 'min' ? Number((em - 0.01).toFixed(2)) : em);
};

/** Raw font sizes, radii, gaps, paddings and breakpoints of a stylesheet. */
export function rawSizes(css) {
  const text = css.replace(/\/\*[\s\S]*?\*\//g, '');
  const sizes = [...text.matchAll(SIZED)]
    .map(([, property, value]) => ({ property, value: value.trim().replace(/\s+/g, ' ') }))
    .filter(({ value }) => !isAllowed(value))
    .map(({ property, value }) => `${property}: ${value}`);
  const widths = [...text.matchAll(/@media[^{]+/g)]
    .flatMap(([query]) => [...query.matchAll(/\((min|max)-width:\s*([^)]+)\)/g)])
    .filter(([, bound, width]) => !isBreakpoint(bound, width.trim()))
    .map(([found]) => found);
  return [...sizes, ...widths];
}
