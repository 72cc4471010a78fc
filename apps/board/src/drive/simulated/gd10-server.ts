import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { Clock } from '../../clock.ts';
import type { ByteLine, OpenByteLine } from '../modbus/byte-line.ts';
import { encodeException } from '../modbus/pdu.ts';
import { createTcpReader, encodeTcp } from '../modbus/tcp-frame.ts';
import { answerRequest } from './answer-request.ts';
import { createRtuSlave } from './rtu-slave.ts';
import type { RegisterBank } from './simulated-gd10.ts';

/** Connection limit; real gateways have few. */
const MAX_CONNECTIONS = 16;
/** Exception of a gateway for a unit that is not on its line (Modbus standard). */
const TARGET_SILENT = 0x0b;

export interface Gd10Server {
  close(): Promise<void>;
}

/** Serves the registers on a serial line: the drive's end of an RS-485 pair. */
export async function serveRtu(
  bank: RegisterBank,
  unit: number,
  open: OpenByteLine,
  clock: Clock,
  onClosed: () => void = () => undefined,
): Promise<Gd10Server> {
  let line: ByteLine | undefined;
  const slave = createRtuSlave({ bank, unit, clock, send: (frame) => line?.write(frame) });
  line = await open({ onBytes: slave.receive, onClosed });
  return {
    async close() {
      slave.stop();
      await line.close();
    },
  };
}

function serveSocket(socket: Socket, bank: RegisterBank, unit: number): void {
  const reader = createTcpReader();
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    try {
      for (const frame of reader.push(chunk)) {
        const functionCode = frame.pdu[0] ?? 0;
        const isOurs = frame.unit === unit;
        const pdu = isOurs ? answerRequest(bank, frame.pdu) : encodeException(functionCode, TARGET_SILENT);
        socket.write(encodeTcp({ ...frame, pdu }));
      }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      socket.destroy();
    }
  });
}

/** Serves the registers behind a Modbus TCP gateway. Rejects when the port is in use. */
export async function serveTcp(
  bank: RegisterBank,
  unit: number,
  address: { host: string; port: number },
): Promise<Gd10Server> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serveSocket(socket, bank, unit);
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(address.port, address.host);
  await once(server, 'listening');
  return {
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
