import type { OtaJob, OtaState } from '@manoboard/contract/mqtt/firmware';
import { matchTopic, topicFilter } from '@manoboard/contract/mqtt/topics';
import type { BoardClient } from '@manoboard/testkit/board-client';
import { waitFor } from '@manoboard/testkit/wait-for';

const NEW_STEPS = { n: 5, of: 5, version: '1.4.2', ts: 1_800_000_000 };

/** Receives OTA jobs and chunks of a board, and publishes its OTA messages. */
export async function createOtaBoard(board: BoardClient) {
  const { deviceId, client } = board;
  /** Received jobs; `null` for a cancelled one. */
  const jobs: (OtaJob | null)[] = [];
  const chunks: { n: number; bytes: Uint8Array }[] = [];
  client.on('message', (topic, payload) => {
    const match = matchTopic(topic);
    if (match?.name === 'ota/job') jobs.push(payload.length === 0 ? null : JSON.parse(payload.toString()));
    if (match?.name === 'ota/chunk') chunks.push({ n: match.n ?? -1, bytes: payload });
  });
  for (const name of ['ota/job', 'ota/chunk'] as const)
    await client.subscribeAsync(topicFilter(name, deviceId), { qos: 1 });
  const publishState = (st: OtaState['st'], change: Partial<OtaState> = {}) =>
    board.publish('ota/state', { v: 1, id: 'test-1.5.0', st, ...NEW_STEPS, ...change });
  const requestChunk = (n: number, id = 'test-1.5.0') => board.publish('ota/req', { v: 1, id, n });

  return {
    jobs,
    chunks,
    publishState,
    requestChunk,
    /** Waits until the last message of the topic is a job. */
    waitForJob: () => waitFor(() => jobs.at(-1), { what: `a job for ${deviceId}` }),
    takenBack: () => waitFor(() => jobs.at(-1) === null, { what: `a job of ${deviceId} taken back` }),
    chunk: (n: number) => waitFor(() => chunks.find((chunk) => chunk.n === n), { what: `chunk ${n}` }),
  };
}
