import type { ByteLineEvents, OpenByteLine } from '../src/drive/modbus/byte-line.ts';

export interface ScriptedLine {
  open: OpenByteLine;
  /** Every sent frame, oldest first. */
  sent: Uint8Array[];
  /** How often the line was opened. */
  openings(): number;
  say(bytes: Uint8Array): void;
  /** Unplugs the adapter or closes the gateway. */
  cut(): void;
}

/** A line whose peer is scripted by a test. */
export function scriptedLine(
  hear: (frame: Uint8Array, say: (bytes: Uint8Array) => void) => void,
): ScriptedLine {
  const sent: Uint8Array[] = [];
  let events: ByteLineEvents | undefined;
  let openings = 0;
  const say = (bytes: Uint8Array) => events?.onBytes(bytes);
  const cut = () => {
    const closing = events;
    events = undefined;
    closing?.onClosed();
  };
  return {
    sent,
    openings: () => openings,
    say,
    cut,
    async open(listeners) {
      openings++;
      events = listeners;
      return {
        write(frame) {
          sent.push(frame);
          hear(frame, say);
        },
        async close() {
          cut();
        },
      };
    },
  };
}
