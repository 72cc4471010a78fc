import type { ByteLineEvents, OpenByteLine } from '../src/drive/modbus/byte-line.ts';

export interface ScriptedLine {
  open: OpenByteLine;
  /** Every sent frame, oldest first. */
  sent: Uint8Array[];
  /** How often the line was opened. */
  openings(): number;
  send(bytes: Uint8Array): void;
  /** Unplugs the adapter or closes the gateway. */
  cut(): void;
}

/** A line whose peer is scripted by a test. */
export function scriptedLine(
  respond: (frame: Uint8Array, send: (bytes: Uint8Array) => void) => void,
): ScriptedLine {
  const sent: Uint8Array[] = [];
  let events: ByteLineEvents | undefined;
  let openings = 0;
  const send = (bytes: Uint8Array) => events?.onBytes(bytes);
  const cut = () => {
    const closing = events;
    events = undefined;
    closing?.onClosed();
  };
  return {
    sent,
    openings: () => openings,
    send,
    cut,
    async open(listeners) {
      openings++;
      events = listeners;
      return {
        write(frame) {
          sent.push(frame);
          respond(frame, send);
        },
        async close() {
          cut();
        },
      };
    },
  };
}
