import type { DeliveryChange, DeliveryChannel, DeliveryStep } from '@manoboard/contract/alert/alert-delivery';
import type { AlertKind } from '@manoboard/contract/alert/kinds';
import type { Locale } from '@manoboard/contract/locales';
import type { AlertSeverity } from '@manoboard/domain/alerts/rules/kinds';
import type { Db } from '../../db/db.ts';

/**
 * One alert of a message, in the language of the receiver.
 * @public for channels
 */
export interface AlertItem {
  /** Null for a test and for the summary of a digest. */
  alertId: number | null;
  change: DeliveryChange;
  step: DeliveryStep;
  kind: AlertKind | 'digest' | 'test';
  severity: AlertSeverity;
  /** Null for an alert of the whole installation. */
  deviceId: string | null;
  deviceName: string | null;
  /** Address of the device, else of its owner, if known. */
  address?: string;
  title: string;
  /** R9.1: the water of now in words; absent for several devices and for the installation. */
  water?: string;
  /** The reason in words, with the numbers of the device. */
  text: string;
  /** What to do. */
  nextStep: string;
  /** Absolute address of the alert's page; of a digest, of the list of alerts. */
  url: string;
  /** The same page offering to take the alert, after a login; null if there is nothing to take. Opening it changes nothing. */
  takeUrl: string | null;
  /** Time zone of the device, for all times of the message. */
  timeZone: string;
  raisedAtS: number;
  /** Set when the cause is gone. */
  clearedAtS: number | null;
}

/**
 * What a channel sends. The fields of `AlertItem` are complete by themselves: those of a digest summarise its `items`,
 * so a channel may ignore `items`.
 * @public for channels
 */
export interface AlertMessage extends AlertItem {
  /** The first delivery of the message; 0 for a test. */
  deliveryId: number;
  isTest: boolean;
  locale: Locale;
  /** The alerts of a digest; empty for a single alert. */
  items: readonly AlertItem[];
  /** What people read of a digest: alerts of many devices with one cause are one entry. */
  listed?: readonly AlertItem[];
  /** How many more alerts the digest has, beyond `listed`. */
  unlisted?: number;
  /** Unique, and the same when the message is sent again after a crash: receivers recognise a duplicate by it. */
  messageId: string;
}

/** @public for channels */
export interface AlertTarget {
  /** Unique within the channel, stable, without secrets. */
  id: string;
  /** For people: an address, the name of a browser. */
  label: string;
}

/** A way to reach people. `send` runs outside any transaction; an error other than `UndeliverableError` is retried. */
export interface AlertChannel {
  name: DeliveryChannel;
  /** Messages are files for the operator, and reach nobody. */
  isFile?: boolean;
  /** The usable targets of a user; of the installation for null. */
  targetsOf: (tx: Db, userId: number | null) => Promise<AlertTarget[]>;
  /** Resolves when the receiving side has accepted the message. Gives up by itself after 100 s at most. */
  send: (targetId: string, message: AlertMessage) => Promise<void>;
}

/**
 * The message can never be delivered: it is not retried, and people see the reason.
 * @public thrown by channels
 */
export class UndeliverableError extends Error {
  override name = 'UndeliverableError';
}

/**
 * The receiver has ended the target, as by blocking notifications: not a failure of the installation.
 * @public thrown by channels
 */
export class TargetGoneError extends UndeliverableError {
  override name = 'TargetGoneError';
}
