import type { PumpValues } from '@manoboard/contract/device/pump-card';
import type { Event } from '@manoboard/contract/mqtt/event';
import { createReplay } from '@manoboard/domain/alerts/rules/replay';
import { factsOf } from '@manoboard/domain/fc/faults';
import type { Frame } from '@manoboard/domain/history/frame';

/** What a simulated board publishes. */
type Published =
  | ({ kind: 'frame'; atMs: number } & Pick<Frame, 'fc' | 'd' | 'na'>)
  | ({ kind: 'event'; atMs: number; isRaised: boolean } & Pick<Event, 'code' | 'sev' | 'd'>);

/** Passes the frames and events of one simulated board to the alert rules. */
export function watchRules(hasClock: () => boolean, card?: PumpValues) {
  const replay = createReplay({
    zone: 'Etc/GMT-1',
    faults: factsOf({ fcType: 'GD10' })?.faults ?? {},
    ...(card && { card }),
  });
  /** The open event of each code. */
  const ids = new Map<string, string>();
  let seq = 0;
  return {
    ...replay,
    receive(message: Published): void {
      const { atMs } = message;
      seq++;
      if (message.kind === 'frame') {
        const { fc, d, na } = message;
        replay.frame({ fc, d, na, tsMs: atMs, boot: 1, seq }, hasClock());
        return;
      }
      const { code, sev, d, isRaised } = message;
      const id = isRaised ? `${code} ${seq}` : (ids.get(code) ?? code);
      ids.set(code, id);
      replay.input({ kind: 'event', atMs, event: { id, code, sev, d, st: isRaised ? 'raised' : 'cleared' } });
    },
  };
}
