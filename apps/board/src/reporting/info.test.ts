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

describe('what the board cannot tell is left out', () => {
  it('without Wi-Fi there is no word about it', () => {
    const { told, teller } = tellerOf();
    teller.look(facts);
    expect(told).toHaveLength(1);
    expect(told[0]).not.toHaveProperty('wifi');
  });

  it('a radio of which nobody knows whether it is secured: its strength alone, and again when it changes', () => {
    const { told, teller } = tellerOf();
    for (const rssiDbm of [-58, -60, -70, undefined]) teller.look({ ...facts, rssiDbm });
    expect(told.map(({ wifi }) => wifi)).toEqual([{ rssi: -58 }, { rssi: -70 }, undefined]);
  });

  it('an open network is told as such', () => {
    const { told, teller } = tellerOf();
    teller.look({ ...facts, rssiDbm: -58, isSecured: false });
    expect(told[0]?.wifi).toEqual({ rssi: -58, secured: 0 });
  });

  it('the converter’s address is the one that it is asked by', () => {
    const { told, teller } = tellerOf(7);
    teller.look(facts);
    expect(told[0]?.fc.unit).toBe(7);
  });
});

describe('the type of the converter', () => {
  it('is what the board was told while nobody has answered', () => {
    expect(fcTypeOf(undefined, 'GD10')).toBe('GD10');
  });

  it('is what the converter says, whatever the board was told', () => {
    expect(fcTypeOf({ ident: 0x0107, fcType: 'GD200A' }, 'GD10')).toBe('GD200A');
  });

  it('of one that nobody knows is its number, never the type that was told', () => {
    expect(fcTypeOf({ ident: 0x0999, fcType: undefined }, 'GD10')).toBe('unknown-0999');
  });
});
