import type { OpenByteLine } from './byte-line.ts';

export interface SerialSettings {
  path: string;
  baud: number;
  parity: 'none' | 'even' | 'odd';
}

/** An RS-485 adapter or any other serial port of the system. */
export const openSerial =
  ({ path, baud, parity }: SerialSettings): OpenByteLine =>
  async ({ onBytes, onClosed }) => {
    // Loaded on demand: most boards have no serial line, and the library has a native part.
    const { SerialPort } = await import('serialport');
    // Without parity the standard requires a second stop bit; the drive's N81 does not.
    const port = new SerialPort({ path, baudRate: baud, parity, dataBits: 8, stopBits: 1, autoOpen: false });
    await new Promise<void>((resolve, reject) => port.open((error) => (error ? reject(error) : resolve())));
    port.on('data', (chunk: Uint8Array) => onBytes(chunk));
    port.on('error', () => port.close(() => undefined));
    port.once('close', onClosed);
    return {
      write: (bytes) => port.write(bytes),
      close: () => new Promise((resolve) => (port.isOpen ? port.close(() => resolve()) : resolve())),
    };
  };
