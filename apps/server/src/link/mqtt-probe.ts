import { connect } from 'node:net';

export interface ProbeTarget {
  host: string;
  port: number;
  clientId: string;
  secret: string;
}

const CONNECT = 0x10;
const CONNACK = 0x20;
const DISCONNECT = Buffer.from([0xe0, 0]);
/** MQTT 3.1.1; user name, password, clean session; a keep-alive of 20 s, as a board has it. */
const HEADER = Buffer.from([0, 4, ...Buffer.from('MQTT'), 4, 0b1100_0010, 0, 20]);

const text = (value: string) => {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
};

/** Short names and secrets only: the length has to fit into one byte. */
function connectPacket({ clientId, secret }: ProbeTarget): Buffer {
  const body = Buffer.concat([HEADER, text(clientId), text(clientId), text(secret)]);
  return Buffer.concat([Buffer.from([CONNECT, body.length]), body]);
}

/** Does a broker let us in there, as it would a board? True after its CONNACK, false when none comes in time. */
export function probeBroker(target: ProbeTarget, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const { host, port } = target;
    const socket = connect({ host, port, signal });
    let answer = Buffer.alloc(0);
    const end = (isAnswered: boolean) => {
      resolve(isAnswered);
      if (isAnswered) socket.end(DISCONNECT);
      else socket.destroy();
    };
    socket.setTimeout(timeoutMs, () => end(false));
    socket.on('error', () => end(false));
    socket.on('close', () => end(false));
    socket.on('connect', () => socket.write(connectPacket(target)));
    socket.on('data', (chunk) => {
      answer = Buffer.concat([answer, chunk]);
      if (answer.length >= 4) end(answer[0] === CONNACK && answer[3] === 0);
    });
  });
}
