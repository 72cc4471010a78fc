import type { SharedText } from '../../bus/newest-texts.ts';
import type { Core } from '../../core.ts';
import type { DeviceKey } from '../../db/device-key.ts';
import type { LastText } from '../../state/last-entries.ts';
import type { LastValueMap } from '../../state/last-values.ts';
import type { PresenceStore } from '../../state/presence.ts';

interface Needs {
  hub: Pick<Core['hub'], 'onWatched'>;
  bus: Core['bus'];
  cluster: NonNullable<Core['cluster']>;
  presence: Pick<PresenceStore, 'owns'>;
  values: LastValueMap;
}

/** Of a text of last values. */
type Facts = [
  deviceId: string,
  conn: number,
  deviceKey: DeviceKey,
  boot: number,
  seq: number,
  receivedAtS: number,
];

/** As a version before texts sends and reads it. */
interface LiveMessage extends Omit<LastText, 'json' | 'receivedAtS'> {
  deviceId: string;
  /** The connection by which the values came. */
  conn: number;
  last: { received_at: number | null };
}

/** Keeps the last values of all boards on every server: sends those of own boards, and takes those of the others. */
export function createLiveCopies({ hub, bus, cluster, presence, values }: Needs) {
  const { peers, connOf, isCurrent } = cluster;

  function share(deviceId: string): void {
    peers.publishText(deviceId);
    if (peers.olderPeers().size === 0) return;
    const found = values.find(deviceId);
    if (!found) return;
    const { json, receivedAtS: _, ...kept } = found;
    peers.publish('live', { deviceId, conn: connOf(deviceId), ...kept, last: JSON.parse(json) });
  }

  function adopt(deviceId: string, conn: number, from: string, next: LastText): void {
    if (!isCurrent(deviceId, from, conn) || !values.adopt(deviceId, next)) return;
    bus.publish('lastDataText', { deviceId, json: next.json });
  }

  hub.onWatched(peers.setWatched);
  peers.provideTexts((deviceId): SharedText | undefined => {
    const found = presence.owns(deviceId) ? values.find(deviceId) : undefined;
    if (!found) return undefined;
    const { deviceKey, boot, seq, receivedAtS, json } = found;
    return { facts: [deviceId, connOf(deviceId), deviceKey, boot, seq, receivedAtS ?? 0], text: json };
  });
  peers.subscribeTexts(({ facts, text }, from) => {
    const [deviceId, conn, deviceKey, boot, seq, receivedAtS] = facts as Facts;
    adopt(deviceId, conn, from, { deviceKey, boot, seq, receivedAtS, json: text });
  });
  peers.subscribe('live', (message, from) => {
    // A server that sends texts sends both while it hears one that does not read them.
    if (!peers.olderPeers().has(from)) return;
    const { deviceId, conn, last, ...kept } = message as LiveMessage;
    const json = JSON.stringify(last);
    adopt(deviceId, conn, from, { ...kept, receivedAtS: last.received_at, json });
  });

  function shareAll(): void {
    for (const deviceId of values.deviceIds()) if (presence.owns(deviceId)) share(deviceId);
  }
  // What was published while either server had no bus is lost.
  peers.subscribe('hello', shareAll);
  peers.onChange((isUp) => {
    if (!isUp) return;
    peers.publish('hello', null);
    shareAll();
  });
  return { share };
}
