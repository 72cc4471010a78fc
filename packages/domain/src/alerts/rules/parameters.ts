import type { PumpValues } from '@manoboard/contract/device/pump-card';
import type { RuleInput, SelfStartInput } from './inputs.ts';
import type { RuleMemory } from './memory.ts';

type Remembered = Pick<RuleMemory, 'parameters' | 'drifted' | 'selfStarts'>;
type Expected = NonNullable<RuleMemory['parameters']>['expected'];

const withValue = (expected: Expected, register: number, value: number): Expected => [
  ...expected.filter(([each]) => each !== register),
  [register, value],
];

/** The first value of a parameter is expected from then on, and every value that the server writes. */
export function observeParameters(
  memory: Remembered,
  { converter, isWritten, values, selfStarts }: Extract<RuleInput, { kind: 'parameters' }>,
): Remembered {
  const isSame = memory.parameters?.converter === converter;
  // An alert about the converter before has ended, also if nothing is known about this one.
  const known = isSame ? memory.selfStarts : memory.selfStarts && [];
  let expected = isSame ? (memory.parameters?.expected ?? []) : [];
  let drifted = isSame ? memory.drifted : [];
  for (const [register, value] of values) {
    const wanted = expected.find(([each]) => each === register)?.[1];
    const isExpected = isWritten || wanted === undefined || wanted === value;
    if (isWritten || wanted === undefined) expected = withValue(expected, register, value);
    const found = drifted.find(([each]) => each === register);
    if (isExpected ? found : found?.[2] !== value) {
      drifted = drifted.filter((each) => each !== found);
      if (!isExpected) drifted = [...drifted, [register, wanted, value]];
    }
  }
  return { parameters: { converter, expected }, drifted, selfStarts: withRead(known, selfStarts) };
}

type SelfStarts = RuleMemory['selfStarts'];

/** Parameters that start the drive: the newest value of each counts, and the first one is no norm. */
function withRead(known: SelfStarts, read: readonly SelfStartInput[]): SelfStarts {
  if (read.length === 0) return known;
  const others = (known ?? []).filter(([register]) => !read.some(([each]) => each === register));
  const on = read.flatMap(
    ([register, value, after, isOn]): NonNullable<SelfStarts> => (isOn ? [[register, value, after]] : []),
  );
  return [...others, ...on];
}

/** Those that nobody has permitted at this place: a restart after a power cut is permitted by the pump card. */
export const unwantedSelfStarts = (
  { selfStarts }: Pick<RuleMemory, 'selfStarts'>,
  { self_start }: PumpValues,
): SelfStarts =>
  selfStarts?.filter(([, , after]) => after !== 'power_cut' || self_start !== 'after_power_cut');

/** What was found is expected from now on. */
export function acceptParameters({ parameters, drifted }: Remembered): Omit<Remembered, 'selfStarts'> {
  if (!parameters) return { parameters, drifted: [] };
  const expected = drifted.reduce(
    (values, [register, , found]) => withValue(values, register, found),
    parameters.expected,
  );
  return { parameters: { ...parameters, expected }, drifted: [] };
}
