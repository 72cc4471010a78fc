import type { Info } from '@manoboard/contract/mqtt/topics';
import { describe, expect, it } from 'vitest';
import { createInfo, fcTypeOf, type InfoFacts } from './info.ts';

const facts: InfoFacts = {
  version: '1.4.2',
  fc: { ident: 0x010d, fcType: 'GD10' },
  rssiDbm: undefined,
  isSecured: undefined,
  canUpdate: false,
};

function tellerOf(unit?: number) {
  const told: Info[] = [];
  const identity = { idDev: 'MNB-00A1B2', fcId: 'FC-00A1B2', fcType: 'GD10', unit };
  return { told, teller: createInfo(identity, 17, (info) => told.push(info)) };
}

describe('unknown values are omitted', () => {
  it('without Wi-Fi the Wi-Fi fields are omitted', () => {
    const { told, teller } = tellerOf();
    teller.look(facts);
    expect(told).toHaveLength(1);
    expect(told[0]).not.toHaveProperty('wifi');
  });

  it('with unknown Wi-Fi security only the level is sent, and again when it changes', () => {
    const { told, teller } = tellerOf();
    for (const rssiDbm of [-58, -60, -70, undefined]) teller.look({ ...facts, rssiDbm });
    expect(told.map(({ wifi }) => wifi)).toEqual([{ rssi: -58 }, { rssi: -70 }, undefined]);
  });

  it('an open network is reported as open', () => {
    const { told, teller } = tellerOf();
    teller.look({ ...facts, rssiDbm: -58, isSecured: false });
    expect(told[0]?.wifi).toEqual({ rssi: -58, secured: 0 });
  });

  it("the converter's address is its Modbus address", () => {
    const { told, teller } = tellerOf(7);
    teller.look(facts);
    expect(told[0]?.fc.unit).toBe(7);
  });
});

describe('the type of the converter', () => {
  it('the configured type, until the converter answers', () => {
    expect(fcTypeOf(undefined, 'GD10')).toBe('GD10');
  });

  it('the type of the converter, even if another one is configured', () => {
    expect(fcTypeOf({ ident: 0x0107, fcType: 'GD200A' }, 'GD10')).toBe('GD200A');
  });

  it('of an unknown converter its number, never the configured type', () => {
    expect(fcTypeOf({ ident: 0x0999, fcType: undefined }, 'GD10')).toBe('unknown-0999');
  });
});
