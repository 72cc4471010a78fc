import { matchTopic, TOPIC_NAMES, topicFilter, topics } from '@manoboard/contract/mqtt/topics';
import type { UpTopic } from './link.ts';

/** The message that a board may publish on this topic: in its own branch, from the table, retained only if the table says so. */
export function mayPublish(idDev: string, topic: string, isRetained: boolean): UpTopic | undefined {
  const match = matchTopic(topic);
  if (!match || match.idDev !== idDev || topics[match.name].from !== 'board') return undefined;
  if (isRetained && !topics[match.name].retain) return undefined;
  return match.name as UpTopic;
}

/** A board hears what the server says to it: the filters of the table, which leave open a number at most. */
export const maySubscribe = (idDev: string, filter: string) =>
  TOPIC_NAMES.some((name) => topics[name].from === 'server' && filter === topicFilter(name, idDev));
