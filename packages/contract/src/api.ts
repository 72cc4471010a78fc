import * as z from 'zod/mini';
import {
  ForgotPassword,
  Login,
  Personalization,
  ProfileChange,
  Registration,
  ResetPassword,
  Role,
  SessionId,
  SessionRow,
  User,
} from './account.ts';
import { Command, StartStop } from './command.ts';
import { Device, FcDevice, LastData } from './device.ts';
import {
  AddDevice,
  Delegation,
  type DeviceAction,
  DevicePatch,
  NewDelegation,
  UserIdText,
} from './device-access.ts';
import { Problem } from './problem.ts';
import { DeviceId } from './text.ts';

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below the base address, parameters in braces. */
  path: `/${string}`;
  /** Who may ask at all; what he may see or operate is the policy's matter. */
  who: 'anyone' | 'user';
  /** What is done to the device of the path: only those whom the policy lets do it come through. */
  action?: DeviceAction;
  summary: string;
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  /** The body is a form, not JSON. */
  form?: true;
  /** By HTTP status. `z.void()` is an answer without a body. */
  answers: Record<number, z.ZodMiniType>;
}
const call = <const C extends Call>(row: C) => row;
const nothing = z.void();
const device = z.strictObject({ id_dev: DeviceId });
const delegation = z.strictObject({ id_dev: DeviceId, user_id: UserIdText });

/** Every HTTP call: the server's routes, the console's requests and the OpenAPI document are made from this table. */
export const api = {
  register: call({
    method: 'POST',
    path: '/auth/register',
    who: 'anyone',
    summary: 'Create an account',
    body: Registration,
    answers: { 201: User, 400: Problem, 422: Problem, 429: Problem },
  }),
  login: call({
    method: 'POST',
    path: '/auth/jwt/login',
    who: 'anyone',
    summary: 'Log in; the session comes as a cookie',
    body: Login,
    form: true,
    answers: { 204: nothing, 400: Problem, 422: Problem, 429: Problem },
  }),
  logout: call({
    method: 'POST',
    path: '/auth/jwt/logout',
    who: 'anyone',
    summary: 'End this session; answers the same without one',
    answers: { 204: nothing },
  }),
  forgotPassword: call({
    method: 'POST',
    path: '/auth/forgot-password',
    who: 'anyone',
    summary: 'Ask for a link to a new password; answers the same whether or not there is such an account',
    body: ForgotPassword,
    answers: { 202: nothing, 422: Problem, 429: Problem },
  }),
  resetPassword: call({
    method: 'POST',
    path: '/auth/reset-password',
    who: 'anyone',
    summary: 'Set a new password by the mailed link; ends all sessions of the user',
    body: ResetPassword,
    answers: { 200: nothing, 400: Problem, 422: Problem, 429: Problem },
  }),
  me: call({
    method: 'GET',
    path: '/users/me',
    who: 'user',
    summary: 'The logged-in user',
    answers: { 200: User, 401: Problem },
  }),
  updateMe: call({
    method: 'PATCH',
    path: '/users/me',
    who: 'user',
    summary:
      'Change the profile; a new e-mail or password needs the current password, and a new password ends the other sessions',
    body: ProfileChange,
    answers: { 200: User, 400: Problem, 401: Problem, 422: Problem, 429: Problem },
  }),
  personalization: call({
    method: 'GET',
    path: '/users/me/personalization',
    who: 'user',
    summary: 'Card order, theme colour and language of the logged-in user',
    answers: { 200: Personalization, 401: Problem },
  }),
  setPersonalization: call({
    method: 'PUT',
    path: '/users/me/personalization',
    who: 'user',
    summary: 'Replace card order, theme colour and language',
    body: Personalization,
    answers: { 200: Personalization, 401: Problem, 422: Problem },
  }),
  sessions: call({
    method: 'GET',
    path: '/users/me/sessions',
    who: 'user',
    summary: 'Where the user is logged in, newest first',
    answers: { 200: z.array(SessionRow), 401: Problem },
  }),
  endSession: call({
    method: 'DELETE',
    path: '/users/me/sessions/{id}',
    who: 'user',
    summary: 'Log out one of the own sessions',
    params: z.strictObject({ id: SessionId }),
    answers: { 204: nothing, 401: Problem, 404: Problem, 422: Problem },
  }),
  rolesCheck: call({
    method: 'GET',
    path: '/roles/check',
    who: 'user',
    summary: 'Names of the roles of the logged-in user',
    answers: { 200: z.array(Role), 401: Problem },
  }),
  devices: call({
    method: 'GET',
    path: '/users-devices/get-devices',
    who: 'user',
    summary: 'Own and delegated devices',
    answers: { 200: z.array(Device), 401: Problem },
  }),
  fcDevices: call({
    method: 'GET',
    path: '/users-devices/get-all-fc-devices',
    who: 'user',
    summary: 'Frequency converters: all for the three roles, own and delegated ones for others',
    answers: { 200: z.array(FcDevice), 401: Problem },
  }),
  addDevice: call({
    method: 'POST',
    path: '/users-devices/add-device',
    who: 'user',
    summary:
      'Become the owner of a device that is online and has none, by its ID or by what its QR code says',
    body: AddDevice,
    answers: {
      201: Device,
      401: Problem,
      403: Problem,
      404: Problem,
      409: Problem,
      422: Problem,
      429: Problem,
    },
  }),
  renameDevice: call({
    method: 'PATCH',
    path: '/users-devices/{id_dev}',
    who: 'user',
    action: 'rename',
    summary: 'Give the device a name, or take it away',
    params: device,
    body: DevicePatch,
    answers: { 200: Device, 401: Problem, 403: Problem, 404: Problem, 422: Problem },
  }),
  removeDevice: call({
    method: 'DELETE',
    path: '/users-devices/{id_dev}',
    who: 'user',
    action: 'remove',
    summary: 'Give the device up: the owner with all that was delegated, a delegate his own access',
    params: device,
    answers: { 204: nothing, 401: Problem, 403: Problem, 404: Problem, 422: Problem },
  }),
  delegations: call({
    method: 'GET',
    path: '/users-devices/{id_dev}/delegations',
    who: 'user',
    action: 'see_delegations',
    summary: 'Who else has access, and until when',
    params: device,
    answers: { 200: z.array(Delegation), 401: Problem, 403: Problem, 404: Problem, 422: Problem },
  }),
  delegate: call({
    method: 'POST',
    path: '/users-devices/{id_dev}/delegations',
    who: 'user',
    action: 'delegate',
    summary: 'Give another user access, at most as long as one has it; again to change the end',
    params: device,
    body: NewDelegation,
    answers: {
      201: Delegation,
      401: Problem,
      403: Problem,
      404: Problem,
      409: Problem,
      422: Problem,
      429: Problem,
    },
  }),
  revokeDelegation: call({
    method: 'DELETE',
    path: '/users-devices/{id_dev}/delegations/{user_id}',
    who: 'user',
    action: 'revoke',
    summary: 'Take access back at once, with all that was passed on from it',
    params: delegation,
    answers: { 204: nothing, 401: Problem, 403: Problem, 404: Problem, 422: Problem },
  }),
  onlineDevices: call({
    method: 'GET',
    path: '/api-requests/online-devices',
    who: 'user',
    summary: 'IDs of the devices that are online, among those that the caller may operate',
    answers: { 200: z.array(DeviceId), 401: Problem },
  }),
  allLastData: call({
    method: 'GET',
    path: '/actual-data/all-last-data',
    who: 'user',
    summary:
      'Last values of own and delegated devices, and of others named by device_id that the caller may operate',
    query: z.strictObject({
      device_id: z.optional(z.union([DeviceId, z.array(DeviceId).check(z.maxLength(100))])),
    }),
    answers: { 200: z.array(LastData), 401: Problem, 422: Problem },
  }),
  startStop: call({
    method: 'POST',
    path: '/mqtt/{deviceId}/start-stop',
    who: 'user',
    action: 'operate',
    summary: 'Switch the pump on or off; 200 only when the board has done it',
    params: z.strictObject({ deviceId: DeviceId }),
    body: StartStop,
    answers: {
      200: Command,
      401: Problem,
      404: Problem,
      409: Problem,
      422: Problem,
      429: Problem,
      504: Problem,
    },
  }),
};
export type ApiName = keyof typeof api;

/** The event stream is no JSON call: its events are in `live.ts`. */
export const streamPath = '/actual-data/stream';
