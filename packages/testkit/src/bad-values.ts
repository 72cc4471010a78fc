import fc from 'fast-check';

const deep = (levels: number) => {
  let value: unknown = [];
  for (let level = 0; level < levels; level++) value = [value];
  return value;
};

/** Strings known to break parsers, headers, queries or pages. */
const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  'MNB-T0001\0',
  'x@example.com\r\nbcc: y@example.com',
  'x@example.com\nSubject: z',
  'x@example.com, y@example.com',
  '\u001b[2J',
  '\u0085',
  '\ud800',
  'a\udfff',
  '\u202e',
  '\ufeff',
  "'; drop table device; --",
  '../../etc/passwd',
  '%00',
  '%s%n',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  'Infinity',
  '-1',
  '0',
  '007',
  '1e9',
  '0x10',
  '1.5',
  '9'.repeat(40),
  'true',
  'x'.repeat(300),
  'ž'.repeat(3000),
  '😀'.repeat(100),
];

const ODD_NUMBERS = [
  -1,
  0.5,
  -0.1,
  1e21,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 32 + 1,
  2 ** 53,
  Number.MIN_VALUE,
  65_536,
];

export const oddText = fc.oneof(fc.constantFrom(...ODD_TEXTS), fc.string(), fc.string({ unit: 'binary' }));

/** Any JSON value. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false, [], {}, [null], [[]], { $ne: null }, { length: 1 }, deep(50)),
  fc.constantFrom(...ODD_NUMBERS),
  oddText,
  fc.jsonValue({ maxDepth: 2 }),
);

/** `"7"` for 7, `7` for `"7"`, `"true"` for true: values that a coercing parser accepts. */
export function withOtherType(value: unknown): unknown {
  if (typeof value === 'string') return value === '' || Number.isNaN(Number(value)) ? [value] : Number(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
