import { describe, expect, it } from 'vitest';
import { fcTypeOf } from './info.ts';

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
