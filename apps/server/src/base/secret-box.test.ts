import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const box = createSecretBox('the key of this installation');
const secret = randomBytes(20);

describe('the secret box', () => {
  it('opens what it has sealed, and two sealed values of one secret differ', () => {
    const [first, second] = [box.seal('webhook', secret), box.seal('webhook', secret)];
    expect(box.open('webhook', first)).toEqual(secret);
    expect(first).not.toEqual(second);
    expect(first.includes(secret)).toBe(false);
  });

  it('opens no value of another place, of another key, or with one changed byte', () => {
    const sealed = box.seal('second_factor 7', secret);
    expect(() => box.open('second_factor 8', sealed)).toThrow();
    expect(() => createSecretBox('another key').open('second_factor 7', sealed)).toThrow();
    for (let at = 4; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => box.open('second_factor 7', changed), `byte ${at}`).toThrow();
    }
  });

  it('opens no plain value', () => {
    expect(() => box.open('webhook', randomBytes(32))).toThrow();
    expect(() => box.open('webhook', Buffer.alloc(0))).toThrow();
  });

  it('has a check value that tells keys apart and is not the key', () => {
    expect(box.check).toEqual(createSecretBox('the key of this installation').check);
    expect(box.check).not.toEqual(createSecretBox('another key').check);
  });
});
