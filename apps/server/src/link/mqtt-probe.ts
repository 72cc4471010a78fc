import { connect } from 'node:net';
import { generate, parser } from 'mqtt-packet';

export interface ProbeTarget {
  host: string;
  port: number;
  clientId: string;
  secret: string;
}

/** The keep-alive of a board. */
const KEEP_ALIVE_S = 20;
/** As bytes: the library would make its table of numbers when this file is loaded, before it is switched off. */
const DISCONNECT = Buffer.from([0xe0, 0]);

const connectPacket = ({ clientId, secret }: ProbeTarget) =>
  generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    keepalive: KEEP_ALIVE_S,
    clientId,
    username: clientId,
    password: Buffer.from(secret),
  });

/** Connects to a broker as a board does: true after an accepting CONNACK, false for any other answer or none in time. */
export function probeBroker(target: ProbeTarget, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const { host, port } = target;
    const socket = connect({ host, port, signal });
    const end = (isAccepted: boolean) => {
      resolve(isAccepted);
      if (isAccepted) socket.end(DISCONNECT);
      else socket.destroy();
    };
    const packets = parser({ protocolVersion: 4 })
      .on('packet', (packet) => end(packet.cmd === 'connack' && packet.returnCode === 0))
      .on('error', () => end(false));
    socket.setTimeout(timeoutMs, () => end(false));
    socket.on('error', () => end(false));
    socket.on('close', () => end(false));
    socket.on('connect', () => socket.write(connectPacket(target)));
    socket.on('data', (chunk) => packets.parse(chunk));
  });
}
