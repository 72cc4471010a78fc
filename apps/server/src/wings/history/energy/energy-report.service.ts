import { DEFAULT_LOCALE } from '@manoboard/contract/locales';
import { dueMonth } from '@manoboard/domain/energy/report';
import { zoneOf } from '@manoboard/domain/time-zone';
import type { Core } from '../../../core.ts';
import type { DeviceKey } from '../../../db/device-key.ts';
import { ProblemError } from '../../../http/problem-error.ts';
import type { AllowDevice } from '../../../http/rules.ts';
import type { TaskHandlers } from '../../../jobs/tasks.ts';
import type { Mailer } from '../../../mail/mailer.ts';
import type { ReadEnergy } from './energy.service.ts';
import { findRecipient, listSubscriptions, markReported, type Subscription } from './energy-report.repo.ts';
import { energyReportMail } from './energy-report-mail.ts';

const BATCH = 200;
/** The zone in which a month ends first. */
const EARLIEST_ZONE = 'Pacific/Kiritimati';

interface Needs extends Pick<Core, 'db' | 'outbox' | 'now'> {
  read: ReadEnergy;
  /** Throws when the user may not see the device any more. */
  allowDevice: AllowDevice;
  sendMail: Mailer['send'];
  /** A page of the console, for links. */
  pageUrl: (path: string) => string;
}

/** Monthly reports by e-mail, to users who asked for them. */
export function createEnergyReports({ db, outbox, now, read, allowDevice, sendMail, pageUrl }: Needs) {
  /** The month is marked in the transaction that stores the mail: each report is made once, also by two servers. */
  async function report({ zone, ...subscription }: Subscription): Promise<void> {
    const month = dueMonth(zoneOf(zone), now());
    await outbox.transaction(db, async (tx) => {
      if (!(await markReported(tx, subscription, month))) return;
      const date = month.toISOString().slice(0, 10);
      const key = `${subscription.userId} ${subscription.deviceKey} ${date}`;
      await outbox.enqueue(tx, 'energy_report_mail', key, { ...subscription, date });
    });
  }

  async function findDevice(userId: number, roles: readonly string[], deviceId: string) {
    try {
      return await allowDevice({ id: userId, sessionId: '', roles }, { by: 'device', id: deviceId }, 'see');
    } catch (error) {
      if (error instanceof ProblemError) return undefined;
      throw error;
    }
  }

  const handlers = {
    /** The right is checked again: access may have ended since the subscription. */
    async energy_report_mail({ userId, deviceKey, date }) {
      const recipient = await findRecipient(db, { userId, deviceKey: deviceKey as DeviceKey });
      if (!recipient) return;
      const { email, locale, roles, deviceId, zone } = recipient;
      const device = await findDevice(userId, roles, deviceId);
      if (!device) return;
      const energy = await read({ id: userId }, device, { period: 'month', date, zone });
      const link = (view: string) => pageUrl(`/admin/overview?device=${deviceId}&tool=energy&view=${view}`);
      const links = { report: link(`report-month.${date}`), settings: link('month') };
      await sendMail(energyReportMail(email, locale ?? DEFAULT_LOCALE, { deviceId, zone, energy, links }));
    },
  } satisfies Partial<TaskHandlers>;

  return {
    handlers,
    /** Makes the reports that are due. A server that was down on the 1st makes them later. */
    async run(): Promise<void> {
      const latest = dueMonth(zoneOf(EARLIEST_ZONE), now());
      let after = { userId: 0, deviceKey: 0 };
      for (;;) {
        const subscriptions = await listSubscriptions(db, latest, after, BATCH);
        for (const subscription of subscriptions) await report(subscription);
        const last = subscriptions.at(-1);
        if (!last || subscriptions.length < BATCH) return;
        after = last;
      }
    },
  };
}
