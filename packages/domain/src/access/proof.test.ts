import { expect, it } from 'vitest';
import { isProofFresh, needsProof, PROOF_S } from './proof.ts';

it.each([
  ['a session that never proved', null, 100, false],
  ['a proof of this moment', 100, 100, true],
  ['a proof just before its end', 100, 100 + PROOF_S - 1, true],
  ['a proof at its end', 100, 100 + PROOF_S, false],
  ['a proof of the future', 101, 100, false],
])('%s is fresh: %s at %s is %s', (_case, provedAtS, nowS, expected) =>
  expect(isProofFresh(provedAtS, nowS)).toBe(expected),
);

it.each([
  ['a call without the rule', undefined, { can_switch: true }, false],
  ['a call that always needs it', 'always', {}, true],
  ['a change that gives a right', ['can_switch'], { can_switch: true }, true],
  ['a change that takes a right away', ['can_switch'], { can_switch: false }, false],
  ['a change of another field', ['can_switch'], { name: 'x' }, false],
  ['a wider choice', ['devices'], { devices: null }, true],
  ['no body', ['devices'], undefined, false],
] as const)('%s: %j with %j needs a proof: %s', (_case, rule, body, expected) =>
  expect(needsProof(rule, body)).toBe(expected),
);
