import type { AlertMessage } from '../src/alert-channel.ts';

export const anAlertMessage = (change: Partial<AlertMessage> = {}): AlertMessage => ({
  deliveryId: 5,
  alertId: 42,
  isTest: false,
  locale: 'sk',
  change: 'raised',
  step: 'owner',
  kind: 'dry_run',
  severity: 'alarm',
  deviceId: 'MNB-T0001',
  deviceName: 'Studňa',
  title: 'Chod nasucho',
  text: 'Čerpadlo beží bez vody.',
  nextStep: 'Skontrolujte hladinu v studni.',
  url: 'https://pumps.example/admin/alerts/42',
  takeUrl: 'https://pumps.example/admin/alerts/42?take=1',
  raisedAtS: 1_790_000_000,
  clearedAtS: null,
  items: [],
  messageId: 'delivery-5@pumps.example',
  ...change,
});
