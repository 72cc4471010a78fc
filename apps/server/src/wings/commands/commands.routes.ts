import {
  EXPECTED_VALUE_HEADER,
  type PressureControl,
  type ResetFcConfig,
  type SetLock,
  type StartStop,
  type WritePressure,
  type WriteRegister,
} from '@manoboard/contract/command/command';
import type { EndRetries, FaultReset, FaultResetPreview } from '@manoboard/contract/command/recovery';
import { api } from '@manoboard/contract/http/api';
import { addressLabel } from '@manoboard/domain/fc/profile';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../../http/problem-error.ts';
import { type Refused, route } from '../../http/route.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import type { SessionUser } from '../../http/session.ts';
import type { CommandRequest } from './command-request.ts';
import type { Commands } from './commands.service.ts';

interface Incoming<B> {
  user: SessionUser;
  device: AllowedDevice;
  headers: { 'idempotency-key'?: string | undefined; [EXPECTED_VALUE_HEADER]?: string | undefined };
  body: B;
}
type Requested = Pick<CommandRequest, 'payload' | 'what' | 'value' | 'expect'>;

const startStop = ({ what, value }: StartStop): Requested => ({
  what,
  value,
  payload: { op: 'start_stop', val: value },
});
const setLock = ({ what, value }: SetLock): Requested => ({
  what,
  value,
  payload: { op: 'set_lock', val: value },
});
const writePressure = ({ what, value }: WritePressure): Requested => ({
  what,
  value,
  payload: { op: 'write', what, val: value },
});
const pressureControl = ({ what, value }: PressureControl): Requested => ({
  what,
  value,
  payload: { op: 'pressure_control', val: value },
});
const resetFcConfig = ({ config_value_name: name }: ResetFcConfig): Requested => ({
  what: name,
  value: null,
  payload: { op: 'reset', name },
});
const writeRegister = ({ register, value, expect }: WriteRegister): Requested => ({
  // The label of this type of converter, once it is known.
  what: addressLabel(undefined, register),
  value,
  expect,
  payload: { op: 'reg_write', reg: register, val: value, ...(expect !== undefined && { expect }) },
});
const faultReset = ({ what, value }: FaultReset): Requested => ({
  what,
  value,
  payload: { op: 'fault_reset', val: value },
});
const endRetries = ({ what, value }: EndRetries): Requested => ({
  what,
  value,
  payload: { op: 'end_retries' },
});
const restart = (): Requested => ({ what: 'restart', value: null, payload: { op: 'restart' } });

interface Needs {
  commands: Commands;
  faultResetOutlook: (deviceKey: AllowedDevice['deviceKey']) => Promise<FaultResetPreview>;
  findDevice: (user: SessionUser, id: string) => Promise<AllowedDevice | undefined>;
  /** Register writes of staff on devices that are not theirs need a fresh proof of identity. */
  needsRegisterProof: boolean;
}

/** Every write to a board. A write that the policy denies is logged and never sent. */
export function commandsRoutes(
  app: FastifyInstance,
  { commands, faultResetOutlook, findDevice, needsRegisterProof }: Needs,
) {
  const send =
    <B>(toRequested: (body: B) => Requested) =>
    ({ user, device, headers, body }: Incoming<B>) => {
      const requested = toRequested(body);
      const seen = headers[EXPECTED_VALUE_HEADER];
      const expect = seen === undefined ? requested.expect : Number(seen);
      const key = headers['idempotency-key'];
      return commands.request({ ...requested, expect, user, device, key, via: user.token?.name });
    };

  /** A `ProblemError` is the denial itself; any other error kept it out of the log. */
  const warn = (error: unknown) => {
    if (!(error instanceof ProblemError))
      app.log.error({ err: error }, 'a refused write could not be logged');
  };

  const logDenied =
    <B>(toRequested: (body: B) => Requested) =>
    async ({ user, id, body, code }: Refused<B>) => {
      commands.limitDenied(user);
      const device = await findDevice(user, id);
      const request = { ...toRequested(body), user, via: user.token?.name, denied: code };
      if (device) await commands.request({ ...request, device }).catch(warn);
    };

  route(app, api.startStop, send(startStop), { canUseCache: true }, logDenied(startStop));
  route(app, api.setLock, send(setLock), {}, logDenied(setLock));
  route(app, api.writePressure, send(writePressure), {}, logDenied(writePressure));
  route(app, api.pressureControl, send(pressureControl), {}, logDenied(pressureControl));
  const reset = send(resetFcConfig);
  route(
    app,
    api.resetFcConfig,
    async (incoming) => ({ data: Number((await reset(incoming)).reported_value) }),
    {},
    logDenied(resetFcConfig),
  );
  const sendRegister = send(writeRegister);
  route(
    app,
    api.writeRegister,
    (incoming) => {
      const { user, device } = incoming;
      if (needsRegisterProof && device.relation === 'none' && !user.isProved)
        throw new ProblemError('PROOF_REQUIRED');
      return sendRegister(incoming);
    },
    {},
    logDenied(writeRegister),
  );
  route(app, api.faultReset, send(faultReset), {}, logDenied(faultReset));
  route(app, api.faultResetOutlook, ({ device }) => faultResetOutlook(device.deviceKey));
  route(app, api.endRetries, send(endRetries), {}, logDenied(endRetries));
  route(app, api.restartBoard, send(restart), {}, logDenied(restart));
}
