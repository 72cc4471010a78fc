import type { ByteLineEvents, OpenByteLine } from '../src/drive/modbus/byte-line.ts';

export interface ScriptedLine {
  open: OpenByteLine;
  /** Every frame that was sent, oldest first. */
  sent: Uint8Array[];
  /** How often it was opened. */
  openings(): number;
  say(bytes: Uint8Array): void;
  /** The adapter is pulled out, the gateway hangs up. */
  cut(): void;
}

/** A line whose other end does what a test says. */
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
