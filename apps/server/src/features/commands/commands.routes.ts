import { api } from '@manoboard/contract/http/api';
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../../http/problem-error.ts';
import { type Refused, route } from '../../http/route.ts';
import type { AllowedDevice } from '../../http/rules.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Asking, Control } from './control.service.ts';

interface Asked<B> {
  user: SessionUser;
  device: AllowedDevice;
  headers: { 'idempotency-key'?: string | undefined };
  body: B;
}
type FindDevice = (user: SessionUser, id: string) => Promise<AllowedDevice | undefined>;

/** Every write, also one that the policy refuses: that is logged, and nothing of it is sent. */
export function controlRoutes(app: FastifyInstance, control: Control, findDevice: FindDevice) {
  const ask =
    <B, A>(write: (asking: Asking, body: B) => Promise<A>) =>
    ({ user, device, headers, body }: Asked<B>) =>
      write({ user, board: device, key: headers['idempotency-key'] }, body);

  /** The refusal itself comes as a problem; anything else kept it out of the log. */
  const warn = (error: unknown) => {
    if (!(error instanceof ProblemError))
      app.log.error({ err: error }, 'a refused write could not be logged');
  };

  const log =
    <B, A>(write: (asking: Asking, body: B) => Promise<A>) =>
    async ({ user, id, body, code }: Refused<B>) => {
      control.takeRefused(user);
      const board = await findDevice(user, id);
      if (board) await write({ user, board, refused: code }, body).catch(warn);
    };

  route(app, api.startStop, ask(control.startStop), { canRecall: true }, log(control.startStop));
  route(app, api.setLock, ask(control.setLock), {}, log(control.setLock));
  route(app, api.writePressure, ask(control.writePressure), {}, log(control.writePressure));
  route(app, api.pressureControl, ask(control.pressureControl), {}, log(control.pressureControl));
  route(app, api.resetFcConfig, ask(control.reset), {}, log(control.reset));
  route(app, api.writeRegister, ask(control.writeRegister), {}, log(control.writeRegister));
  route(app, api.faultReset, ask(control.faultReset), {}, log(control.faultReset));
  route(app, api.faultResetOutlook, ({ device }) => control.faultResetOutlook(device));
  route(app, api.restartBoard, ask(control.restart), {}, log(control.restart));
}
