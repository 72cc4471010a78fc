import type { Frame } from '@manoboard/domain/history/frame';
import { blockSpan, rollUp } from '@manoboard/domain/history/rollup';
import { aReading } from '@manoboard/testkit/factories';
import { expect, it } from 'vitest';
import { packBlock, unpackBlock } from './packed-block.ts';

const framesOf = (pressureAt: (s: number) => number): Frame[] =>
  Array.from({ length: 720 }, (_, i) => ({
    tsMs: i * 5000,
    boot: 1,
    seq: i,
    fc: 1,
    na: i % 100 === 7 ? ['rssi' as const] : [],
    d: aReading({ pressure: pressureAt(i * 5), electro_meter: 1_234_567.125 + i / 1000 }),
  }));
const blockOf = (pressureAt: (s: number) => number) => rollUp(framesOf(pressureAt), blockSpan('minute', 0));
const round = (block: ReturnType<typeof blockOf>) => unpackBlock(packBlock(block), 60);

it('an unpacked block has the figures in single precision, and those of meters exactly', () => {
  const block = blockOf((s) => 4 + Math.sin(s));
  const unpacked = round(block);
  for (const name of ['frames', 'seenMs', 'linkLostMs'] as const)
    expect([...unpacked[name]]).toEqual([...block[name]]);
  expect([...(unpacked.fields.electro_meter?.meter?.increase ?? [])]).toEqual([
    ...(block.fields.electro_meter?.meter?.increase ?? []),
  ]);
  for (const name of ['coveredMs', 'min', 'max', 'avg', 'last'] as const)
    expect([...(unpacked.fields.pressure?.[name] ?? [])]).toEqual(
      [...(block.fields.pressure?.[name] ?? [])].map(Math.fround),
    );
  expect(round(unpacked)).toEqual(unpacked);
});

it('a bucket without a value stays without one', () => {
  const frames = framesOf(() => 4).filter(({ tsMs }) => tsMs < 600_000 || tsMs >= 1_800_000);
  const { fields, seenMs } = unpackBlock(packBlock(rollUp(frames, blockSpan('minute', 0))), 60);
  expect([...(fields.pressure?.min ?? [])].map((value) => (Number.isNaN(value) ? null : value))).toEqual(
    Array.from({ length: 60 }, (_, minute) => (minute > 10 && minute < 30 ? null : 4)),
  );
  expect(seenMs[20]).toBe(0);
});

it('a value that does not change takes a few bytes an hour', () =>
  expect(packBlock(blockOf(() => 4)).pressure?.length).toBe(8 + 4 + 4));
