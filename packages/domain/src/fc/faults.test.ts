import { FC_FAULTS } from '@manoboard/testkit/fc-faults';
import { describe, expect, it } from 'vitest';
import { faultOf } from './faults.ts';

describe('R4.6 the fault of a converter', () => {
  it.each([
    ['GD10', 4, 'OC1', 'overcurrent'],
    ['GD10', 22, 'PIDE', 'feedback'],
    ['GD10', 36, 'LL', 'underload'],
    ['GD300', 10, 'UV', 'undervoltage'],
    ['GD200A', 13, 'SPI', 'input_phase'],
    ['GD200A', 22, 'PIDE', 'feedback'],
  ] as const)('on a %s code %i is %s, of kind %s', (fcType, code, name, kind) =>
    expect(faultOf({ fcType }, code)).toEqual({ name, kind }),
  );

  it.each([
    ['0 is no fault', 'GD10', 0],
    ['an unknown code', 'GD10', 99],
    ['a code of another type', 'GD10', 13],
    ['an unknown type', 'XY1', 4],
    ['a type that is not known yet', null, 4],
    ['an inherited property name as type', 'toString', 4],
  ] as const)('%s has no name', (_case, fcType, code) => expect(faultOf({ fcType }, code)).toBeUndefined());

  it('every fault name belongs to exactly one kind', () => {
    for (const [fcType, names] of Object.entries(FC_FAULTS))
      for (const [code, name] of Object.entries(names))
        expect(faultOf({ fcType }, Number(code)), `${fcType} ${code}`).toMatchObject({ name });
  });
});
