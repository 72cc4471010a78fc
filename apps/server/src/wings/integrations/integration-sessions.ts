import { type IntegrationRequest, readIntegrationRequest } from '@manoboard/contract/mqtt/integration-topics';
import { refuseIntegration } from '@manoboard/domain/access/policy';
import { REPEAT_S } from '@manoboard/domain/integration/entities';
import type { PressureMode } from '@manoboard/domain/pump/pressure-bounds';
import { switchOf } from '@manoboard/domain/pump/pump';
import type { Core } from '../../core.ts';
import { ProblemError } from '../../http/problem-error.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import type { SessionUser } from '../../http/session.ts';
import type { IntegrationConnection } from '../../link/link.ts';
import { createWakeLoop } from '../../outbox/wake-loop.ts';
import type { DevicesWing } from '../devices/index.ts';
import { type ContentNeeds, createContent, isValuePath, pressureOf } from './integration-content.ts';
import { type Login, listHeld, listLogins, markUsed } from './integrations.repo.ts';

/** A command of an integration login, for the gate of all commands. */
interface IntegrationCommand {
  user: SessionUser;
  device: AllowedDevice;
  /** Name of the login, for the log. */
  via: string;
  request: IntegrationRequest;
  /** Mode of the required pressure; undefined while the configuration of the board is unknown. */
  mode: PressureMode | undefined;
  denied: 'FORBIDDEN' | 'DEVICE_NOT_FOUND' | undefined;
}

interface Needs extends Omit<ContentNeeds, 'lastCommand'>, Pick<Core, 'db' | 'quietWarn'> {
  findDevice: (user: SessionUser, id: string) => Promise<AllowedDevice | undefined>;
  command: (command: IntegrationCommand) => Promise<unknown>;
  /** Why each of these pumps is stopped. */
  listStops: DevicesWing['devices']['listStops'];
}

/** Logins and access are read so often, and values sent: another server may have revoked a login. */
const POLL_MS = 1000;
/** Without the database access cannot be checked, so connections end after this time. */
const MAX_UNCHECKED_MS = 10_000;

/** A login with a list reaches no other device of its user. */
const isChosen = ({ deviceKeys }: Login, deviceKey: number) =>
  deviceKeys === null || deviceKeys.includes(deviceKey);

interface Session {
  contentOf: ReturnType<typeof createContent>;
  repeatedMs: number;
}

/** Commands of integration logins, with the rights that the login has now. */
function createCommands({ db, now, findDevice, command }: Needs) {
  async function modeOf({ userId }: Login, deviceId: string): Promise<PressureMode | undefined> {
    const held = await listHeld(db, [userId], new Date(now()));
    const device = held.find((one) => one.deviceId === deviceId);
    return device && pressureOf(device)?.mode;
  }

  /** False for a device that does not exist: a program may name any. */
  return async function runCommand(
    integrationId: number,
    deviceId: string,
    request: IntegrationRequest,
  ): Promise<boolean> {
    const [login] = await listLogins(db, [integrationId]);
    if (!login) return false;
    const { userId: id, roles, canSwitch, name: via } = login;
    const user: SessionUser = { id, roles, sessionId: `integration ${integrationId}` };
    const device = await findDevice(user, deviceId);
    if (!device) return false;
    const reach = { canSwitch, isChosen: isChosen(login, device.deviceKey) };
    const action = 'bar' in request ? 'operate' : 'switch';
    const denied = refuseIntegration(reach, device.relation, action);
    const mode = 'bar' in request ? await modeOf(login, deviceId) : undefined;
    await command({ user, device, via, request, mode, denied });
    return true;
  };
}

/** Open connections of integration logins: what each may see is read again before every message. */
export function createIntegrationSessions(needs: Needs) {
  const { db, now, quietWarn, lastData, listStops } = needs;
  const runCommand = createCommands(needs);
  const sessions = new Map<IntegrationConnection, Session>();
  /** How the last command to each device ended, by login: its programs may read and send by several connections. */
  const outcomes = new Map<number, Map<string, string>>();
  let checkedMs = now();
  const isOpen = (id: number) => [...sessions.keys()].some(({ integrationId }) => integrationId === id);

  /** Repeats unchanged values, whose receiver lets them expire. */
  function isRepeatDue(session: Session): boolean {
    const isDue = Math.abs(now() - session.repeatedMs) >= REPEAT_S * 1000;
    if (isDue) session.repeatedMs = now();
    return isDue;
  }

  async function refresh(): Promise<void> {
    const open = [...sessions];
    if (open.length > 0) {
      const ids = [...new Set(open.map(([{ integrationId }]) => integrationId))];
      const at = new Date(now());
      const logins = new Map((await listLogins(db, ids)).map((login) => [login.id, login]));
      const held = await listHeld(db, [...new Set([...logins.values()].map(({ userId }) => userId))], at);
      const stops = await listStops(
        held.filter(({ deviceId }) => switchOf(lastData(deviceId).data) === 'off'),
      );
      for (const [connection, session] of open) {
        const login = logins.get(connection.integrationId);
        if (!login) {
          connection.close();
          continue;
        }
        const devices = held.filter(
          ({ userId, deviceKey }) => userId === login.userId && isChosen(login, deviceKey),
        );
        const isRepeated = isRepeatDue(session) ? isValuePath : () => false;
        connection.setContent(session.contentOf(login, devices, stops), isRepeated);
      }
      await markUsed(db, [...logins.keys()], at, new Date(now() - REPEAT_S * 1000));
    }
    checkedMs = now();
  }

  const loop = createWakeLoop({
    run: refresh,
    pollMs: POLL_MS,
    onError(err) {
      quietWarn('integrations', { err }, 'the access of integration logins could not be read');
      if (now() - checkedMs >= MAX_UNCHECKED_MS) for (const connection of sessions.keys()) connection.close();
    },
  });

  return {
    connected(connection: IntegrationConnection): void {
      const { integrationId } = connection;
      const lastCommand = (deviceId: string) => outcomes.get(integrationId)?.get(deviceId) ?? null;
      sessions.set(connection, {
        contentOf: createContent({ ...needs, lastCommand }),
        repeatedMs: now(),
      });
      void loop.wake();
    },
    lost(connection: IntegrationConnection): void {
      sessions.delete(connection);
      const { integrationId } = connection;
      if (!isOpen(integrationId)) outcomes.delete(integrationId);
    },

    /** The outcome is in the log of commands and in the state; the values that the board reports show the effect. */
    received({ integrationId }: IntegrationConnection, path: string, payload: string): void {
      const read = readIntegrationRequest(path, payload);
      if (!read) return;
      const { deviceId, request } = read;
      const note = (outcome: string) => {
        // The command ended after the last connection of its login.
        if (!isOpen(integrationId)) return;
        const known = outcomes.get(integrationId) ?? new Map<string, string>();
        outcomes.set(integrationId, known.set(deviceId, outcome));
        void loop.wake();
      };
      runCommand(integrationId, deviceId, request).then(
        (isRun) => isRun && note('done'),
        (err: unknown) => {
          note(err instanceof ProblemError ? err.code : 'INTERNAL');
          if (!(err instanceof ProblemError))
            quietWarn('integration-command', { err }, 'a command of an integration login failed');
        },
      );
    },

    /** A login, or the devices of a user, have changed. */
    wake: () => void loop.wake(),
    start: loop.start,
    stop: loop.stop,
  };
}
