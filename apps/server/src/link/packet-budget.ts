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

/** A class, as the gate. */
class Bucket implements PacketBudget {
  readonly #rate: PacketRate;
  /** Time at which the steady rate has covered all charged units. */
  #dueMs = 0;
  #delayed = 0;

  constructor(rate: PacketRate) {
    this.#rate = rate;
  }

  get unitsPerSecond(): number {
    return this.#rate.unitsPerSecond;
  }

  get #gapMs(): number {
    return 1000 / this.#rate.unitsPerSecond;
  }

  /** True for a bucket equal to a new one, which can be dropped. */
  isFull(nowMs: number): boolean {
    return this.#dueMs <= nowMs;
  }

  isOpen(nowMs: number): boolean {
    return this.#dueMs - nowMs < this.#rate.burst * this.#gapMs;
  }

  charge(units: number, nowMs: number): void {
    if (this.isFull(nowMs)) this.#delayed = 0;
    this.#dueMs = Math.max(this.#dueMs, nowMs) + units * this.#gapMs;
  }

  waitMs(units: number, nowMs: number): number {
    const { burst } = this.#rate;
    return Math.max(0, this.#dueMs - nowMs - (burst - Math.min(units, burst)) * this.#gapMs);
  }

  delay(units: number): boolean {
    this.#delayed += units;
    return this.#delayed <= this.#rate.maxDelayed;
  }
}

export const createBucket = (rate: PacketRate): PacketBudget => new Bucket(rate);

/** Buckets by key, which outlive connections: a sender that reconnects continues with the same one. */
export function createBuckets(rate: PacketRate) {
  const buckets = new Map<string | number, Bucket>();
  function bucketOf(key: string | number): Bucket {
    const bucket = buckets.get(key) ?? new Bucket(rate);
    buckets.set(key, bucket);
    return bucket;
  }
  return {
    /** Not to be kept: a full bucket is dropped. */
    bucketOf,
    of: (key: string | number): PacketBudget => ({
      unitsPerSecond: rate.unitsPerSecond,
      isOpen: (nowMs) => bucketOf(key).isOpen(nowMs),
      charge: (units, nowMs) => bucketOf(key).charge(units, nowMs),
      waitMs: (units, nowMs) => bucketOf(key).waitMs(units, nowMs),
      delay: (units) => bucketOf(key).delay(units),
    }),
    sweep(nowMs: number): void {
      for (const [key, bucket] of buckets) if (bucket.isFull(nowMs)) buckets.delete(key);
    },
  };
}
type Buckets = ReturnType<typeof createBuckets>;

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

/** Packets above the live rate (a backlog) share the rates of the board and of its owner. */
class BoardBudget implements PacketBudget {
  readonly unitsPerSecond: number;
  readonly #live = new Bucket(LIVE);
  readonly #boards: Buckets;
  readonly #deviceId: string;
  readonly #owners: Buckets;
  readonly #ownerId: number | undefined;

  constructor(
    unitsPerSecond: number,
    boards: Buckets,
    deviceId: string,
    owners: Buckets,
    ownerId: number | undefined,
  ) {
    this.unitsPerSecond = unitsPerSecond;
    this.#boards = boards;
    this.#deviceId = deviceId;
    this.#owners = owners;
    this.#ownerId = ownerId;
  }

  #shared(): Bucket[] {
    const board = this.#boards.bucketOf(this.#deviceId);
    return this.#ownerId === undefined ? [board] : [board, this.#owners.bucketOf(this.#ownerId)];
  }

  isOpen(nowMs: number): boolean {
    return this.#live.isOpen(nowMs) || this.#shared().every((one) => one.isOpen(nowMs));
  }

  charge(units: number, nowMs: number): void {
    if (this.#live.isOpen(nowMs)) this.#live.charge(units, nowMs);
    else for (const one of this.#shared()) one.charge(units, nowMs);
  }

  waitMs(units: number, nowMs: number): number {
    const shared = this.#shared().map((one) => one.waitMs(units, nowMs));
    return Math.min(this.#live.waitMs(1, nowMs), Math.max(...shared));
  }

  delay(units: number): boolean {
    return this.#boards.bucketOf(this.#deviceId).delay(units);
  }
}

export function createPacketBudgets(framesPerSecond: number) {
  const perBoard = framesPerSecond + OTHER_PACKETS_PER_SECOND;
  const perOwner = BOARDS_AT_FULL_SPEED * perBoard;
  const boards = createBuckets({ unitsPerSecond: perBoard, burst: perBoard, maxDelayed: MAX_BACKLOG });
  const owners = createBuckets({ unitsPerSecond: perOwner, burst: perOwner, maxDelayed: MAX_BACKLOG });
  const programs = createBuckets(PROGRAMS);
  return {
    ofStranger: (): PacketBudget => createBucket(STRANGER),
    ofBoard: (deviceId: string, ownerId: number | undefined): PacketBudget =>
      new BoardBudget(perBoard, boards, deviceId, owners, ownerId),
    ofPrograms: (userId: number): PacketBudget => programs.of(userId),
    sweep(nowMs: number): void {
      for (const buckets of [boards, owners, programs]) buckets.sweep(nowMs);
    },
  };
}
