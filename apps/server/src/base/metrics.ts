import {
  Counter,
  type CounterConfiguration,
  collectDefaultMetrics,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  Registry,
} from 'prom-client';
import { heapLimits } from './heap.ts';

interface PoolUsage {
  pool: string;
  inUse: number;
  waiting: number;
}

function setHeapGauges(registers: Registry[]): void {
  const { growthRatio, maxBytes } = heapLimits();
  new Gauge({
    name: 'manoboard_heap_growth_ratio',
    help: 'How far the heap may grow above what lived after the last collection, by the memory of the machine',
    registers,
  }).set(growthRatio);
  new Gauge({
    name: 'manoboard_heap_limit_bytes',
    help: 'Size of the heap at which the process ends',
    registers,
  }).set(maxBytes);
}

/** Of what a server may not have: without a sample until it is set, since 0 would be a fault that alert rules report. */
function createUnsetGauge(names: GaugeConfiguration<never>): Gauge<never> {
  const gauge = new Gauge(names);
  gauge.remove();
  return gauge;
}

function createUnsetCounter(names: CounterConfiguration<never>): Counter<never> {
  const counter = new Counter(names);
  counter.remove();
  return counter;
}

/** Gauges whose figures are read at each scrape. */
const createWatches = (registers: Registry[]) => ({
  watchPools: (usage: () => PoolUsage[]) =>
    new Gauge({
      name: 'manoboard_database_connections',
      help: 'Database connections in use, and callers that wait for one, by pool',
      labelNames: ['pool', 'state'] as const,
      registers,
      collect() {
        for (const { pool, inUse, waiting } of usage()) {
          this.set({ pool, state: 'in_use' }, inUse);
          this.set({ pool, state: 'waiting' }, waiting);
        }
      },
    }),
  /** By the value of a label; the last figures stay while the database is away. */
  watchCounts: (
    { label, ...names }: { name: string; help: string; label: string },
    read: () => Promise<Record<string, number>>,
  ) =>
    new Gauge({
      ...names,
      labelNames: [label],
      registers,
      async collect() {
        const counts = await read().catch(() => ({}));
        for (const [value, count] of Object.entries(counts)) this.set({ [label]: value }, count);
      },
    }),
  /** A figure that is not known is left out; the last one stays while the database is away. */
  watchValue: (names: { name: string; help: string }, read: () => Promise<number | undefined>) =>
    createUnsetGauge({
      ...names,
      registers,
      async collect() {
        const value = await read().catch(() => null);
        if (value === undefined) this.remove();
        else if (value !== null) this.set(value);
      },
    }),
});

/** One registry per server, so that several can live in one process (tests). */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Gauges with the name of a counter; the same figures by type stay.
  for (const kind of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  const registers = [registry];
  setHeapGauges(registers);
  return {
    registry,
    ...createWatches(registers),
    buildInfo: new Gauge({
      name: 'manoboard_build_info',
      help: 'Always 1; the version of the server is a label',
      labelNames: ['version'] as const,
      registers,
    }),
    httpSeconds: new Histogram({
      name: 'manoboard_http_request_seconds',
      help: 'Time from a request to the end of its answer, by route; event streams are not counted',
      labelNames: ['method', 'route', 'status'] as const,
      buckets: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers,
    }),
    jobsFailed: new Counter({
      name: 'manoboard_jobs_failed_total',
      help: 'Failed runs of scheduled jobs, by job; a failed run is tried again',
      labelNames: ['name'] as const,
      registers,
    }),
    framesStored: new Counter({
      name: 'manoboard_frames_stored_total',
      help: 'Frames committed to history',
      registers,
    }),
    framesRepeated: new Counter({
      name: 'manoboard_frames_repeated_total',
      help: 'Frames that were stored already',
      registers,
    }),
    messagesDropped: new Counter({
      name: 'manoboard_messages_dropped_total',
      help: 'Messages of boards that were refused or dropped, by reason',
      labelNames: ['reason'] as const,
      registers,
    }),
    boardsConnected: new Gauge({
      name: 'manoboard_boards_connected',
      help: 'Boards connected to the broker',
      registers,
    }),
    brokerUp: createUnsetGauge({
      name: 'manoboard_broker_up',
      help: '1 if the broker answers new connections, 0 if not; nothing without the role link',
      registers,
    }),
    busUp: createUnsetGauge({
      name: 'manoboard_bus_up',
      help: '1 if the bus between servers is connected, 0 if not; nothing for a server alone',
      registers,
    }),
    busRefused: createUnsetCounter({
      name: 'manoboard_bus_messages_refused_total',
      help: 'Messages on the bus that were dropped, since they have no right checksum; nothing for a server alone',
      registers,
    }),
    takeovers: new Counter({
      name: 'manoboard_takeovers_total',
      help: 'Boards that were taken from another server',
      registers,
    }),
    diskFree: new Gauge({
      name: 'manoboard_disk_free_bytes',
      help: 'Free space on the disk of the data folder or of the embedded Postgres, whichever has less',
      registers,
    }),
    httpRefused: new Counter({
      name: 'manoboard_http_refused_total',
      help: 'HTTP connections and requests refused before authentication, by limit',
      labelNames: ['limit'] as const,
      registers,
    }),
    streams: new Gauge({ name: 'manoboard_streams', help: 'Open event streams of browsers', registers }),
    commitSeconds: new Histogram({
      name: 'manoboard_frame_commit_seconds',
      help: 'Time to commit a batch of frames',
      buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
      registers,
    }),
    commands: new Counter({
      name: 'manoboard_commands_total',
      help: 'Commands by final state',
      labelNames: ['status'] as const,
      registers,
    }),
  };
}
export type Metrics = ReturnType<typeof createMetrics>;
