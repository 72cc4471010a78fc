import { type DayFigures, figuresOfDay } from '@manoboard/domain/alerts/normal/day-figures';
import { judgeNormal, type NormalChange } from '@manoboard/domain/alerts/normal/normal';
import { type UsageHour, usageOfHour } from '@manoboard/domain/energy/usage-hour';
import { REACH_MS } from '@manoboard/domain/history/blocks';
import type { Frame } from '@manoboard/domain/history/frame';
import { addBlock, type Block, newBlock, rollUp } from '@manoboard/domain/history/rollup';
import { DAY_MS, HOUR_MS } from '@manoboard/domain/time';

const HOURS_OF_DAY = 24;

interface Notice {
  raisedMs: number;
  clearedMs: number | undefined;
  changes: NormalChange[];
}

/** Learns what is normal from the frames of one simulated board and judges each day, as the server's job does. */
export function watchNormal(known: readonly DayFigures[] = []) {
  const days: DayFigures[] = [...known];
  const notices: Notice[] = [];
  let frames: Frame[] = [];
  let usage: UsageHour[] = [];
  let block: Block = newBlock(HOURS_OF_DAY);
  let hourMs: number | undefined;
  let seq = 0;

  function endDay(day: number): void {
    days.push(figuresOfDay(day, usage, block));
    [usage, block] = [[], newBlock(HOURS_OF_DAY)];
    const verdict = judgeNormal(days);
    const open = notices.find(({ clearedMs }) => clearedMs === undefined);
    const endMs = (day + 1) * DAY_MS;
    if (open && verdict?.isUsual) open.clearedMs = endMs;
    if (!open && verdict?.isDifferent)
      notices.push({ raisedMs: endMs, clearedMs: undefined, changes: verdict.changes });
  }

  function endHour(startMs: number): void {
    const ofHour = usageOfHour(frames, startMs);
    if (ofHour) usage.push(ofHour);
    const index = (startMs % DAY_MS) / HOUR_MS;
    addBlock(block, rollUp(frames, { fromMs: startMs, bucketMs: HOUR_MS, count: 1 }), () => index);
    frames = frames.filter(({ tsMs }) => tsMs >= startMs + HOUR_MS - REACH_MS);
    if (index === HOURS_OF_DAY - 1) endDay(Math.floor(startMs / DAY_MS));
  }

  return {
    notices,
    days,
    /** Frames in the order of time. */
    receive({ atMs, fc, d, na }: { atMs: number } & Pick<Frame, 'fc' | 'd' | 'na'>): void {
      const startMs = Math.floor(atMs / HOUR_MS) * HOUR_MS;
      hourMs ??= startMs;
      for (; hourMs < startMs; hourMs += HOUR_MS) endHour(hourMs);
      frames.push({ tsMs: atMs, boot: 1, seq: seq++, fc, d, na });
    },
  };
}
