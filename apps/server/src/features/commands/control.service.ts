import type { ProblemCode } from '@manoboard/contract/http/problem';
import type {
  Command,
  CommandValue,
  PressureControl,
  ResetDone,
  ResetFcConfig,
  SetLock,
  StartStop,
  WritePressure,
  WriteRegister,
} from '@manoboard/contract/nouns/command';
import type { LastData } from '@manoboard/contract/nouns/device';
import type { DeviceConfig, PressureConfig } from '@manoboard/contract/nouns/device-config';
import type { FaultReset, FaultResetOutlook } from '@manoboard/contract/nouns/recovery';
import { fieldBehind, guardOf, valueBehind, type Wish } from '@manoboard/domain/commands/command-values';
import type { StartLimits } from '@manoboard/domain/commands/start-rate';
import { writeGate } from '@manoboard/domain/commands/write-gate';
import { pressureMode, pressureValueRefusal } from '@manoboard/domain/commands/write-value';
import { addressLabel } from '@manoboard/domain/fc/register';
import { exactOnWire } from '@manoboard/domain/pump/pressure-codec';
import { fieldTime } from '@manoboard/domain/telemetry/last-data';
import { isDatabaseAway } from '../../db/db.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Ask, Facts } from './admission.ts';
import type { Commands } from './commands.service.ts';
import type { Order } from './order.ts';

interface Neighbours {
  commands: Commands;
  limits: StartLimits;
  faultResetsPerHour: number;
  faultResetOutlook: (deviceId: number) => Promise<FaultResetOutlook>;
  isOnline: (idDev: string) => boolean;
  isUpdating: (deviceId: number) => boolean;
  lastData: (idDev: string) => LastData;
  /** The configuration that the board has applied; nothing if nobody here knows it. */
  appliedConfig: (deviceId: number) => Promise<DeviceConfig | undefined>;
  takeRefusedTry: (key: string) => boolean;
}

/** Who asks for something to be written, to which device, and for which click. */
export interface Asking {
  user: SessionUser;
  board: AllowedDevice;
  key?: string | undefined;
  /** The policy has refused it already: it is for the log only. */
  refused?: ProblemCode | undefined;
}

interface Words {
  what: string;
  value: CommandValue;
  expect?: number | undefined;
}

/** What is refused stays as it was asked. */
function withoutNoise(wish: Wish, pressure: PressureConfig | undefined): Wish {
  if (wish.op !== 'write' || !pressure || pressureValueRefusal(wish.val, pressure)) return wish;
  return { ...wish, val: exactOnWire(wish.val, pressureMode(pressure)) };
}

/** Every write to a board goes through here: its order, the gate, the engine. */
export function createControl(neighbours: Neighbours) {
  const { commands, limits, faultResetsPerHour: perHour } = neighbours;
  const { isOnline, isUpdating, lastData, appliedConfig } = neighbours;

  async function write(asking: Asking, wish: Wish, words: Words): Promise<Command> {
    if (asking.user.isRecalled || asking.board.isRecalled) throw new ProblemError('UNAVAILABLE');
    const config = await appliedConfig(asking.board.deviceId);
    return commands.ask(prepare(asking, wish, words, config && (config.pressure ?? {})));
  }

  /** Whatever is wrong with the database: a stop goes to the board. */
  async function stop(asking: Asking, words: Words): Promise<Command> {
    const wish: Wish = { op: 'start_stop', val: false };
    try {
      return await write(asking, wish, words);
    } catch (error) {
      const isAway = asking.user.isRecalled || asking.board.isRecalled || isDatabaseAway(error);
      if (!isAway || asking.refused) throw error;
      return commands.stopByJournal(prepare(asking, wish, words, undefined));
    }
  }

  function prepare(
    { user, board, key, refused }: Asking,
    asked: Wish,
    words: Words,
    pressure: PressureConfig | undefined,
  ): Ask {
    const last = lastData(board.idDev);
    const wish = withoutNoise(asked, pressure);
    const field = fieldBehind(wish);
    const guard = guardOf(wish);
    const order: Order = {
      ...words,
      wish,
      old: { value: valueBehind(wish, last.data), atS: field ? fieldTime(last, field) : null },
      guard: guard && { target: guard.target, atS: fieldTime(last, guard.field) },
      ...(wish.op === 'write' && pressure && { pressure }),
    };
    const gate = ({ current, faultReset, ...facts }: Facts) =>
      writeGate(wish, {
        ...facts,
        faultReset: { ...faultReset, perHour },
        roles: user.roles,
        relation: board.relation,
        isOnline: isOnline(board.idDev),
        isUpdating: isUpdating(board.deviceId),
        last,
        pressure,
        limits,
        expect: words.expect,
        current: typeof current === 'number' ? current : null,
      });
    return { user, board, order, key, refused, gate, isUpdating: () => isUpdating(board.deviceId) };
  }

  return {
    /** Nobody fills the log with what he may not do, to devices that are there or not. */
    takeRefused(user: SessionUser): void {
      if (!neighbours.takeRefusedTry(`${user.id}`)) throw new ProblemError('TOO_MANY_REQUESTS');
    },

    startStop: (asking: Asking, { what, value }: StartStop) =>
      value
        ? write(asking, { op: 'start_stop', val: value }, { what, value })
        : stop(asking, { what, value }),

    setLock: (asking: Asking, { what, value }: SetLock) =>
      write(asking, { op: 'set_lock', val: value }, { what, value }),

    writePressure: (asking: Asking, { what, value, expect }: WritePressure) =>
      write(asking, { op: 'write', what, val: value }, { what, value, expect }),

    pressureControl: (asking: Asking, { what, value }: PressureControl) =>
      write(asking, { op: 'pressure_control', val: value }, { what, value }),

    async reset(asking: Asking, { config_value_name: name }: ResetFcConfig): Promise<ResetDone> {
      const done = await write(asking, { op: 'reset', name }, { what: name, value: null });
      return { data: Number(done.reported_value) };
    },

    writeRegister: (asking: Asking, { register, value, expect }: WriteRegister) =>
      write(
        asking,
        { op: 'reg_write', reg: register, val: value, ...(expect !== undefined && { expect }) },
        { what: addressLabel(register), value, expect },
      ),

    faultReset: (asking: Asking, { what, value }: FaultReset) =>
      write(asking, { op: 'fault_reset', val: value }, { what, value }),

    faultResetOutlook: ({ deviceId }: AllowedDevice) => neighbours.faultResetOutlook(deviceId),

    restart: (asking: Asking) => write(asking, { op: 'restart' }, { what: 'restart', value: null }),
  };
}
export type Control = ReturnType<typeof createControl>;
