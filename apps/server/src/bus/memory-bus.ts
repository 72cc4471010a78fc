import { createTextBatches, decodeTexts, encodeTexts, type SharedText } from './newest-texts.ts';
import { AnswerLostError, BATCH_MS, NobodyThereError, type PeerBus, type PeerSubject } from './peer-bus.ts';

interface Member {
  receive: (subject: PeerSubject, message: unknown, from: string) => void;
  receiveTexts: (bytes: Uint8Array) => void;
  reschedule: () => void;
  isWatched: boolean;
  answer: ((message: unknown, from: string) => Promise<unknown>) | undefined;
}

const NONE: ReadonlySet<string> = new Set();

/** What crosses the bus is JSON. */
const copy = (message: unknown): unknown => JSON.parse(JSON.stringify(message ?? null));

/** A bus in memory. The server that runs alone is its only member; tests join several. */
export function createMemoryPeers() {
  const members = new Map<string, Member>();

  function join(serverId: string): PeerBus {
    const receivers = new Map<PeerSubject, ((message: unknown, from: string) => void)[]>();
    const readers: ((row: SharedText, from: string) => void)[] = [];
    const self: Member = {
      isWatched: false,
      reschedule: () => texts.reschedule(),
      receiveTexts(bytes) {
        const { from, rows } = decodeTexts(bytes);
        for (const row of rows) for (const read of readers) read(row, from);
      },
      receive: (subject, message, from) => {
        for (const receive of receivers.get(subject) ?? []) receive(message, from);
      },
      answer: undefined,
    };
    members.set(serverId, self);
    const texts = createTextBatches(
      (rows) => {
        const bytes = Buffer.from(encodeTexts(serverId, rows));
        for (const [, { receiveTexts }] of others()) receiveTexts(bytes);
      },
      () => [...members.values()].some((member) => member.isWatched),
    );
    const others = () => [...members].filter(([id]) => id !== serverId);

    return {
      start: async () => {},
      publish(subject, message) {
        if (members.size === 1) return;
        const copied = copy(message);
        setTimeout(() => {
          for (const [, { receive }] of others()) receive(subject, copied, serverId);
        }, BATCH_MS);
      },
      subscribe(subject, receive) {
        receivers.set(subject, [...(receivers.get(subject) ?? []), receive]);
      },
      publishText(key) {
        if (members.size > 1) texts.add(key);
      },
      provideTexts: texts.from,
      setWatched(isWatched) {
        self.isWatched = isWatched;
        for (const { reschedule } of members.values()) reschedule();
      },
      subscribeTexts: (read) => void readers.push(read),
      olderPeers: () => NONE,
      acceptUnsigned: () => {},
      async request(to, message, timeoutMs) {
        const answer = members.get(to)?.answer;
        if (!answer || to === serverId) throw new NobodyThereError(`no server ${to}`);
        let timer: NodeJS.Timeout | undefined;
        const late = new Promise<never>((_, fail) => {
          timer = setTimeout(() => fail(new AnswerLostError(`no answer of ${to}`)), timeoutMs);
        });
        const answered = answer(copy(message), serverId).then(copy, () => late);
        return Promise.race([answered, late]).finally(() => clearTimeout(timer));
      },
      respond(answer) {
        self.answer = answer;
      },
      isUp: () => true,
      peers: () => others().map(([id]) => id),
      onChange: () => {},
      async stop() {
        texts.stop();
        members.delete(serverId);
      },
    };
  }
  return { join };
}
