import type { RegistersToRead } from '@manoboard/contract/device/diagnostics';
import type { Core } from '../../core.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import type { SessionUser } from '../../http/session.ts';
import { EVERY_MINUTE } from '../../jobs/jobs.ts';
import type { Wing } from '../../wing.ts';
import type { ActivityWing } from '../activity/index.ts';
import type { AlertsWing } from '../alerts/index.ts';
import type { CommandsWing } from '../commands/index.ts';
import type { ConvertersWing } from '../converters/index.ts';
import type { InboxWing } from '../inbox/index.ts';
import type { SettingsWing } from '../settings/index.ts';
import type { TelemetryWing } from '../telemetry/index.ts';
import { createDelegation } from './delegation.service.ts';
import { devicesRoutes } from './devices.routes.ts';
import { createDevices } from './devices.service.ts';
import { diagnosticsRoutes } from './diagnostics/diagnostics.routes.ts';
import { createDiagnostics } from './diagnostics/diagnostics.service.ts';
import { createParameterCheck } from './diagnostics/parameter-check.service.ts';
import { createRegisterReader } from './diagnostics/register-reader.ts';
import { createRegisters } from './diagnostics/registers.service.ts';
import { createBlocking, createEnrolment } from './enrol.service.ts';
import { createExpiredDelegations } from './expired-delegations.ts';
import { createInvitations } from './invitation.service.ts';
import { createLabels } from './label.service.ts';
import { createOwnership } from './ownership.service.ts';
import { createSecretRenewals } from './secret-renewal.service.ts';
import { createStaffAccess } from './staff-access.service.ts';

interface Needs {
  inbox: InboxWing;
  telemetry: TelemetryWing;
  settings: SettingsWing;
  converters: ConvertersWing;
  commands: CommandsWing;
  alerts: AlertsWing;
  activity: ActivityWing;
}

interface ForwardedRead {
  user: SessionUser;
  device: AllowedDevice;
  body: RegistersToRead;
}

/** Time for the server of the board to read registers. */
const READ_MS = 65_000;

/** Who may use a device: owners, delegates, staff. */
function createAccess(
  core: Core,
  { inbox: { notify, notifyAccess }, settings: { places } }: Pick<Needs, 'inbox' | 'settings'>,
) {
  const { mail, presence, tries } = core;
  const expired = createExpiredDelegations({ ...core, notify });
  const takeEmailTry = tries('emails').take;
  const ownership = createOwnership({
    ...core,
    isOnline: presence.isOnline,
    takeTry: tries('adds').take,
    takeEmailTry,
    guesses: tries('guessesOfACode'),
    notify,
    places,
  });
  const delegation = createDelegation({
    ...core,
    takeTry: takeEmailTry,
    rescheduleExpiry: expired.poll,
    notify,
  });
  const invitations = createInvitations({
    ...core,
    sendMail: mail.send,
    delegation,
    takeLinkTry: tries('links').take,
  });
  const staff = createStaffAccess({ ...core, rescheduleExpiry: expired.poll, notify });
  return {
    expired,
    ownership,
    delegation,
    invitations,
    staff,
    enrolBoard: createEnrolment({ ...core, notifyAccess }),
  };
}

/** Values and registers of a converter, read on request and checked hourly. */
function createRegisterParts(core: Core, needs: Needs) {
  const {
    telemetry,
    settings,
    commands: { commands },
  } = needs;
  const { profileOf } = needs.converters;
  const { db, bus, link, presence, cluster } = core;
  const diagnostics = createDiagnostics({
    ...core,
    presence: telemetry.presence,
    lastData: telemetry.lastData,
    applied: settings.config.applied,
    isBrokerUp: link.isUp,
    profileOf,
  });
  const reader = createRegisterReader({ ...core, onParameters: (news) => bus.publish('parameters', news) });
  const parameterCheck = createParameterCheck({
    ...core,
    listOnline: presence.listOwn,
    reader,
    profileOf,
    readFromBoard: commands.readUnlogged,
  });
  const registers = createRegisters({
    db,
    isOnline: presence.isOnline,
    reader,
    profileOf,
    readFromBoard: (user, device, { address, count }, what) =>
      commands.read({ user, device, what, value: null, payload: { op: 'reg_read', reg: address, n: count } }),
  });
  cluster?.calls.handle('registers', ({ user, device, body }: ForwardedRead) =>
    registers.read(user, device, body),
  );
  /** The lines of a converter are read one after the other, by the server that its board is connected to. */
  const readRegisters: typeof registers.read = (user, device, body) => {
    const to = presence.serverOf(device.deviceId);
    if (to === undefined || !cluster) return registers.read(user, device, body);
    return cluster.calls.run(to, 'registers', { user, device, body }, READ_MS);
  };
  return { diagnostics, parameterCheck, registers: { ...registers, read: readRegisters } };
}

/** Devices, who may use them, and their converters. */
export function createDevicesWing(core: Core, needs: Needs) {
  const access = createAccess(core, needs);
  const { expired, ownership, delegation, invitations, staff, enrolBoard } = access;
  const { diagnostics, parameterCheck, registers } = createRegisterParts(core, needs);
  const renewals = createSecretRenewals(core);
  const devices = createDevices(core, { ...needs, useNewSecret: renewals.use });
  const blocking = createBlocking(core);
  const wing: Wing = {
    routes: (api) => {
      const findByLabel = createLabels(core, needs.telemetry);
      devicesRoutes(
        api,
        { devices, ownership, delegation, invitations, enrolBoard, blocking, renewals, findByLabel },
        core.config.LOGINS_PER_MINUTE,
      );
      diagnosticsRoutes(api, diagnostics, registers);
    },
    messages: { info: devices.recordInfo, 'secret/ack': renewals.answered },
    jobs: {
      /** Announces expired access that the timer of a stopped server missed. */
      'access-ends': { cron: EVERY_MINUTE, run: expired.run },
      'invitation-ends': { cron: '40 * * * *', run: invitations.purge },
    },
    tasks: invitations.handlers,
    on: {
      command: (command) => {
        if (core.presence.owns(command.device_id)) void parameterCheck.noteCommand(command);
      },
    },
    start: expired.start,
    stop: expired.stop,
    open: parameterCheck.start,
    // Before commands, which end the reads that wait for an answer.
    close: parameterCheck.stop,
  };
  return { wing, devices, ownership, staff, checkParameters: parameterCheck.run };
}
export type DevicesWing = ReturnType<typeof createDevicesWing>;
