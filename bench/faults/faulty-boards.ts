import { decodeMessage } from '@manoboard/contract/mqtt/decode-message';
import { anAck, aTele } from '@manoboard/testkit/factories';
import { readBack } from '@manoboard/testkit/read-back';
import { systemClock } from '../../apps/board/src/clock.ts';
import { openLightClient } from '../../apps/board/src/link/light-client.ts';
import { mqttLink } from '../../apps/board/src/link/mqtt-link.ts';
import { createOutbox } from '../../apps/board/src/outbox/outbox.ts';

const nowS = () => Math.floor(Date.now() / 1000);

interface Login {
  url: string;
  deviceId: string;
  secret: string;
}

/** The real link and outbox of a board, without a drive: frames at a fixed interval, every command done at once. */
export function startFaultyBoard({ url, deviceId, secret }: Login, everyMs: number) {
  const outbox = createOutbox(systemClock);
  let made = 0;
  let disconnects = 0;
  const link = mqttLink(
    systemClock,
    Math.random,
    0,
    openLightClient,
  )(
    { url, deviceId, secret: () => secret, boot: 1 },
    {
      onConnected: () => outbox.open(({ name, message }) => link.publish(name, message)),
      onDisconnected() {
        disconnects++;
        outbox.close();
      },
      onMessage({ name, payload }) {
        const decoded = name === 'cmd' ? decodeMessage('cmd', payload) : undefined;
        if (!decoded?.ok) return;
        const cmd = decoded.message;
        void link
          .publish('ack', anAck({ id: cmd.id, ts: nowS(), st: 'done', d: readBack(cmd) }))
          .catch(() => {});
      },
      onConnectFailed: () => {},
    },
  );
  const makeFrame = () => {
    made++;
    outbox.add({ name: 'tele', message: aTele({ boot: 1, seq: made, ts: nowS() }) });
  };
  const timer = setInterval(makeFrame, everyMs);
  return {
    deviceId,
    made: () => made,
    unacknowledged: outbox.size,
    disconnects: () => disconnects,
    pause: () => clearInterval(timer),
    async stop() {
      clearInterval(timer);
      outbox.stop();
      await link.close();
    },
  };
}
export type FaultyBoard = ReturnType<typeof startFaultyBoard>;
