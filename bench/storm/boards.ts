import { decodeMessage } from '@manoboard/contract/mqtt/decode-message';
import type { Message } from '@manoboard/contract/mqtt/topics';
import { anAck, anInfo, aTele } from '@manoboard/testkit/factories';
import { readBack } from '@manoboard/testkit/read-back';
import { systemClock } from '../../apps/board/src/clock.ts';
import { openLightClient } from '../../apps/board/src/link/light-client.ts';
import type { Link, UpTopic } from '../../apps/board/src/link/link.ts';
import { mqttLink } from '../../apps/board/src/link/mqtt-link.ts';

/**
 * Many boards with the product's own link: each connects, subscribes, publishes birth, info, config report and a frame,
 * and reconnects by itself. The parent requests the counts with any message.
 */
const [url = '', count = '0', frameEveryS = '60'] = process.argv.slice(2);
const boards = Number(count);
const APART_MS = 4;

export interface StormCounts {
  /** Boards whose birth, info, config report and first frame are acknowledged. */
  back: number;
  connected: number;
  /** CONNACK with "bad user name or password" or "not authorised". */
  refused: number;
  /** Connections that failed or ended for another reason. */
  failed: number;
}

const counts: StormCounts = { back: 0, connected: 0, refused: 0, failed: 0 };
const nowS = () => Math.floor(Date.now() / 1000);

function startStormBoard(n: number): void {
  const number = String(n).padStart(5, '0');
  const deviceId = `MNB-R${number}`;
  let seq = 0;
  let isBack = false;
  let link: Link | undefined;
  /** A failed publish is counted by the end of its connection. */
  const publish = <N extends UpTopic>(name: N, message: Message<N>) => link?.publish(name, message);
  const publishTele = () => publish('tele', aTele({ boot: 1, seq: ++seq, ts: nowS() }));

  async function introduce() {
    counts.connected++;
    await publish(
      'info',
      anInfo({
        id_dev: deviceId,
        boot: 1,
        fc: { id: `FC-R${number}`, fc_type: 'GD10', ident: 269, unit: 1 },
      }),
    );
    await publish('cfg/reported', { v: 1, ver: 1, st: 'applied', ts: 1_700_000_000 });
    await publishTele();
    isBack = true;
    counts.back++;
  }

  link = mqttLink(
    systemClock,
    Math.random,
    n * APART_MS + 1,
    openLightClient,
  )(
    { url, deviceId, secret: () => 'bench', boot: 1 },
    {
      onConnected: () => void introduce().catch(() => {}),
      onDisconnected() {
        counts.connected--;
        if (isBack) counts.back--;
        isBack = false;
      },
      onConnectFailed: (reason) => void (reason === 'refused' ? counts.refused++ : counts.failed++),
      onMessage({ name, payload }) {
        if (name !== 'cmd') return;
        const decoded = decodeMessage('cmd', payload);
        if (!decoded.ok) return;
        const cmd = decoded.message;
        void publish('ack', anAck({ id: cmd.id, ts: nowS(), st: 'done', d: readBack(cmd) }))?.catch(() => {});
      },
    },
  );
  const everyMs = Number(frameEveryS) * 1000;
  setTimeout(
    () => setInterval(() => isBack && publishTele()?.catch(() => {}), everyMs),
    Math.random() * everyMs,
  );
}

for (let n = 1; n <= boards; n++) startStormBoard(n);
process.on('message', (message: { reset: boolean }) => {
  if (message.reset) Object.assign(counts, { refused: 0, failed: 0 });
  process.send?.(counts);
});
process.on('disconnect', () => process.exit());
