import type { EventSeverity } from '@manoboard/contract/mqtt/event';
import type { Reading } from '@manoboard/contract/mqtt/reading';
import type { ProtectionCode } from '@manoboard/domain/protection/codes';
import {
  judge,
  newProtection,
  type ProtectionOrder,
  reset,
  stayStopped,
} from '@manoboard/domain/protection/protection';
import type { ProtectionLimits, ProtectionSample } from '@manoboard/domain/protection/rules';
import type { Clock } from '../clock.ts';
import { type Drive, DriveError, type DriveState, isOn, RunChannel } from '../drive/drive.ts';
import { circumstances } from '../reporting/events-watch.ts';
import type { Measurement } from '../reporting/measurement.ts';

/** A protection began or ended. */
export interface ProtectionNews {
  code: ProtectionCode;
  sev: EventSeverity;
  raised: boolean;
  /** What was measured at that moment. */
  d: Partial<Reading>;
}

export interface ProtectionParts {
  drive: Drive;
  clock: Clock;
  limits: () => ProtectionLimits;
  /** Analog input 2 is the pressure sensor: its wire is watched. An input that nobody uses reads 0 V for ever. */
  hasSensorOnInput2?: boolean | undefined;
  /** Not while something else needs the pump to stand: a retry that falls there is tried again a little later. */
  mayStart?: (() => boolean) | undefined;
  onProtection: (news: ProtectionNews) => void;
}

export interface Protection {
  /** At every look of the board; without a state the drive did not answer. Never throws. */
  see(state: DriveState | undefined, measured: Measurement): Promise<void>;
  /** The protection that has stopped the pump and still holds it. */
  holding(): ProtectionCode | undefined;
  /** The drive in the hands of a person: a start resets what tripped, a stop ends the automatic retries. */
  drive: Drive;
}

const kilo = (value: number | undefined) => (value === undefined ? undefined : 1000 * value);

function sampleOf(state: DriveState, sensorV: number | undefined): ProtectionSample {
  return {
    isOn: isOn(state),
    canCommand: state.runChannel === RunChannel.communication,
    frequencyHz: state.frequencyHz,
    highestHz: state.highestHz,
    pressureBar: state.pressureBar,
    sensorV,
    powerW: kilo(state.motorPowerKw),
    requiredBar: state.requiredPressureBar,
  };
}

/** The board's own guard over the pump: it needs no server and no network (`contract.md` 2). */
export function createProtection(parts: ProtectionParts): Protection {
  const { drive, clock, limits, onProtection, hasSensorOnInput2 = true, mayStart = () => true } = parts;
  let state = newProtection();
  let d: ProtectionNews['d'] = {};

  /** A drive that does not hear is told again later: `judge` sees that it did not obey. */
  async function tellDrive(act: 'start' | 'stop'): Promise<void> {
    try {
      await drive[act]();
    } catch (error) {
      if (!(error instanceof DriveError)) throw error;
    }
  }

  async function obey(orders: ProtectionOrder[], canCommand: boolean): Promise<void> {
    for (const order of orders) {
      if ('code' in order) {
        onProtection({ code: order.code, sev: order.sev, raised: order.act === 'raise', d });
        continue;
      }
      // While the keypad is in charge the drive obeys nobody else; the event calls a person.
      if (canCommand && (order.act === 'stop' || mayStart())) await tellDrive(order.act);
    }
  }

  return {
    async see(read, measured) {
      d = circumstances(measured);
      const sensorV = hasSensorOnInput2 ? measured.d.analog_input_2 : undefined;
      const sample = read && sampleOf(read, sensorV);
      const verdict = judge(state, sample, limits(), clock.elapsedMs());
      state = verdict.state;
      await obey(verdict.orders, sample?.canCommand ?? false);
    },
    holding: () => state.trip?.code,
    drive: {
      ...drive,
      async start(deadline) {
        const verdict = reset(state);
        state = verdict.state;
        await obey(verdict.orders, true);
        await drive.start(deadline);
      },
      async stop(deadline) {
        state = stayStopped(state);
        await drive.stop(deadline);
      },
    },
  };
}
