import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP line to a port of this machine that can be cut: connections end, and new ones are closed at once. */
export async function openLine(port: number) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((from) => {
    keep(from);
    if (isCut) return void from.destroy();
    const to = keep(connect(port, '127.0.0.1'));
    from.pipe(to);
    to.pipe(from);
    from.once('close', () => to.destroy());
    to.once('close', () => from.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    heal: () => {
      isCut = false;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
