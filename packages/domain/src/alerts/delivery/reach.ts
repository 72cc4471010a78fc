import {
  type AlertReach,
  DeliveryChannel,
  type MailService,
  type NotificationSettings,
  type Way,
  type Ways,
} from '@manoboard/contract/alert/alert-delivery';
import { type Classified, DEFAULT_NOTIFICATIONS, isChannelOn } from './settings.ts';

/** What decides how an alert reaches a person. */
export interface ReachFacts {
  isEmailConfirmed: boolean;
  browsers: number;
  webhooks: number;
  /** Null: the defaults. */
  settings: Pick<NotificationSettings, 'matrix'> | null;
}

const target = (isThere: boolean, reason: Way): Way => (isThere ? 'ok' : reason);

/** For each channel whether it delivers such an alert to the person, or why not. */
export function waysOf(facts: ReachFacts, alert: Classified, mailService: MailService): Ways {
  const { isEmailConfirmed, browsers, webhooks, settings } = facts;
  const possible: Ways = {
    // A file is not a delivered mail, except in the demo, whose console shows the files.
    mail: !isEmailConfirmed ? 'unconfirmed' : target(mailService !== 'files', 'no_mail_server'),
    push: target(browsers > 0, 'no_browser'),
    webhook: target(webhooks > 0, 'no_webhook'),
  };
  const wanted = { ...DEFAULT_NOTIFICATIONS, ...settings };
  const entries = DeliveryChannel.options.map(
    (channel) => [channel, isChannelOn(wanted, alert, channel) ? possible[channel] : 'off'] as const,
  );
  return Object.fromEntries(entries) as Ways;
}

export const isReached = (ways: Ways): boolean => Object.values(ways).some((way) => way === 'ok');

/** True if the person has switched every channel off. */
export const isUnwanted = (ways: Ways): boolean => Object.values(ways).every((way) => way === 'off');

/** Reasons why no alert reaches a person. A missing webhook is not listed: webhooks are for programs. */
export const missingWays = (ways: Ways): Exclude<Way, 'ok'>[] =>
  DeliveryChannel.options.flatMap((channel) => {
    const way = ways[channel];
    return way === 'ok' || way === 'no_webhook' ? [] : [way];
  });

/** No channel reaches the person, who wants alerts. */
export const isMissed = (ways: Ways): boolean => !isReached(ways) && !isUnwanted(ways);

/** The person is to be warned: alarms do not reach them or, of a Super Seller, do not reach others. */
export const lacksAlerts = ({ own, installation, mail }: AlertReach): boolean =>
  (own !== null && isMissed(own)) ||
  (installation !== null &&
    (mail.failing_since !== null ||
      installation.undelivered_alerts > 0 ||
      (mail.service === 'files' && installation.unreached_owners > 0)));
