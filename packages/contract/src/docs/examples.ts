import { type ApiName, api } from '../http/api.ts';
import type { Call } from '../http/call.ts';

/** Fixtures that requests refer to. */
export interface RequestFixtures {
  deviceId: string;
  /** Another user, a technician, and their address. */
  userId: number;
  email: string;
  alertId: number;
  /** The caller's. */
  sessionId: string;
  /** A name that no row has yet. */
  freshName: () => string;
  tomorrow: string;
}

/** Fixed values, so that the generated document does not change by itself. */
export const EXAMPLES: RequestFixtures = {
  deviceId: 'MNB-AB0001',
  userId: 7,
  email: 'jan@example.com',
  alertId: 41,
  sessionId: '0'.repeat(64),
  freshName: () => 'dom-1',
  tomorrow: '2026-05-04',
};

type WithBody = { [N in ApiName]: (typeof api)[N] extends { body: object } ? N : never }[ApiName];

const STEP = 'x'.repeat(43);
const CREDENTIAL = { id: 'AQID', rawId: 'AQID', type: 'public-key', clientExtensionResults: {} };
const PASSKEY = {
  ...CREDENTIAL,
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
};
const NEW_PASSKEY = { ...CREDENTIAL, response: { clientDataJSON: 'e30', attestationObject: 'AA' } };

/** A valid body for every call with a body, for the document and for tests; a missing one does not compile. */
const bodies: Record<WithBody, (fixtures: RequestFixtures) => object> = {
  register: ({ freshName }) => ({
    email: `${freshName()}@example.com`,
    password: 'Studna123',
    name: 'Eva',
    surname: 'Vodná',
    phone_number: '+421 900 000 000',
    terms_accepted: true,
    locale: 'sk',
  }),
  setUp: ({ freshName }) => ({
    email: `${freshName()}@example.com`,
    password: 'Studna123',
    name: 'Eva',
    surname: 'Vodná',
    terms_accepted: true,
    code: '0000-0000-0000',
  }),
  confirmTestMail: () => ({ token: 'x'.repeat(43) }),
  addLabel: ({ freshName }) => ({ kind: 'label', name: freshName().slice(0, 16) }),
  renameLabel: ({ freshName }) => ({ name: freshName().slice(0, 16) }),
  fleetActions: ({ deviceId }) => ({ device_ids: [deviceId], action: { kind: 'take' } }),
  addWaterSystem: ({ deviceId }) => ({ name: 'Dom', kind: 'house', device_ids: [deviceId] }),
  changeWaterSystem: ({ deviceId }) => ({ name: 'Dom', kind: 'tank', device_ids: [deviceId] }),
  blockBoard: () => ({ id_dev: 'MNB-0000FFFF', blocked: false }),
  renewBoardSecret: () => ({ id_dev: 'MNB-0000FFFF' }),
  enrolBoard: () => ({ id_dev: null, is_replacing: false }),
  login: ({ email }) => ({ username: email, password: 'Wrong1234', remember: 'false' }),
  checkPassword: () => ({ password: 'Studna123', email: '', name: '', surname: '' }),
  findByLabel: () => ({ id_dev: 'MNB-NOBODY', password: '7K3D-9QTX-2MVA' }),
  forgotPassword: () => ({ email: 'nobody@example.com', locale: 'sk' }),
  resetPassword: () => ({ token: 'no-such-token', password: 'Studna123' }),
  confirmEmail: () => ({ token: 'no-such-token' }),
  updateMe: () => ({ name: 'Eva', surname: 'Vodná', phone_number: null, address: 'Hlavná 1' }),
  prove: () => ({ current_password: 'Wrong1234' }),
  loginFactor: () => ({ token: STEP, code: '000000' }),
  passkeyLogin: () => ({ token: STEP, passkey: PASSKEY, remember: false }),
  cancelFactorReset: () => ({ token: 'no-such-token' }),
  addTotp: () => ({ name: 'Telefón' }),
  confirmTotp: () => ({ code: '000000' }),
  addPasskey: () => ({ token: STEP, name: 'Kľúč', passkey: NEW_PASSKEY }),
  renameFactor: () => ({ name: 'Starý telefón' }),
  setPersonalization: () => ({
    card_order: ['MNB-T0001'],
    theme_colour: '#0a7ea4',
    locale: 'sk',
    time_zone: 'Europe/Bratislava',
    fleet_filters: [{ name: 'Poruchy', search: 'state=fault&outdated=true' }],
  }),
  annotateUser: () => ({ notes: 'Volal v pondelok.' }),
  setDisabled: () => ({ disabled: false }),
  addPermission: () => ({ role: 'Technician' }),
  giveDevice: ({ deviceId }) => ({ id_dev: deviceId, access: 'delegate', expires_at: 4_000_000_000 }),
  addDevice: () => ({ id_dev: 'MNB-NOBODY', password: '7K3D-9QTX-2MVA', alias: 'Studňa' }),
  renameDevice: () => ({ alias: 'Studňa' }),
  transferDevice: () => ({ email: 'nobody@example.com' }),
  setPlace: () => ({ name: null, address: 'Lesná 1, Zvolen', lat: 48.5762, lon: 19.1371, key_at: 'sused' }),
  delegate: ({ email }) => ({ email, expires_at: 4_000_000_000 }),
  invite: () => ({ email: 'nobody@example.com', level: 'watch', expires_at: 4_000_000_000 }),
  openInvitation: () => ({ token: 'no-such-token' }),
  acceptInvitation: () => ({ token: 'no-such-token' }),
  addRecipient: () => ({ name: 'Sused', email: 'nobody@example.com' }),
  openRecipient: () => ({ token: 'no-such-token' }),
  answerRecipient: () => ({ token: 'no-such-token', agrees: true }),
  setConfig: () => ({
    version: 0,
    config: {
      tele_s: 5,
      pressure: { min: 3, max: 5, normalizer: 1 },
      AnalogInput2: { enabled: 1, unit: 'bar', alias: 'Tlak', min: 0, max: 10 },
    },
  }),
  setEnergySettings: () => ({
    currency: 'EUR',
    price: 0.198,
    low_price: 0.1242,
    low_hours: [63, 63, 63, 63, 63, 63, 63],
    co2_g: 110,
    has_report: false,
    zone: 'Europe/Bratislava',
  }),
  rehearseAlertRule: () => ({
    kind: 'short_cycling',
    thresholds: { perHour: 14 },
    vary: 'perHour',
    days: 30,
    zone: 'Europe/Bratislava',
  }),
  readRegisters: () => ({ registers: [0x2100, 0x2101] }),
  startStop: () => ({ what: 'start', value: false }),
  setLock: () => ({ what: 'lock', value: true }),
  writePressure: () => ({ what: 'Required pressure', value: 4 }),
  pressureControl: () => ({ what: 'control', value: 0 }),
  resetFcConfig: () => ({ config_value_name: 'electro_meter' }),
  faultReset: () => ({ what: 'fault-reset', value: true }),
  endRetries: () => ({ what: 'end', value: true }),
  restartBoard: () => ({ what: 'restart', value: true }),
  writeRegister: () => ({ register: 0x0900, value: 1, expect: 0 }),
  setLockOut: () => ({ reason: 'Výmena ventilu', until: 4_000_000_000 }),
  updateFirmware: () => ({ version: '99.0.0' }),
  annotateAlert: () => ({ notes: 'Volal som majiteľovi.' }),
  shelveAlert: () => ({ minutes: 60 }),
  startCommissioning: () => ({ corrects: '2026-0001' }),
  saveStep: () => ({ manometer_bar: 4.02 }),
  skipStep: () => ({ reason: 'Ventil je za stenou.' }),
  finishCommissioning: () => ({ taken_by: 'Martin Novák' }),
  setZone: () => ({ zone: 'Europe/Lisbon' }),
  setPumpCard: () => ({ version: 0, values: { motor_kw: 1.5, source: 'well' } }),
  setAlertSettings: () => ({ thresholds: { weak_wifi: { dbm: -85 } }, off: ['leak'] }),
  resolveAlert: () => ({ notes: 'Vymenený snímač.' }),
  reopenAlert: () => ({ resolved_timestamp: 1_790_000_000 }),
  planVisit: ({ tomorrow }) => ({
    version: 0,
    day: tomorrow,
    part: 'morning',
    note: 'Prinesiem filter.',
  }),
  askVisit: () => ({ version: 0, note: 'Radšej v piatok.' }),
  cancelVisit: () => ({ version: 0 }),
  finishVisit: () => ({ version: 0 }),
  setNotifications: () => ({
    matrix: {
      alarm: { mail: true, push: true, webhook: true },
      warning: { mail: true, push: false, webhook: false },
    },
    quiet_hours: { from: '22:00', to: '06:30' },
    zone: 'Europe/Bratislava',
    digest_over: 5,
  }),
  testNotification: () => ({ channel: 'mail', target: '0' }),
  setEscalation: () => ({ alarm_minutes: 15, warning_minutes: null, delegates: true, technicians: true }),
  messageOwner: () => ({ text: 'Ozvite sa nám.' }),
  addPushBrowser: () => ({
    endpoint: 'https://push.example.com/send/1',
    keys: { p256dh: 'B'.padEnd(87, 'A'), auth: 'A'.repeat(22) },
  }),
  addWebhook: () => ({ scope: 'user', name: 'ntfy', url: 'https://ntfy.example.com/pump' }),
  changeWebhook: () => ({ name: 'Home Assistant' }),
  addIntegration: () => ({ name: 'Home Assistant' }),
  addToken: () => ({ name: 'Skript', days: 30, switch_devices: [] }),
  changeIntegration: () => ({ can_switch: true }),
};

/** Calls whose query has required parameters. */
const queries: Partial<Record<ApiName, (fixtures: RequestFixtures) => Record<string, string>>> = {
  fleetCounts: () => ({ of: 'state=fault' }),
  fleetRows: ({ deviceId }) => ({ device_id: deviceId }),
  fleetPressures: ({ deviceId }) => ({ device_id: deviceId }),
  wallLitres: () => ({ zone: 'Europe/Bratislava' }),
  statistics: () => ({ start: '1790000000' }),
  usageStatistics: ({ deviceId }) => ({ start: '1790000000', device_id: deviceId }),
  energy: () => ({ period: 'month', zone: 'Europe/Bratislava' }),
  energyCsv: () => ({ period: 'month', zone: 'Europe/Bratislava' }),
};

const OTHER_IDS =
  /\/(labels|water-systems|webhooks|push-subscriptions|integrations|tokens|factors|invitations|recipients)\//;

/** Path parameters by name and preceding segment. */
function paramOf(
  path: string,
  name: string,
  { deviceId, userId, alertId, sessionId }: RequestFixtures,
): string {
  if (name === 'user_id') return `${userId}`;
  if (name === 'role') return 'Technician';
  if (name === 'name') return 'electro_meter';
  if (name === 'number') return '2026-0001';
  if (name === 'step') return 'sensor';
  if (name === 'locale') return 'sk';
  if (name === 'kind') return 'offline';
  if (name !== 'id') return deviceId;
  if (OTHER_IDS.test(path)) return '1';
  if (path.startsWith('/alerts/')) return `${alertId}`;
  if (path.startsWith('/users/me/sessions/')) return sessionId;
  return path.startsWith('/users/') ? `${userId}` : deviceId;
}

export interface GoodRequest {
  params: Record<string, string>;
  query: Record<string, string>;
  body: object | undefined;
}

/** A request that the schemas of the call accept; it may still be denied. */
export function goodRequest(name: ApiName, fixtures: RequestFixtures): GoodRequest {
  const { path }: Call = api[name];
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => param);
  return {
    params: Object.fromEntries(names.map((param) => [param, paramOf(path, param, fixtures)])),
    query: queries[name]?.(fixtures) ?? {},
    body: bodies[name as WithBody]?.(fixtures),
  };
}

export const pathOf = (call: Pick<Call, 'path'>, params: Record<string, string>) =>
  call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
