import { readFile } from 'node:fs/promises';
import { topicPath } from '@manoboard/contract/topics';
import { aTele } from '@manoboard/testkit/factories';
import { connectAsync, type MqttClient } from 'mqtt';

interface Credentials {
  id_dev: string;
  secret: string;
}

export interface Publisher {
  idDev: string;
  client: MqttClient;
  /** When each frame left, by its `seq`. */
  sentAt: number[];
  /** Frames that the server has acknowledged, by their `seq`. */
  acknowledged: number[];
}

export async function connectPublishers(url: string, boardsFile: string): Promise<Publisher[]> {
  const rows = JSON.parse(await readFile(boardsFile, 'utf8')) as Credentials[];
  const publishers: Publisher[] = [];
  for (const { id_dev, secret } of rows) {
    const client = await connectAsync(url, {
      clientId: id_dev,
      username: id_dev,
      password: secret,
      keepalive: 60,
    });
    publishers.push({ idDev: id_dev, client, sentAt: [0], acknowledged: [] });
  }
  return publishers;
}

/** Publishes frames until the time is up, at most `inFlight` of them unanswered. `electro_meter` carries the frame's number. */
export async function publishUntil(publisher: Publisher, endMs: number, inFlight: number): Promise<void> {
  const { client, idDev, sentAt } = publisher;
  const topic = topicPath('tele', idDev);
  const one = async () => {
    while (performance.now() < endMs) {
      const seq = sentAt.push(performance.now()) - 1;
      const tele = aTele({ seq, ts: Math.floor(Date.now() / 1000) });
      await client.publishAsync(topic, JSON.stringify({ ...tele, d: { ...tele.d, electro_meter: seq } }), {
        qos: 1,
      });
      publisher.acknowledged.push(seq);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, one));
}
