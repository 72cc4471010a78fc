import { read as readFile } from 'node:fs';
import type { OpenByteLine } from './byte-line.ts';

export interface SerialSettings {
  path: string;
  baud: number;
  parity: 'none' | 'even' | 'odd';
}

/** A port that is open for reading returns at least one byte or EAGAIN; some empty reads in a row are an error. */
const MAX_EMPTY_READS = 10;

/** The part of the library's Unix binding that reads. */
interface UnixPort {
  readonly fd: number | null;
  poller: { once(event: 'readable', done: (error: Error | null) => void): void };
  read(buffer: Buffer, offset: number, length: number): Promise<{ buffer: Buffer; bytesRead: number }>;
}

const isUnixPort = (port: unknown): port is UnixPort => Object(port).poller !== undefined;

const isNotReady = (error: NodeJS.ErrnoException) =>
  error.code === 'EAGAIN' || error.code === 'EWOULDBLOCK' || error.code === 'EINTR';

const closed = () => Object.assign(new Error('The port is closed.'), { canceled: true });

/** The bytes read; nothing if the port has none now. */
const readNow = (fd: number, buffer: Buffer, offset: number, length: number) =>
  new Promise<number | undefined>((resolve, reject) => {
    readFile(fd, buffer, offset, length, null, (error, bytesRead) => {
      if (!error) resolve(bytesRead);
      else if (isNotReady(error)) resolve(undefined);
      else reject(Object.assign(error, { disconnect: true }));
    });
  });

/**
 * Another program on the same port (only root can open it) may leave VMIN = 0. Reads then return no bytes at once, and the
 * library repeats them without end. Here they fail: the port is closed, and opening it again restores its settings.
 */
function failOnEmptyReads(port: UnixPort): void {
  const untilReadable = () =>
    new Promise<void>((resolve, reject) => {
      port.poller.once('readable', (error) => (error ? reject(error) : resolve()));
    });
  port.read = async (buffer, offset, length) => {
    for (let empty = 0; empty < MAX_EMPTY_READS; ) {
      if (port.fd === null) throw closed();
      const bytesRead = await readNow(port.fd, buffer, offset, length);
      if (bytesRead) return { buffer, bytesRead };
      // Closed meanwhile: a poll of a destroyed poller ends the process.
      if (port.fd === null) throw closed();
      if (bytesRead === 0) empty++;
      else await untilReadable();
    }
    throw new Error('The port returns no bytes; another program has changed its settings.');
  };
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
    if (isUnixPort(port.port)) failOnEmptyReads(port.port);
    port.on('data', (chunk: Uint8Array) => onBytes(chunk));
    port.on('error', () => port.close(() => undefined));
    port.once('close', onClosed);
    return {
      write: (bytes) => port.write(bytes),
      close: () => new Promise((resolve) => (port.isOpen ? port.close(() => resolve()) : resolve())),
    };
  };
