import { connect } from 'node:net';
import type { OpenByteLine } from './byte-line.ts';

/** Connect timeout of a gateway. */
const CONNECT_MS = 2_000;

export const openSocket =
  (host: string, port: number): OpenByteLine =>
  ({ onBytes, onClosed }) =>
    new Promise((resolve, reject) => {
      const socket = connect({ host, port, noDelay: true, timeout: CONNECT_MS });
      socket.once('error', reject);
      socket.once('timeout', () => socket.destroy(new Error('no connection')));
      socket.once('connect', () => {
        socket.setTimeout(0);
        socket.off('error', reject);
        // A broken socket closes after its error; the close event is handled.
        socket.on('error', () => undefined);
        socket.on('data', onBytes);
        socket.once('close', onClosed);
        resolve({
          write: (bytes) => socket.write(bytes),
          async close() {
            // Destroy instead of end: pending bytes must not be delivered.
            socket.resetAndDestroy();
          },
        });
      });
    });
