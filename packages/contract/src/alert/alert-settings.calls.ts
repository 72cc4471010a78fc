import * as z from 'zod/mini';
import { call, errorResponses } from '../http/call.ts';
import { DeviceId } from '../text.ts';
import { AlertCounts, AlertSettings, NewAlertSettings } from './alert-settings.ts';

const device = z.strictObject({ id: DeviceId });

export const alertSettingsCalls = {
  alertSettings: call({
    method: 'GET',
    path: '/devices/{id}/alert-settings',
    who: 'user',
    action: 'see',
    summary: 'Numbers of the alert rules of a device that differ from the defaults, and rules that are off',
    params: device,
    answers: { 200: AlertSettings, ...errorResponses(401, 404, 422) },
  }),
  alertCounts: call({
    method: 'GET',
    path: '/devices/{id}/alert-counts',
    who: 'user',
    action: 'see',
    summary: 'How often each kind of alert of a device was raised in the last 30 days',
    params: device,
    answers: { 200: AlertCounts, ...errorResponses(401, 404, 422) },
  }),
  setAlertSettings: call({
    method: 'PUT',
    path: '/devices/{id}/alert-settings',
    who: 'user',
    action: 'set_alert_rules',
    summary: 'Set the numbers of the alert rules of a device, within their limits, and switch rules off',
    params: device,
    body: NewAlertSettings,
    answers: { 200: AlertSettings, ...errorResponses(401, 403, 404, 422) },
  }),
};
