/** How many packets may pass, in units: large ones cost more, so that they cannot bypass the rate. */
export interface PacketRate {
  unitsPerSecond: number;
  burst: number;
  /** Most units that may wait for the rate; a sender with more is disconnected. */
  maxDelayed: number;
}

const UNIT_BYTES = 1024;
/** Smaller unit for filters: one may have only 4 bytes, and each costs a check and an answer. */
const FILTER_UNIT_BYTES = 64;
/** Packet types SUBSCRIBE and UNSUBSCRIBE. */
const FILTER_TYPES = [8, 10];
export const unitsOf = (type: number, bytes: number) =>
  Math.max(1, Math.ceil(bytes / (FILTER_TYPES.includes(type) ? FILTER_UNIT_BYTES : UNIT_BYTES)));

/** What a gate asks before it lets a packet pass. All times are milliseconds of a clock that only grows. */
export interface PacketBudget {
  unitsPerSecond: number;
  /** Whether the next packet may pass. */
  isOpen: (nowMs: number) => boolean;
  /** Charges a packet, even above what is left; the next ones then wait longer. */
  charge: (units: number, nowMs: number) => void;
  /** Time until this number of units may pass. */
  waitMs: (units: number, nowMs: number) => number;
  /** Counts units that wait; false when they are too many. */
  delay: (units: number, nowMs: number) => boolean;
}

interface Bucket extends PacketBudget {
  /** True for a bucket equal to a new one, which can be dropped. */
  isFull: (nowMs: number) => boolean;
}

export function createBucket({ unitsPerSecond, burst, maxDelayed }: PacketRate): Bucket {
  const gapMs = 1000 / unitsPerSecond;
  /** Time at which the steady rate has covered all charged units. */
  let dueMs = 0;
  let delayed = 0;
  const isFull = (nowMs: number) => dueMs <= nowMs;
  return {
    unitsPerSecond,
    isFull,
    isOpen: (nowMs) => dueMs - nowMs < burst * gapMs,
    charge(units, nowMs) {
      if (isFull(nowMs)) delayed = 0;
      dueMs = Math.max(dueMs, nowMs) + units * gapMs;
    },
    waitMs: (units, nowMs) => Math.max(0, dueMs - nowMs - (burst - Math.min(units, burst)) * gapMs),
    delay(units) {
      delayed += units;
      return delayed <= maxDelayed;
    },
  };
}

/** Buckets by key, which outlive connections: a sender that reconnects continues with the same one. */
export function createBuckets(rate: PacketRate) {
  const buckets = new Map<string | number, Bucket>();
  function bucketOf(key: string | number): Bucket {
    const bucket = buckets.get(key) ?? createBucket(rate);
    buckets.set(key, bucket);
    return bucket;
  }
  return {
    of: (key: string | number): PacketBudget => ({
      unitsPerSecond: rate.unitsPerSecond,
      isOpen: (nowMs) => bucketOf(key).isOpen(nowMs),
      charge: (units, nowMs) => bucketOf(key).charge(units, nowMs),
      waitMs: (units, nowMs) => bucketOf(key).waitMs(units, nowMs),
      delay: (units, nowMs) => bucketOf(key).delay(units, nowMs),
    }),
    sweep(nowMs: number): void {
      for (const [key, bucket] of buckets) if (bucket.isFull(nowMs)) buckets.delete(key);
    },
  };
}

/** Rate before the login: a CONNECT, and packets that a client sends without waiting for the answer. */
const STRANGER: PacketRate = { unitsPerSecond: 20, burst: 60, maxDelayed: 200 };
/** Rate that each board has to itself, whatever other boards of its owner send. Live boards send a frame a second. */
const LIVE: PacketRate = { unitsPerSecond: 20, burst: 60, maxDelayed: Number.POSITIVE_INFINITY };
/** Acknowledgements, pings and requests of firmware beside the frames. */
const OTHER_PACKETS_PER_SECOND = 100;
/** More than the 100,000 messages that a board keeps of an outage: its backlog is slowed down, and never cut. */
const MAX_BACKLOG = 120_000;
/** Boards of one owner together, as a multiple of one board. */
const BOARDS_AT_FULL_SPEED = 2;
/** Program logins of one account together. A start of Home Assistant subscribes to some hundred filters. */
const PROGRAMS: PacketRate = { unitsPerSecond: 200, burst: 400, maxDelayed: 2000 };

export function createPacketBudgets(framesPerSecond: number) {
  const perBoard = framesPerSecond + OTHER_PACKETS_PER_SECOND;
  const perOwner = BOARDS_AT_FULL_SPEED * perBoard;
  const boards = createBuckets({ unitsPerSecond: perBoard, burst: perBoard, maxDelayed: MAX_BACKLOG });
  const owners = createBuckets({ unitsPerSecond: perOwner, burst: perOwner, maxDelayed: MAX_BACKLOG });
  const programs = createBuckets(PROGRAMS);
  return {
    ofStranger: (): PacketBudget => createBucket(STRANGER),
    /** Packets above the live rate (a backlog) share the rates of the board and of its owner. */
    ofBoard(deviceId: string, ownerId: number | undefined): PacketBudget {
      const live = createBucket(LIVE);
      const all = [boards.of(deviceId), ...(ownerId === undefined ? [] : [owners.of(ownerId)])];
      return {
        unitsPerSecond: perBoard,
        isOpen: (nowMs) => live.isOpen(nowMs) || all.every((one) => one.isOpen(nowMs)),
        charge(units, nowMs) {
          for (const one of live.isOpen(nowMs) ? [live] : all) one.charge(units, nowMs);
        },
        waitMs: (units, nowMs) =>
          Math.min(live.waitMs(1, nowMs), Math.max(...all.map((one) => one.waitMs(units, nowMs)))),
        delay: (units, nowMs) => boards.of(deviceId).delay(units, nowMs),
      };
    },
    ofPrograms: (userId: number): PacketBudget => programs.of(userId),
    sweep(nowMs: number): void {
      for (const buckets of [boards, owners, programs]) buckets.sweep(nowMs);
    },
  };
}
