import type { RuleInput } from './inputs.ts';
import type { RuleMemory } from './memory.ts';

type Remembered = Pick<RuleMemory, 'parameters' | 'drifted'>;
type Expected = NonNullable<RuleMemory['parameters']>['expected'];

const withValue = (expected: Expected, register: number, value: number): Expected => [
  ...expected.filter(([each]) => each !== register),
  [register, value],
];

/** The first value of a parameter is expected from then on, and every value that the server writes. */
export function observeParameters(
  memory: Remembered,
  { converter, isWritten, values }: Extract<RuleInput, { kind: 'parameters' }>,
): Remembered {
  const isSame = memory.parameters?.converter === converter;
  let expected = isSame ? (memory.parameters?.expected ?? []) : [];
  let drifted = isSame ? memory.drifted : [];
  for (const [register, value] of values) {
    const wanted = expected.find(([each]) => each === register)?.[1];
    const isExpected = isWritten || wanted === undefined || wanted === value;
    if (isWritten || wanted === undefined) expected = withValue(expected, register, value);
    const known = drifted.find(([each]) => each === register);
    if (isExpected ? known : known?.[2] !== value) {
      drifted = drifted.filter((each) => each !== known);
      if (!isExpected) drifted = [...drifted, [register, wanted, value]];
    }
  }
  return { parameters: { converter, expected }, drifted };
}

/** What was found is expected from now on. */
export function acceptParameters({ parameters, drifted }: Remembered): Remembered {
  if (!parameters) return { parameters, drifted: [] };
  const expected = drifted.reduce(
    (values, [register, , found]) => withValue(values, register, found),
    parameters.expected,
  );
  return { parameters: { ...parameters, expected }, drifted: [] };
}
