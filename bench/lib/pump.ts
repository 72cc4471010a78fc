import { connectBoard } from '@manoboard/testkit/board-client';

/** A board that executes every command at once. */
export async function connectPump(url: string, board: { deviceId: string; secret: string }) {
  const pump = await connectBoard({ url, ...board });
  await pump.listen();
  await pump.publishStatus();
  pump.client.on('message', () => {
    const command = pump.commands.at(-1);
    if (command) void pump.done(command).catch(() => {});
  });
  return pump;
}
