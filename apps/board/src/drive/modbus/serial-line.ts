import type { OpenByteLine } from './byte-line.ts';

export interface SerialSettings {
  path: string;
  baud: number;
  parity: 'none' | 'even' | 'odd';
}

/** An RS-485 adapter, or whatever else the system shows as a serial port. */
export const openSerial =
  ({ path, baud, parity }: SerialSettings): OpenByteLine =>
  async ({ onBytes, onClosed }) => {
    // Loaded only where a line is used: most boards have none, and the library brings a native part.
    const { SerialPort } = await import('serialport');
    // Without parity the standard asks for a second stop bit; the drive's setting N81 does not.
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
