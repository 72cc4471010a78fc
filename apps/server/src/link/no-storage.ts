import { Readable } from 'node:stream';

const nothing = async () => {};
const EMPTY_STREAM = { pipe: () => {} };

/**
 * The storage of the embedded broker: it stores nothing. Boards use clean sessions, no client may subscribe to topics that
 * boards publish, and the server sends configuration and firmware job at each birth. Storage in memory made each SUBSCRIBE
 * walk all retained messages, so the cost of a connect grew with the number of boards.
 */
export const createNoStorage = () => ({
  setup: nothing,

  storeRetained: nothing,
  createRetainedStreamCombi: () => EMPTY_STREAM,

  cleanSubscriptions: nothing,
  removeSubscriptions: nothing,
  subscriptionsByTopic: async () => [],
  outgoingEnqueueCombi: nothing,
  outgoingClearMessageId: nothing,
  outgoingStream: () => Readable.from([]),

  /** QoS 2: the packet counts as known. It was handled when it was authorized, and handlers accept repeats. */
  incomingGetPacket: async () => ({}),
  incomingDelPacket: nothing,

  /** The connection itself holds its will; a copy would serve other brokers only. */
  putWill: nothing,
  delWill: nothing,
  streamWill: () => Readable.from([]),
});
