import type { RuleKind } from '@manoboard/contract/alert/kinds';
import type { DayFigures } from '@manoboard/domain/alerts/normal/day-figures';
import { isExplained } from '@manoboard/domain/alerts/normal/normal';
import { evaluate, newRuleState, type RuleState, remember } from '@manoboard/domain/alerts/rules/evaluate';
import type { RuleInput } from '@manoboard/domain/alerts/rules/inputs';
import { GAP_MS } from '@manoboard/domain/alerts/rules/observe';
import { createAlertLog, createFrameInputs } from '@manoboard/domain/alerts/rules/replay';
import type { AlertSettings } from '@manoboard/domain/alerts/rules/settings';
import { factsOf } from '@manoboard/domain/fc/faults';
import type { Frame } from '@manoboard/domain/history/frame';
import { figuresOf } from '@manoboard/domain/pump/pump-card';
import { DAY_S, HOUR_S } from '@manoboard/domain/time';
import { watchNormal } from '@manoboard/testkit/watched-normal';
import type { PlantFaults } from '../../apps/board/src/faults/site-faults.ts';
import { createFastHouse, type FastHouse, type HouseMessage } from '../../apps/board/src/plant/fast-house.ts';
import { type PlantState, plantState } from '../../apps/board/src/plant/plant.ts';
import { habitDemand } from './habits.ts';
import type { HouseSpec } from './spec.ts';
import { createOutages, type Outage, rssiDbm } from './wifi.ts';

/** A house at a midnight, from which several runs continue. */
interface Snapshot {
  plant: PlantState;
  rules: RuleState;
  days: DayFigures[];
}

export interface HouseAlert {
  kind: RuleKind | 'behaves_differently';
  /** The kind, with the cause that it names. */
  name: string;
  severity: 'warning' | 'alarm';
  atS: number;
  clearedS: number | undefined;
}

/** What really happened, for the judgement of alerts. */
export interface Truth {
  startsS: number[];
  outages: Outage[];
}

/** Raised again so soon after it cleared, an alert is the same one, as on the server. */
const REOPEN_S = 15 * 60;
/** The broker publishes the will of a board so long after its last message; presence is judged each minute. */
const WILL_S = 30;
const TICK_S = 60;
/** The job that judges the days runs two minutes after midnight for the first time. */
const NORMAL_S = 120;
/** Causes of many starts as the rule numbers them. */
const CAUSES = ['', ' (leak)', ' (lost air)', ' (small tank)'];
const PACE = { stepS: 0.25, pollS: 1, quietS: 2 };

/** Fault codes of the simulated drives: 13 and 14, a lost phase, are those of the larger sister. */
const FAULTS = factsOf({ fcType: 'GD200A' })?.faults ?? {};
const settingsOf = ({ card, pressure }: HouseSpec): AlertSettings => ({
  card,
  pressure,
  zone: 'UTC',
  faults: FAULTS,
});

/** Passes what the board publishes to the rules as the server does, through a line that may be down. */
function createServer(spec: HouseSpec, from: Snapshot | undefined, faults: PlantFaults) {
  const settings = settingsOf(spec);
  const toInput = createFrameInputs();
  const log = createAlertLog();
  const normal = watchNormal(from?.days);
  const ids = new Map<string, string>();
  let state = from?.rules ?? newRuleState();
  let seq = 0;

  function input(next: RuleInput): void {
    const result = evaluate(state, next, settings);
    state = result.state;
    log.add(result);
  }
  function receive(message: HouseMessage, isLate: boolean): void {
    seq++;
    const { atMs } = message;
    if (message.kind === 'frame') {
      const { fc, d, na } = message;
      const frame = toInput({ fc, d, na, tsMs: atMs, boot: 1, seq } as Frame, !faults.clock_unset);
      if (isLate) state = remember(state, frame, settings);
      else input(frame);
      normal.receive(message);
      return;
    }
    const { code, sev, d, isRaised } = message;
    const id = isRaised ? `${code} ${seq}` : (ids.get(code) ?? code);
    ids.set(code, id);
    input({ kind: 'event', atMs, event: { id, code, sev, d, st: isRaised ? 'raised' : 'cleared' } });
  }
  return {
    input,
    receive,
    normal,
    alerts: log.alerts,
    state: () => state,
  };
}
type HouseServer = ReturnType<typeof createServer>;

/** Frames wait on the board while the line is down and arrive late. */
function createLine(spec: HouseSpec, server: HouseServer, faults: PlantFaults) {
  const outages = createOutages(spec);
  let waiting: HouseMessage[] = [];
  let tickedS = 0;
  const secondsOf = (message: HouseMessage) => (message.atMs - spec.startMs) / 1000;
  return {
    outages: outages.past,
    pass(message: HouseMessage): void {
      const atS = secondsOf(message);
      const down = outages.at(atS, faults.wifi_loss !== undefined);
      if (down) {
        waiting.push(message);
        if (atS - down.fromS < WILL_S || atS - tickedS < TICK_S) return;
        tickedS = atS;
        server.input({ kind: 'tick', atMs: message.atMs, isOnline: false });
        return;
      }
      if (waiting.length > 0) {
        server.input({ kind: 'tick', atMs: message.atMs, isOnline: true });
        for (const late of waiting) server.receive(late, message.atMs - late.atMs > GAP_MS);
        waiting = [];
      }
      server.receive(message, false);
    },
  };
}

export interface RunPlan {
  from?: Snapshot;
  /** Second of the house at which the run ends. */
  untilS: number;
  /** A fault begins at this second. */
  fault?: { atS: number; faults: PlantFaults; isEmpty?: boolean };
  /** Second at which a snapshot is taken: a midnight. */
  snapshotS?: number;
}

export interface RunOutcome {
  alerts: HouseAlert[];
  truth: Truth;
  snapshot: Snapshot | undefined;
}

function createHouse(spec: HouseSpec, plan: RunPlan, faults: PlantFaults): FastHouse {
  const demand = habitDemand(spec.habits, spec.seed);
  const isEmpty = (timeS: number) => plan.fault?.isEmpty === true && timeS >= plan.fault.atS;
  return createFastHouse({
    seed: spec.seed ^ Math.round(plan.from?.plant.timeS ?? 0),
    startMs: spec.startMs,
    installation: spec.installation,
    setPointBar: spec.setPointBar,
    pressureBar: spec.setPointBar + 0.2,
    pressure: spec.pressure,
    pump: figuresOf(spec.card),
    demand: { flowAt3BarLpm: (timeS) => (isEmpty(timeS) ? 0 : demand.flowAt3BarLpm(timeS)) },
    faults,
    ...PACE,
    ...(plan.from && { resumed: plan.from.plant }),
  });
}

/** As on the server, an open alert that explains a change keeps the learned normal quiet. */
function firstUnexplainedS(alerts: readonly HouseAlert[], fromS: number): number {
  const open = alerts.find(
    ({ kind, atS, clearedS = Number.POSITIVE_INFINITY }) =>
      isExplained([kind]) && atS <= fromS && clearedS > fromS,
  );
  return open ? firstUnexplainedS(alerts, open.clearedS ?? Number.POSITIVE_INFINITY) : fromS;
}

/** Alerts of rules and of the learned normal. One that is raised again soon after it cleared counts once. */
function alertsOf(server: HouseServer, startMs: number): HouseAlert[] {
  const secondsOf = (ms: number) => (ms - startMs) / 1000;
  const merged: HouseAlert[] = [];
  for (const { kind, severity, atMs, clearedMs, numbers } of server.alerts) {
    const atS = secondsOf(atMs);
    const clearedS = clearedMs === undefined ? undefined : secondsOf(clearedMs);
    const before = merged.findLast((alert) => alert.kind === kind);
    if (before?.clearedS !== undefined && atS - before.clearedS < REOPEN_S) {
      before.clearedS = clearedS;
      if (severity === 'alarm') before.severity = severity;
    } else {
      const name = kind + (kind === 'short_cycling' ? (CAUSES[numbers.cause ?? 0] ?? '') : '');
      merged.push({ kind, name, severity, atS, clearedS });
    }
  }
  const notices = server.normal.notices.flatMap(({ raisedMs, clearedMs }): HouseAlert[] => {
    const clearedS = clearedMs === undefined ? undefined : secondsOf(clearedMs);
    const atS = firstUnexplainedS(merged, secondsOf(raisedMs) + NORMAL_S);
    if (atS >= (clearedS ?? Number.POSITIVE_INFINITY)) return [];
    return [{ kind: 'behaves_differently', name: 'behaves_differently', severity: 'warning', atS, clearedS }];
  });
  return [...merged, ...notices].sort((a, b) => a.atS - b.atS);
}

/** Runs a house hour by hour, from its start or from a snapshot. */
export function runHouse(spec: HouseSpec, plan: RunPlan): RunOutcome {
  const faults: PlantFaults = {};
  const house = createHouse(spec, plan, faults);
  const server = createServer(spec, plan.from, faults);
  const line = createLine(spec, server, faults);
  const startsS: number[] = [];
  let isRunning = false;
  let snapshot: Snapshot | undefined;
  const publish = (message: HouseMessage) => {
    const hz = message.kind === 'frame' ? message.d.frequency_fc : undefined;
    if (hz !== undefined) {
      if (hz > 0 && !isRunning) startsS.push((message.atMs - spec.startMs) / 1000);
      isRunning = hz > 0;
    }
    line.pass(message);
  };
  for (let atS = plan.from?.plant.timeS ?? 0; atS < plan.untilS - 1; ) {
    if (plan.fault && atS >= plan.fault.atS - 1) Object.assign(faults, plan.fault.faults);
    if (plan.snapshotS !== undefined && !snapshot && atS >= plan.snapshotS - 1)
      snapshot = { plant: plantState(house.plant), rules: server.state(), days: [...server.normal.days] };
    const nextS = Math.min(plan.untilS, (Math.floor((atS + 1) / HOUR_S) + 1) * HOUR_S);
    spec.installation.site.wifiDbm = rssiDbm(spec, atS);
    house.run(Math.round(nextS - atS), publish);
    atS = nextS;
  }
  return { alerts: alertsOf(server, spec.startMs), truth: { startsS, outages: line.outages }, snapshot };
}

export const days = (count: number) => count * DAY_S;
