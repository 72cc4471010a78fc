import type { WaterState } from '@manoboard/contract/device/water';
import { type Locale, locales } from '@manoboard/contract/locales';
import { canOpenPage } from '@manoboard/domain/access/roles';
import { groupByCause } from '@manoboard/domain/alerts/delivery/sending';
import { alertRuleText } from '@manoboard/i18n/alert-rule-text';
import { translatorOf } from '@manoboard/i18n/translator';
import { waterText } from '@manoboard/i18n/water-sentence';
import type { AlertItem, AlertMessage } from '../alert-channel.ts';
import { describeAlert, refusedDrive, titleOf, tripOf } from '../alert-sentence.ts';
import type { DeliveryFacts } from './send.repo.ts';

export interface MessageContext {
  locale: Locale;
  /** Time zone of the receiver. */
  timeZone: string;
  /** The absolute address of a page of the console. */
  pageUrl: (path: string) => string;
  messageKey: string;
  /** Roles of the receiver. */
  roles: readonly string[];
  /** R9.1: the water at the device of an alert, at the time of the message. */
  waterOf: (facts: DeliveryFacts) => WaterState | undefined;
}

/** Pages that messages link to. */
export const PAGES = {
  alert: (id: number) => `/admin/alerts/${id}`,
  take: (id: number) => `/admin/alerts/${id}?take=1`,
  /** All alerts, also those that are over when the message is read. */
  list: '/admin/super-seller/alerts-list?state=all&days=7',
  deviceAlerts: (deviceId: string) => `/admin/overview?device=${deviceId}&tool=alerts`,
  myAlerts: '/admin/alerts',
  work: '/admin/technician',
  settings: '/admin/profile/notifications',
} as const;

/** Most alerts that a digest lists. */
const MOST_LISTED = 50;

/** Formats a time with the name of its zone, since the reader may be in another one. */
export const timeIn = (locale: Locale, timeZone: string) => {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const;
  const format = new Intl.DateTimeFormat(locales[locale].tag, options);
  return (seconds: number) => `${format.format(seconds * 1000)} (${timeZone})`;
};

/** A time within a day of the message; the zone is named if the receiver is in another one. */
const clockIn = (locale: Locale, timeZone: string, receiverZone: string) => {
  const options = { hour: 'numeric', minute: '2-digit', timeZone } as const;
  const format = new Intl.DateTimeFormat(locales[locale].tag, options);
  const at = translatorOf(locale);
  const name = timeZone === receiverZone ? '' : ` (${timeZone})`;
  return (seconds: number) => at('alertMessage.at', { time: `${format.format(seconds * 1000)}${name}` });
};

/** Zone of the times in a message: that of the device, or of the receiver if the device has none. */
const zoneOf = ({ zone }: DeliveryFacts, { timeZone }: MessageContext) => zone ?? timeZone;

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1000);

/** Text of the message: the clearing, or what happened and the state since (already over, not taken). */
function textOf(facts: DeliveryFacts, context: MessageContext): string {
  const { locale } = context;
  const t = translatorOf(locale);
  const zone = zoneOf(facts, context);
  const time = timeIn(locale, zone);
  const { change, step, clearedAt } = facts;
  if (change === 'cleared')
    return t('alertMessage.clearedText', { time: time(secondsOf(clearedAt ?? facts.raisedAt)) });
  const isLadder = step === 'delegates' || step === 'technicians';
  return [
    describeAlert(facts, locale, clockIn(locale, zone, context.timeZone)),
    ...(clearedAt ? [t('alertMessage.overAlready', { time: time(secondsOf(clearedAt)) })] : []),
    ...(isLadder && !clearedAt ? [t('alertMessage.untaken')] : []),
  ].join(' ');
}

/** R9.1: the same words as in the console; the title of the alert is not repeated. */
function waterNow(facts: DeliveryFacts, context: MessageContext): string | undefined {
  const water = context.waterOf(facts);
  if (!water) return undefined;
  const { locale, timeZone } = context;
  const { alert: _, ...state } = water;
  const moment = clockIn(locale, zoneOf(facts, context), timeZone);
  const { headline, sentence } = waterText(state, { translate: translatorOf(locale), locale, moment });
  return `${headline}. ${sentence}`;
}

function itemOf(facts: DeliveryFacts, context: MessageContext): AlertItem {
  const { locale, pageUrl } = context;
  const { alertId, change, step, kind, severity, deviceId, alias, address } = facts;
  const texts = alertRuleText(kind, locale, { ...facts.thresholds, ...facts.numbers });
  const t = translatorOf(locale);
  const isCleared = change === 'cleared';
  const title = titleOf(facts, locale);
  const trip = tripOf(facts);
  const ownNext = trip ? t(`driveTrip.${trip}.next`) : texts.next;
  const water = waterNow(facts, context);
  const next = refusedDrive(facts) ? t('refusedDrive.next') : ownNext;
  return {
    alertId,
    change,
    step,
    kind,
    severity,
    deviceId,
    deviceName: alias?.trim() || deviceId,
    ...(address && { address }),
    title: isCleared ? t('alertMessage.cleared', { title }) : title,
    ...(water && { water }),
    text: textOf(facts, context),
    nextStep: isCleared ? '' : next,
    url: pageUrl(PAGES.alert(alertId)),
    takeUrl: isCleared || facts.clearedAt ? null : pageUrl(PAGES.take(alertId)),
    timeZone: zoneOf(facts, context),
    raisedAtS: secondsOf(facts.raisedAt),
    clearedAtS: facts.clearedAt && secondsOf(facts.clearedAt),
  };
}

const nameOf = ({ title, deviceName }: AlertItem) => (deviceName ? `${title}, ${deviceName}` : title);

/** Alarms first, then as they were raised. */
const byUrgency = (one: DeliveryFacts, other: DeliveryFacts) =>
  Number(other.severity === 'alarm') - Number(one.severity === 'alarm') ||
  one.raisedAt.getTime() - other.raisedAt.getTime();

/** Where the receiver finds the alerts of a digest. */
function digestPage(all: readonly DeliveryFacts[], roles: readonly string[]): string {
  if (canOpenPage('super-seller', roles)) return PAGES.list;
  if (canOpenPage('technician', roles)) return PAGES.work;
  const [first, ...others] = new Set(all.map(({ deviceId }) => deviceId));
  return first && others.length === 0 ? PAGES.deviceAlerts(first) : PAGES.myAlerts;
}

/** Alerts of many devices with one cause, as one entry that names the devices. */
function groupOf(alerts: readonly DeliveryFacts[], url: string, context: MessageContext): AlertItem {
  const t = translatorOf(context.locale);
  const devices = new Map(alerts.map((facts) => [facts.deviceId, facts.alias?.trim() || facts.deviceId]));
  const [first] = alerts as [DeliveryFacts, ...DeliveryFacts[]];
  const item = itemOf(first, context);
  const names = [...devices.values()].slice(0, MOST_LISTED).join(', ');
  const left = devices.size - MOST_LISTED;
  const list = left > 0 ? `${names} ${t('alertMessage.more', { n: left })}` : names;
  const { address: _, water: __, ...rest } = item;
  const over = alerts.filter(({ clearedAt }) => clearedAt !== null).length;
  const isCleared = first.change === 'cleared';
  const overText = over > 0 && !isCleared ? [t('alertMessage.groupOver', { n: over })] : [];
  return {
    ...rest,
    alertId: null,
    deviceId: null,
    deviceName: null,
    title: t('alertMessage.group', { title: item.title, n: devices.size }),
    text: [...(isCleared ? [] : [t('alertMessage.groupText')]), `${list}.`, ...overText].join(' '),
    url,
    takeUrl: null,
  };
}

/** What a digest lists for people: groups with one cause, then other alerts. */
function listOf(all: readonly DeliveryFacts[], url: string, context: MessageContext) {
  const { groups, others } = groupByCause(all);
  const groupItems = groups
    .map((group) => group.toSorted(byUrgency))
    .toSorted(([one], [other]) => (one && other ? byUrgency(one, other) : 0))
    .map((group) => groupOf(group, url, context));
  const listed = others.toSorted(byUrgency).slice(0, MOST_LISTED);
  return {
    listed: [...groupItems, ...listed.map((facts) => itemOf(facts, context))],
    unlisted: others.length - listed.length,
    only: others.length === 0 && groupItems.length === 1 ? groupItems[0] : undefined,
  };
}

/** The summary of a digest, and the alerts that it lists. */
function digestOf(
  all: readonly DeliveryFacts[],
  context: MessageContext,
): AlertItem & Pick<AlertMessage, 'items' | 'listed' | 'unlisted'> {
  const t = translatorOf(context.locale);
  const items = all
    .toSorted(byUrgency)
    .slice(0, MOST_LISTED)
    .map((facts) => itemOf(facts, context));
  const url = context.pageUrl(digestPage(all, context.roles));
  const { listed, unlisted, only } = listOf(all, url, context);
  const [first] = items;
  return {
    alertId: null,
    change: 'raised',
    step: first?.step ?? 'owner',
    kind: 'digest',
    severity: first?.severity ?? 'warning',
    deviceId: null,
    deviceName: null,
    items,
    listed,
    unlisted,
    title: only?.title ?? t('alertMessage.digest', { n: all.length }),
    text:
      only?.text ??
      [...listed.map(nameOf), ...(unlisted ? [t('alertMessage.more', { n: unlisted })] : [])].join('\n'),
    nextStep: '',
    url,
    takeUrl: null,
    timeZone: context.timeZone,
    raisedAtS: Math.min(...items.map(({ raisedAtS }) => raisedAtS)),
    clearedAtS: null,
  };
}

/** One alert, or a digest of several. */
export function composeMessage(
  facts: readonly [DeliveryFacts, ...DeliveryFacts[]],
  context: MessageContext,
): AlertMessage {
  const [first] = facts;
  const { locale, messageKey } = context;
  const frame = { deliveryId: first.id, isTest: false, locale, messageId: `alert-${messageKey}` };
  return facts.length > 1
    ? { ...digestOf(facts, context), ...frame }
    : { ...itemOf(first, context), ...frame, items: [] };
}

/** For the test button of a channel. */
export function testMessage(
  { locale, timeZone, pageUrl, messageKey }: Omit<MessageContext, 'roles' | 'waterOf'>,
  atS: number,
): AlertMessage {
  const t = translatorOf(locale);
  return {
    deliveryId: 0,
    alertId: null,
    isTest: true,
    locale,
    timeZone,
    items: [],
    change: 'raised',
    step: 'owner',
    kind: 'test',
    severity: 'warning',
    deviceId: null,
    deviceName: null,
    title: t('alertMessage.testTitle'),
    text: t('alertMessage.testText'),
    nextStep: '',
    url: pageUrl(PAGES.settings),
    takeUrl: null,
    raisedAtS: atS,
    clearedAtS: null,
    messageId: `test-${messageKey}`,
  };
}
