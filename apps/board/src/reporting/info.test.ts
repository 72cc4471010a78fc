import type { Info } from '@manoboard/contract/mqtt/topics';
import { boardCapabilities } from '@manoboard/domain/fc/board-capabilities';
import { gd10 } from '@manoboard/domain/fc/gd10';
import { describe, expect, it } from 'vitest';
import { createInfo, fcTypeOf, type InfoFacts } from './info.ts';

const facts: InfoFacts = {
  version: '1.4.2',
  fc: { ident: 0x010d, fcType: 'GD10' },
  rssiDbm: undefined,
  isSecured: undefined,
  canUpdate: false,
};

const CONVERTER = { capabilities: boardCapabilities(gd10), fcType: 'GD10', hash: 'ab'.repeat(16) };

function publisherOf(unit?: number) {
  const published: Info[] = [];
  const identity = { deviceId: 'MNB-00A1B2', fcId: 'FC-00A1B2', fcType: 'GD10', unit };
  return {
    published,
    publisher: createInfo(identity, CONVERTER, 17, (info) => published.push(info)),
  };
}

it.each([
  ['of its profile', { ident: 0x010d, fcType: 'GD10' }, 'ab'.repeat(16)],
  ['that is silent', undefined, undefined],
  ['of another type', { ident: 0x0106, fcType: 'GD20' }, undefined],
  ['that is refused', { ident: 0x010d, fcType: 'GD10', refusal: 'no_identity' as const }, undefined],
])('the hash of the profile is announced for a converter %s: %j', (_which, fc, hash) => {
  const { published, publisher } = publisherOf();
  publisher.update({ ...facts, fc });
  expect(published[0]?.fc.profile).toBe(hash);
});

describe('unknown values are omitted', () => {
  it('without Wi-Fi the Wi-Fi fields are omitted', () => {
    const { published, publisher } = publisherOf();
    publisher.update(facts);
    expect(published).toHaveLength(1);
    expect(published[0]).not.toHaveProperty('wifi');
  });

  it('with unknown Wi-Fi security only the level is sent, and again when it changes', () => {
    const { published, publisher } = publisherOf();
    for (const rssiDbm of [-58, -60, -70, undefined]) publisher.update({ ...facts, rssiDbm });
    expect(published.map(({ wifi }) => wifi)).toEqual([{ rssi: -58 }, { rssi: -70 }, undefined]);
  });

  it('an open network is reported as open', () => {
    const { published, publisher } = publisherOf();
    publisher.update({ ...facts, rssiDbm: -58, isSecured: false });
    expect(published[0]?.wifi).toEqual({ rssi: -58, secured: 0 });
  });

  it('a known pump is reported, an unknown one is not', () => {
    const { published, publisher } = publisherOf();
    publisher.update(facts);
    publisher.update({ ...facts, pump: { motor_kw: 0.75 } });
    expect(published.map(({ pump }) => pump)).toEqual([undefined, { motor_kw: 0.75 }]);
  });

  it("the converter's address is its Modbus address", () => {
    const { published, publisher } = publisherOf(7);
    publisher.update(facts);
    expect(published[0]?.fc.unit).toBe(7);
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
