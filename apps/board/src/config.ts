import {
  BoardTag,
  CfgDesired,
  CfgReported,
  DeviceConfig,
  sensorMaxBar,
} from '@manoboard/contract/device/device-config';
import { MAX_JSON_BYTES } from '@manoboard/contract/mqtt/decode-message';
import { configSum } from '@manoboard/domain/device-config/sum';
import { type Clock, wireTime } from './clock.ts';
import { type Disk, isReplaced, readJson, replaceJson } from './disk/disk.ts';

const FILE = 'config.json';
/** Apart from the configuration: a tag is kept also with one that is refused. */
const TAG_FILE = 'tag.json';
/** Larger payloads are not parsed, not even for their version. */
const READABLE_BYTES = 64 * 1024;
const FRAMES = { tele_s: 5, tele_idle_s: 30 };

export interface BoardConfig {
  current(): DeviceConfig;
  /** Frame interval, running and asleep (`docs/protocol.md`, Config). */
  frameSeconds(): { running: number; idle: number };
  /** Full scale of the pressure sensor, bar (`domain.md` 1.10: mode 10 is a sensor of 100 bar). */
  sensorMaxBar(): number;
  /** R5.5: bar ÷ normalizer, as the wire carries it, without floating point noise. */
  wirePressure(bar: number): number;
  /** R5.10: a lock-out tag is in force. Without a clock one that ends is in force too. */
  isTagged(): boolean;
  /** Handles a received config and tag; returns the report, or undefined if it has no version. */
  handle(payload: Uint8Array): CfgReported | undefined;
}

interface Saved {
  cfg: DeviceConfig;
  /** Report about the newest version ever received, applied or not. */
  report: CfgReported | undefined;
}

function load(disk: Disk): Saved {
  const saved = Object(readJson(disk, FILE)) as Record<string, unknown>;
  return {
    cfg: DeviceConfig.safeParse(saved.cfg).data ?? {},
    report: CfgReported.safeParse(saved.report).data,
  };
}

function parse(payload: Uint8Array): unknown {
  if (payload.length > READABLE_BYTES) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
  } catch {
    return undefined;
  }
}

type Reason = NonNullable<CfgReported['reason']>;
type Refusal = { reason: Reason } & Pick<CfgReported, 'at'>;
type Judged = { cfg: DeviceConfig } | { refusal: Refusal };

const isReason = (text: string): text is Reason => CfgReported.shape.reason.safeParse(text).success;

/** The first error and its path. */
function judge(json: unknown, size: number): Judged {
  if (size > MAX_JSON_BYTES) return { refusal: { reason: 'too_large' } };
  const parsed = CfgDesired.safeParse(json);
  if (parsed.success) return { cfg: parsed.data.cfg };
  const [issue] = parsed.error.issues;
  const isOutside = issue?.code === 'too_small' || issue?.code === 'too_big';
  const words = issue?.message ?? '';
  const reason = isReason(words) ? words : isOutside ? 'out_of_range' : 'malformed';
  const at = issue?.path.slice(1).join('.').slice(0, 64);
  return { refusal: { reason, ...(at && { at }) } };
}

/** Undefined: the message has no tag, and changes none. */
const tagIn = (json: unknown): BoardTag | null | undefined =>
  CfgDesired.shape.tag.safeParse(Object(json).tag).data;

/** R5.10: the lock-out tag, across power cuts. */
function createTag(clock: Clock, disk: Disk) {
  let tag = BoardTag.safeParse(readJson(disk, TAG_FILE)).data ?? null;
  let kept = tag;

  return {
    isInForce() {
      if (!tag) return false;
      const nowMs = clock.unixMs();
      return tag.until === null || nowMs === undefined || nowMs < tag.until * 1000;
    },
    /** In force at once, also if it cannot be saved: then the report has the former one. */
    receive(json: unknown): { tag: BoardTag | null; isSaved: boolean } {
      const next = tagIn(json);
      if (next !== undefined) {
        tag = next;
        if (isReplaced(disk, TAG_FILE, next)) kept = next;
      }
      return { tag: kept, isSaved: kept === tag };
    },
  };
}

export function createBoardConfig(clock: Clock, disk: Disk): BoardConfig {
  let { cfg, report } = load(disk);
  const tag = createTag(clock, disk);

  /** Written to disk before it takes effect: a config lost by a power cut was not applied. */
  function keep(next: DeviceConfig, about: CfgReported): CfgReported {
    try {
      replaceJson(disk, FILE, { cfg: next, report: about });
    } catch {
      return { ...about, st: 'rejected', reason: 'not_saved' };
    }
    cfg = next;
    report = about;
    return about;
  }

  function handleConfig(json: unknown, ver: number, size: number): CfgReported {
    const about = { v: 1, ver, ts: wireTime(clock) } as const;
    // Also sent for an older version, so that its sender learns the current one.
    if (report && ver <= report.ver) return report;
    // A tag alone: there is no configuration to apply.
    if (ver === 0) return { ...about, st: 'applied' };
    const judged = judge(json, size);
    if ('cfg' in judged) return keep(judged.cfg, { ...about, st: 'applied', sum: configSum(judged.cfg) });
    return keep(cfg, { ...about, st: 'rejected', ...judged.refusal });
  }

  return {
    current: () => cfg,
    frameSeconds: () => ({
      running: cfg.tele_s ?? FRAMES.tele_s,
      idle: cfg.tele_idle_s ?? FRAMES.tele_idle_s,
    }),
    sensorMaxBar: () => sensorMaxBar(cfg.pressure ?? {}),
    wirePressure(bar) {
      const { normalizer = 1 } = cfg.pressure ?? {};
      return Number((bar / normalizer).toFixed(normalizer === 1 ? 2 : 3));
    },
    isTagged: tag.isInForce,
    handle(payload) {
      const json = parse(payload);
      const ver = CfgReported.shape.ver.safeParse(Object(json).ver).data;
      if (ver === undefined) return undefined;
      const { tag: keptTag, isSaved } = tag.receive(json);
      const reported: CfgReported = { ...handleConfig(json, ver, payload.length), tag: keptTag };
      return isSaved ? reported : { ...reported, st: 'rejected', reason: 'not_saved' };
    },
  };
}
