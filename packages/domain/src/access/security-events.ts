import type { Call } from '@manoboard/contract/http/call';
import type { SecurityKind, SecurityOutcome } from '@manoboard/contract/installation/security-event';

/** Calls of the security log, by method and path. Downloads, denials and limits of all other calls are recorded too. */
export const RECORDED_CALLS: Record<string, SecurityKind> = {
  'POST /auth/register': 'registration',
  'POST /auth/jwt/login': 'login',
  'POST /auth/factor': 'login',
  'POST /auth/passkey': 'login',
  'POST /auth/jwt/logout': 'logout',
  'POST /auth/forgot-password': 'recovery',
  'POST /auth/reset-password': 'password',
  'POST /auth/verify': 'email',
  'POST /auth/factor-reset/cancel': 'factor',
  'POST /users/me/factors/{id}/confirm': 'factor',
  'POST /users/me/factors/passkey': 'factor',
  'PATCH /users/me/factors/{id}': 'factor',
  'DELETE /users/me/factors/{id}': 'factor',
  'POST /users/me/recovery-codes': 'factor',
  'DELETE /users/me/factor-reset': 'factor',
  'POST /users/{id}/factor-reset': 'factor',
  'DELETE /users/{id}/factor-reset': 'factor',
  'POST /users/me/proof': 'proof',
  'DELETE /users/me/sessions': 'session',
  'DELETE /users/me/sessions/{id}': 'session',
  'DELETE /users/{id}/sessions': 'session',
  'POST /users/me/delete': 'account',
  'GET /users/me/export': 'export',
  'GET /users': 'users_listed',
  'PUT /users/{id}/disabled': 'account',
  'POST /users/{id}/permissions': 'role',
  'DELETE /users/{id}/permissions/{role}': 'role',
  'POST /users/{id}/devices': 'access',
  'DELETE /users/{id}/devices/{id_dev}': 'access',
  'POST /users-devices/add-device': 'access',
  'DELETE /users-devices/{id_dev}': 'access',
  'POST /users-devices/{id_dev}/transfer': 'access',
  'POST /users-devices/{id_dev}/delegations': 'access',
  'DELETE /users-devices/{id_dev}/delegations/{user_id}': 'access',
  'POST /firmware/releases': 'firmware',
  'POST /webhooks': 'webhook',
  'PATCH /webhooks/{id}': 'webhook',
  'DELETE /webhooks/{id}': 'webhook',
  'POST /integrations': 'program',
  'PATCH /integrations/{id}': 'program',
  'DELETE /integrations/{id}': 'program',
  'POST /users/me/tokens': 'program',
  'DELETE /users/me/tokens/{id}': 'program',
  'POST /setup': 'role',
  'POST /enrolments': 'board',
  'PUT /enrolments/blocked': 'board',
  'POST /enrolments/renewals': 'board',
};

/** Fields of the own account whose change is recorded. */
const OWN_FIELDS = ['password', 'email'] as const;

function kindOf({ method, path, file }: Call, body: unknown): SecurityKind | undefined {
  const kind = RECORDED_CALLS[`${method} ${path}`];
  if (kind !== undefined) return kind;
  if (method === 'PATCH' && path === '/users/me')
    return OWN_FIELDS.find((field) => Object(body)[field] !== undefined);
  return file === undefined ? undefined : 'export';
}

/** Refusals that lead to a further step of the same user. */
const STEPS: readonly (string | undefined)[] = [
  'PROOF_REQUIRED',
  'FACTOR_REQUIRED',
  'DEVICE_PASSWORD_REQUIRED',
];

/** Status of a request whose client has left before its answer, as reverse proxies log it. */
export const CLIENT_LEFT = 499;

/** The entry of an answered call, if it has one. `code` is that of its problem. */
export function securityEventOf(
  call: Call,
  {
    status,
    code,
    body,
    isUser,
  }: { status: number; code: string | undefined; body: unknown; isUser: boolean },
): { kind: SecurityKind; outcome: SecurityOutcome } | undefined {
  if (status < 400) {
    const kind = kindOf(call, body);
    // The password is right; the step with the second factor is recorded.
    if (kind === 'login' && status === 202) return undefined;
    return kind && { kind, outcome: 'done' };
  }
  // Bad input, answers without a session, which every scanner gets, and a client that left before its answer.
  if (status >= 500 || [401, 422, CLIENT_LEFT].includes(status) || STEPS.includes(code)) return undefined;
  if (status === 429) return { kind: 'limit', outcome: 'refused' };
  // A device that a user may not see answers like one that does not exist.
  if (status === 403 || (isUser && code === 'DEVICE_NOT_FOUND'))
    return { kind: 'denied', outcome: 'refused' };
  const kind = kindOf(call, body);
  return kind && { kind, outcome: 'refused' };
}
