import { isFrom, matchTopic, topicFilter, topics, topicsFrom } from '@manoboard/contract/mqtt/topics';
import type { UpTopic } from './link.ts';

/** The message that a board may publish on this topic: in its own branch, from the table, retained only if the table permits it. */
export function mayPublish(deviceId: string, topic: string, isRetained: boolean): UpTopic | undefined {
  const match = matchTopic(topic);
  if (!match || match.deviceId !== deviceId || !isFrom(match.name, 'board')) return undefined;
  if (isRetained && !topics[match.name].retain) return undefined;
  return match.name;
}

/** A board may subscribe to the topics that the server publishes to it; only a chunk number may be a wildcard. */
export const maySubscribe = (deviceId: string, filter: string) =>
  topicsFrom('server').some((name) => filter === topicFilter(name, deviceId));
