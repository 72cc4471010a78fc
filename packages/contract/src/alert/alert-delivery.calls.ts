import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { RowIdText } from '../http/paging.ts';
import { DeviceId } from '../text.ts';
import {
  AlertDeliveries,
  AlertReach,
  AlertReceivers,
  Escalation,
  EscalationSettings,
  NotificationSettings,
  Notifications,
  NotificationTest,
  NotificationTestResult,
  OwnDelivery,
} from './alert-delivery.ts';

const device = z.strictObject({ id: DeviceId });

export const alertDeliveryCalls = {
  alertDeliveries: call({
    method: 'GET',
    path: '/alerts/{id}/deliveries',
    who: 'user',
    action: 'see',
    summary:
      'Who receives an alert, by which channel, and with what result; marks those of the caller as seen',
    params: z.strictObject({ id: RowIdText }),
    answers: { 200: AlertDeliveries, ...errorResponses(401, 404, 422) },
  }),
  notifications: call({
    method: 'GET',
    path: '/users/me/notifications',
    who: 'user',
    summary: 'Which alerts reach the caller by which channel, their quiet hours, and their targets',
    answers: { 200: Notifications, ...errorResponses(401) },
  }),
  setNotifications: call({
    method: 'PUT',
    path: '/users/me/notifications',
    who: 'user',
    summary: 'Set which alerts reach the caller by which channel, and their quiet hours',
    body: NotificationSettings,
    answers: { 200: Notifications, ...errorResponses(401, 422) },
  }),
  ownDeliveries: call({
    method: 'GET',
    path: '/users/me/notifications/deliveries',
    who: 'user',
    summary: 'The last 30 messages about alerts to the caller, newest first, with their results',
    answers: { 200: z.array(OwnDelivery), ...errorResponses(401) },
  }),
  testNotification: call({
    method: 'POST',
    path: '/users/me/notifications/test',
    who: 'user',
    summary: 'Send a test to an own target and return the result',
    body: NotificationTest,
    answers: { 200: NotificationTestResult, ...errorResponses(401, 422, 429) },
  }),
  alertReach: call({
    method: 'GET',
    path: '/users/me/alert-reach',
    who: 'user',
    summary: 'Whether alarms reach the caller and, for Super Sellers, the owners of devices; or why not',
    answers: { 200: AlertReach, ...errorResponses(401) },
  }),
  alertReceivers: call({
    method: 'GET',
    path: '/devices/{id}/alert-receivers',
    who: 'user',
    action: 'see',
    summary: 'Who receives the alerts of the device, when, and by which channels, or why not',
    params: device,
    answers: { 200: AlertReceivers, ...errorResponses(401, 404, 422) },
  }),
  escalation: call({
    method: 'GET',
    path: '/devices/{id}/escalation',
    who: 'user',
    action: 'see',
    summary: 'When further people receive an alert of the device that was not taken',
    params: device,
    answers: { 200: Escalation, ...errorResponses(401, 404, 422) },
  }),
  setEscalation: call({
    method: 'PUT',
    path: '/devices/{id}/escalation',
    who: 'user',
    action: 'set_escalation',
    summary: 'Set when further people receive an alert of the device that was not taken',
    params: device,
    body: EscalationSettings,
    answers: { 200: Escalation, ...errorResponses(401, 403, 404, 422) },
  }),
};
