import type { Alert, AlertPage } from '@manoboard/contract/alert/alert';
import type { AlertDelivery } from '@manoboard/contract/alert/alert-delivery';

/** Raised a minute after its condition. */
export const anAlert = (change: Partial<Alert> = {}): Alert => ({
  id: 12,
  kind: 'dry_run',
  code: 'DRY_RUN',
  severity: 'alarm',
  timestamp: 1_790_000_000,
  since_timestamp: (change.timestamp ?? 1_790_000_000) - 60,
  occurrences: 1,
  shelved_until: null,
  retry_timestamp: null,
  titles: { sk: 'Chod nasucho', gb: 'Dry running' },
  description: 'Čerpadlo beží nasucho.',
  descriptions: { sk: 'Čerpadlo beží nasucho.', gb: 'The pump runs dry.' },
  resolved: false,
  resolved_timestamp: null,
  resolved_by: null,
  cleared_timestamp: null,
  mail_sent: false,
  mail_sent_timestamp: null,
  owner_id: 'FC-TE0001',
  id_dev: 'MNB-TE0001',
  alias: 'Studňa',
  address: 'Lesná 14, Zvolen',
  owner: null,
  assignee: null,
  notes: null,
  ...change,
});

/** Alerts that a list must tell apart: texts and devices have the number. */
export const aNumberedAlert = (id: number, change: Partial<Alert> = {}): Alert =>
  anAlert({
    id,
    description: `Veta ${id}.`,
    descriptions: { sk: `Veta ${id}.`, gb: `Sentence ${id}.` },
    owner_id: `FC-TE${id}`,
    alias: `Studňa ${id}`,
    ...change,
  });

export const anAlertPage = (items: Alert[]): AlertPage => {
  const open = items.filter(({ resolved }) => !resolved);
  const count = (severity: Alert['severity']) => open.filter((alert) => alert.severity === severity).length;
  return {
    items,
    total: items.length,
    next: null,
    open: { info: count('info'), warning: count('warning'), alarm: count('alarm') },
    shelved: 0,
  };
};

/** A mail that was sent to the owner three seconds after it was planned. */
export const aDelivery = (change: Partial<AlertDelivery> = {}): AlertDelivery => ({
  id: 1,
  change: 'raised',
  step: 'owner',
  channel: 'mail',
  state: 'sent',
  receiver: { user_id: 5, name: 'Jana Kováčová' },
  target: null,
  timestamp: 1_790_000_000,
  next_timestamp: null,
  sent_timestamp: (change.timestamp ?? 1_790_000_000) + 3,
  seen_timestamp: null,
  attempts: 1,
  failure: null,
  reason: null,
  ...change,
});
