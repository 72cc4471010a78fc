import type { EventSeverity } from '@manoboard/contract/mqtt/event';
import type { Reading } from '@manoboard/contract/mqtt/reading';
import type { ProtectionCode } from '@manoboard/domain/protection/codes';
import {
  cancelRetries,
  evaluateProtection,
  newProtection,
  type ProtectionAction,
  resetProtection,
} from '@manoboard/domain/protection/protection';
import type { ProtectionLimits, ProtectionSample } from '@manoboard/domain/protection/rules';
import type { Clock } from '../clock.ts';
import { type Drive, DriveError, type DriveState, isOn, RunChannel } from '../drive/drive.ts';
import { circumstances } from '../reporting/events-watch.ts';
import type { Measurement } from '../reporting/measurement.ts';

/** A protection began or ended. */
export interface ProtectionChange {
  code: ProtectionCode;
  sev: EventSeverity;
  raised: boolean;
  /** Values measured at that moment. */
  d: Partial<Reading>;
  /** Duration of the condition before the protection began, in seconds; absent when it ends. */
  held?: number;
  stopped?: boolean;
  retry_in?: number;
}

const seconds = (ms: number) => Math.round(ms / 1000);

export interface ProtectionParts {
  drive: Drive;
  clock: Clock;
  limits: () => ProtectionLimits;
  /** Voltage of the pressure sensor, checked for a broken wire; absent if its input is unknown. An unused input reads 0 V. */
  sensorOf: (reading: Partial<Reading>) => number | undefined;
  /** R5.10: a lock-out tag is in force: nothing starts the pump. */
  isTagged?: (() => boolean) | undefined;
  /** Called before each start and each stop that the board writes. */
  onStart?: ((by: 'command' | 'retry') => void) | undefined;
  onStop?: (() => void) | undefined;
  /** Not while another part needs the pump stopped: a due retry is deferred. */
  mayStart?: (() => boolean) | undefined;
  onProtection: (change: ProtectionChange) => void;
}

export interface Protection {
  /** Called at every poll; without a state the drive did not answer. Never throws. */
  see(state: DriveState | undefined, measured: Measurement): Promise<void>;
  /** The protection that currently holds the pump stopped. */
  holding(): ProtectionCode | undefined;
  /** R5.11: when the board starts the pump again, in the clock's `elapsedMs`, and after which stop. */
  planned(): { atMs: number; code: ProtectionCode } | undefined;
  /** R5.10, R5.11: the pump stays off until a person starts it. */
  endRetries(): void;
  /** The drive for commands by a person: a start resets a trip, a stop ends the automatic retries. */
  drive: Drive;
}

const kilo = (value: number | undefined) => (value === undefined ? undefined : 1000 * value);

function sampleOf(state: DriveState, sensorV: number | undefined, isTagged: boolean): ProtectionSample {
  return {
    isOn: isOn(state),
    isTagged,
    canCommand: state.runChannel === RunChannel.communication,
    frequencyHz: state.frequencyHz,
    highestHz: state.highestHz,
    pressureBar: state.pressureBar,
    sensorV,
    powerW: kilo(state.motorPowerKw),
    requiredBar: state.requiredPressureBar,
  };
}

/** The board's own protection of the pump; needs no server and no network (`docs/protocol.md`, Events). */
export function createProtection(parts: ProtectionParts): Protection {
  const { drive, clock, limits, onProtection, sensorOf, onStart, onStop, mayStart = () => true } = parts;
  const isTagged = parts.isTagged ?? (() => false);
  let state = newProtection();
  let latest: ProtectionChange['d'] = {};
  /** Ends after all actions of readings so far: no event may be cleared before it is raised. */
  let acting: Promise<unknown> = Promise.resolve();

  /** A failed write is repeated later: `evaluateProtection` sees that the state did not change. */
  async function writeDrive(act: 'start' | 'stop'): Promise<void> {
    try {
      await drive[act]();
    } catch (error) {
      if (!(error instanceof DriveError)) throw error;
    }
  }

  async function applyActions(actions: ProtectionAction[], canCommand: boolean): Promise<void> {
    // Copied now: a write may take longer than the next reading, which replaces it.
    const d = latest;
    for (const action of actions) {
      if ('code' in action) {
        const { code, sev } = action;
        if (action.act === 'clear') onProtection({ code, sev, raised: false, d });
        else {
          const { heldMs, isStopping, retryInMs } = action;
          const facts = { held: seconds(heldMs), stopped: isStopping, retry_in: seconds(retryInMs) };
          onProtection({ code, sev, raised: true, d, ...facts });
        }
        continue;
      }
      // Under keypad control the drive ignores the board; the event alerts a person.
      if (!canCommand) continue;
      if (action.act === 'start') {
        if (!mayStart() || isTagged()) continue;
        onStart?.('retry');
      } else onStop?.();
      await writeDrive(action.act);
    }
  }

  return {
    async see(read, measured) {
      latest = circumstances(measured);
      const sample = read && sampleOf(read, sensorOf(measured.d), isTagged());
      const result = evaluateProtection(state, sample, limits(), clock.elapsedMs());
      state = result.state;
      const mine = applyActions(result.actions, sample?.canCommand ?? false);
      acting = Promise.allSettled([acting, mine]);
      await mine;
    },
    holding: () => state.trip?.code,
    planned() {
      const { code, retryAtMs } = state.trip ?? {};
      return code === undefined || retryAtMs === undefined ? undefined : { atMs: retryAtMs, code };
    },
    endRetries() {
      state = cancelRetries(state);
    },
    drive: {
      ...drive,
      async start(deadline) {
        if (isTagged()) throw new DriveError('locked', 'a lock-out tag is in force');
        onStart?.('command');
        const result = resetProtection(state);
        state = result.state;
        // Both at once: a stop in this turn would come before a start that is requested later.
        const cleared = acting.then(() => applyActions(result.actions, true));
        await Promise.all([cleared, drive.start(deadline)]);
      },
      async stop(deadline) {
        onStop?.();
        state = cancelRetries(state);
        await drive.stop(deadline);
      },
    },
  };
}
