import { installationCalls } from '@manoboard/contract/installation/installation.calls';
import { request } from '../../../lib/http/http.ts';
import { readQuery } from '../../../lib/http/read-query.ts';

/** Settings change with a restart of the server only; disk and broker change at any time. */
const POLL_MS = 60_000;

export const installationQuery = {
  ...readQuery(['installation'], installationCalls.installation),
  refetchInterval: POLL_MS,
};

/** Longer than all timeouts of the server for a mail together. */
const MAIL_TIMEOUT_MS = 60_000;

/** Undefined when the session is over. */
export const sendTestMail = () => request(installationCalls.sendTestMail, { timeoutMs: MAIL_TIMEOUT_MS });

export const firstRunQuery = {
  ...readQuery(['installation', 'first-run'], installationCalls.firstRun),
  refetchInterval: POLL_MS,
};

export const confirmTestMail = (token: string) =>
  request(installationCalls.confirmTestMail, { body: { token } });
export const dismissFirstRun = () => request(installationCalls.dismissFirstRun);
