import { alertDeliveryCalls } from '@manoboard/contract/alert/alert-delivery.calls';
import { installationCalls } from '@manoboard/contract/installation/installation.calls';
import { read, request } from '../../../lib/http/http.ts';

/** Settings change with a restart of the server only; disk and broker change at any time. */
const POLL_MS = 60_000;

export const installationQuery = {
  queryKey: ['installation'],
  queryFn: ({ signal }: { signal: AbortSignal }) => read(installationCalls.installation, signal),
  refetchInterval: POLL_MS,
};

export const reachQuery = {
  queryKey: ['alert-reach'],
  queryFn: ({ signal }: { signal: AbortSignal }) => read(alertDeliveryCalls.alertReach, signal),
  refetchInterval: POLL_MS,
};

/** Longer than all timeouts of the server for a mail together. */
const MAIL_TIMEOUT_MS = 60_000;

/** Undefined when the session is over. */
export const sendTestMail = () => request(installationCalls.sendTestMail, { timeoutMs: MAIL_TIMEOUT_MS });

export const firstRunQuery = {
  queryKey: ['installation', 'first-run'],
  queryFn: ({ signal }: { signal: AbortSignal }) => read(installationCalls.firstRun, signal),
  refetchInterval: POLL_MS,
};

export const confirmTestMail = (token: string) =>
  request(installationCalls.confirmTestMail, { body: { token } });
export const dismissFirstRun = () => request(installationCalls.dismissFirstRun);
