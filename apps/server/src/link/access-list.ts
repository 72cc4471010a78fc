import { matchTopic, TOPIC_NAMES, topicFilter, topics } from '@manoboard/contract/mqtt/topics';
import type { UpTopic } from './link.ts';

/** The message that a board may publish on this topic: in its own branch, from the table, retained only if the table permits it. */
export function mayPublish(deviceId: string, topic: string, isRetained: boolean): UpTopic | undefined {
  const match = matchTopic(topic);
  if (!match || match.deviceId !== deviceId || topics[match.name].from !== 'board') return undefined;
  if (isRetained && !topics[match.name].retain) return undefined;
  return match.name as UpTopic;
}

/** A board may subscribe to the topics that the server publishes to it; only a chunk number may be a wildcard. */
export const maySubscribe = (deviceId: string, filter: string) =>
  TOPIC_NAMES.some((name) => topics[name].from === 'server' && filter === topicFilter(name, deviceId));
