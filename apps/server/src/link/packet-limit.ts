import type { Socket } from 'node:net';

const MAX_PACKET_BYTES = 64 * 1024;

/**
 * The broker's parser waits for as many bytes as a packet announces, up to 256 MB. This reads the announced
 * lengths beside it and ends the connection at the first that is too large, before its body is collected.
 */
export function limitPackets(socket: Socket, onTooLarge: () => void): void {
  const announced = packetLengths();
  const push = socket.push;
  socket.push = function (this: Socket, chunk: unknown, ...rest: []) {
    if (chunk instanceof Uint8Array && announced(chunk) > MAX_PACKET_BYTES) {
      onTooLarge();
      socket.destroy();
      return false;
    }
    return push.call(this, chunk, ...rest);
  };
}

/** Parses the fixed headers of an MQTT byte stream; returns the largest length announced in each chunk. */
export function packetLengths(): (chunk: Uint8Array) => number {
  let bodyLeft = 0;
  let isHeader = false;
  let length = 0;
  let shift = 0;
  return (chunk) => {
    let largest = 0;
    for (let at = 0; at < chunk.length; ) {
      if (bodyLeft > 0) {
        const step = Math.min(bodyLeft, chunk.length - at);
        bodyLeft -= step;
        at += step;
      } else if (!isHeader) {
        isHeader = true;
        length = 0;
        shift = 0;
        at++;
      } else {
        const byte = chunk[at++] ?? 0;
        length += (byte & 0x7f) * 2 ** shift;
        shift += 7;
        largest = Math.max(largest, length);
        if (byte < 0x80 || shift > 21) {
          isHeader = false;
          bodyLeft = length;
        }
      }
    }
    return largest;
  };
}
