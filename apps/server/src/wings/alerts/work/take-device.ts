import { ProblemError } from '../../../http/problem-error.ts';
import type { AllowedDevice } from '../../../http/rules.ts';
import type { SessionUser } from '../../../http/session.ts';
import type { Alerts } from '../life/alerts.service.ts';
import type { Work } from './work.service.ts';

interface Needs {
  alerts: Pick<Alerts, 'take' | 'listOpenIds'>;
  work: Pick<Work, 'take'>;
}

/** R7.5: takes whatever needs a person on this device. Refused if there is nothing, or if others have all of it. */
export const createTakeDevice =
  ({ alerts, work }: Needs) =>
  async (user: SessionUser, device: AllowedDevice): Promise<void> => {
    const attempts = [
      ...(await alerts.listOpenIds(device.deviceKey)).map((id) => () => alerts.take(user, device, id)),
      () => work.take(user, device, 'offline'),
      () => work.take(user, device, 'locked_out'),
    ];
    let isTaken = false;
    let refusal = new ProblemError('WORK_ENDED');
    for (const attempt of attempts)
      try {
        await attempt();
        isTaken = true;
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        if (error.code === 'ALERT_TAKEN') refusal = error;
      }
    if (!isTaken) throw refusal;
  };
