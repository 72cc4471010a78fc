import { expect, it } from 'vitest';
import { packetLengths } from './packet-limit.ts';

const publish = (length: number) => {
  const header = [0x30];
  for (let rest = length; ; rest = Math.floor(rest / 128)) {
    header.push(rest >= 128 ? (rest % 128) | 0x80 : rest);
    if (rest < 128) break;
  }
  return Uint8Array.from([...header, ...new Array(length).fill(0xff)]);
};

it.each([0, 1, 127, 128, 16_383, 16_384, 70_000])('reads the length of a packet of %i bytes', (length) => {
  expect(packetLengths()(publish(length))).toBe(length);
});

it('reads the lengths for any split of the bytes', () => {
  const stream = Uint8Array.from([5, 200, 0, 20_000, 3].flatMap((length) => [...publish(length)]));
  for (const size of [1, 7, 1000, stream.length]) {
    const announced = packetLengths();
    let largest = 0;
    for (let at = 0; at < stream.length; at += size)
      largest = Math.max(largest, announced(stream.subarray(at, at + size)));
    expect(largest).toBe(20_000);
  }
});

it('reads the length before the body arrives', () => {
  expect(packetLengths()(publish(200_000).subarray(0, 4))).toBe(200_000);
});
