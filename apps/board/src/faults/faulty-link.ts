import type { Message } from '@manoboard/contract/mqtt/topics';
import type { Clock } from '../clock.ts';
import type { Link, LinkEvents, Login, OpenLink, UpTopic } from '../link/link.ts';
import type { FaultSwitches } from './fault-switches.ts';
import { createFrameFaults } from './frame-faults.ts';

/** Messages that a server must accept late, twice and in any order. */
const FRAMES: readonly UpTopic[] = ['tele', 'event'];

/** A link with Wi-Fi and transport faults; without active faults it passes everything through. */
export const faultyLink =
  (openLink: OpenLink, switches: FaultSwitches, clock: Clock): OpenLink =>
  (login: Login, events: LinkEvents): Link => {
    const { active } = switches;
    const frameFaults = createFrameFaults(switches, clock);
    let inner: Link | undefined;
    let isUp = false;

    function down(): void {
      frameFaults.drop();
      if (isUp) events.onDisconnected();
      isUp = false;
    }

    function open(): void {
      let own: Link | undefined;
      // Events of an abandoned link are ignored.
      const isCurrent = () => own === undefined || inner === own;
      own = openLink(login, {
        onConnected() {
          if (!isCurrent()) return;
          isUp = true;
          events.onConnected();
        },
        onDisconnected: () => isCurrent() && down(),
        onMessage: (incoming) => isCurrent() && events.onMessage(incoming),
        onConnectFailed: (reason, cause) => isCurrent() && events.onConnectFailed(reason, cause),
      });
      inner = own;
    }

    function lose(): void {
      const lost = inner;
      inner = undefined;
      lost?.abandon();
      down();
      events.onConnectFailed('unreachable');
    }

    const stopListening = switches.listen((name) => {
      if (name !== 'wifi_loss') return;
      if (active.wifi_loss && inner) lose();
      else if (!active.wifi_loss && !inner) open();
    });

    async function publish<N extends UpTopic>(name: N, message: Message<N>): Promise<void> {
      const send = async () => {
        if (!inner) throw new Error('not connected');
        await inner.publish(name, message);
      };
      if (name === 'ack' && active.lost_ack) return;
      await (FRAMES.includes(name) ? frameFaults.pass(send) : send());
    }

    if (!active.wifi_loss) open();
    return {
      publish,
      reconnect: () => inner?.reconnect(),
      abandon() {
        stopListening();
        frameFaults.close();
        inner?.abandon();
      },
      async close() {
        stopListening();
        frameFaults.close();
        await inner?.close();
      },
    };
  };
