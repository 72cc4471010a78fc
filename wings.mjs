/**
 * The wings of the server and the areas of the console, each with those that it may import; read by the import rules.
 * A circle is an error, and so is an arrow that no import needs (tools/checks/import-rules.test.ts).
 */
export const wings = {
  inbox: [],
  settings: [],
  converters: [],
  history: ['settings'],
  telemetry: ['history'],
  commands: ['settings', 'converters', 'history', 'telemetry'],
  alerts: ['inbox', 'settings', 'telemetry', 'history'],
  activity: ['alerts', 'commands'],
  devices: ['inbox', 'settings', 'converters', 'telemetry', 'commands', 'alerts', 'activity'],
  firmware: ['inbox', 'settings', 'telemetry'],
  fleet: ['settings', 'telemetry', 'commands', 'alerts', 'activity', 'devices', 'firmware'],
  integrations: ['inbox', 'telemetry', 'commands', 'devices'],
  auth: ['inbox', 'history', 'alerts', 'devices', 'integrations'],
  users: ['settings', 'auth', 'alerts', 'devices'],
  installation: ['users'],
};

export const areas = {
  pump: [],
  service: [],
  history: [],
  alerts: [],
  account: [],
  fleet: [],
  people: [],
  help: [],
};

/**
 * The owner of each SQL table: the only one that writes it, and that reads it but for the lists below. Shared folders of
 * the server (`audit-log`, `outbox` …) own tables too; `demo` fills an empty database.
 */
export const tables = {
  activity: ['board_event'],
  alerts: [
    'alert',
    'alert_delivery',
    'alert_escalation',
    'alert_rule_state',
    'alert_settings',
    'alert_unreached',
    'escalation_settings',
    'normal_accepted',
    'normal_day',
    'notification_settings',
    'push_key',
    'push_subscription',
    'server_report',
    'webhook',
    'webhook_call',
    'work_assignee',
  ],
  'audit-log': ['audit', 'audit_head', 'device_change', 'security_event'],
  auth: [
    'api_token',
    'app_user',
    'auth_challenge',
    'email_confirmation',
    'factor_reset',
    'known_device',
    'password_reset',
    'recovery_code',
    'second_factor',
    'session',
    'setup_code',
    'user_role',
  ],
  cluster: ['board_session', 'server'],
  commands: ['command', 'commissioning', 'register_word'],
  converters: ['converter_profile'],
  devices: ['device', 'secret_renewal', 'user_device'],
  firmware: ['firmware_release', 'firmware_update'],
  history: [
    'energy_day',
    'energy_settings',
    'frame',
    'history_hour',
    'history_late',
    'history_minute',
    'history_progress',
    'packed_frame',
  ],
  http: ['login_attempt'],
  inbox: ['inbox_item'],
  installation: ['backup_run', 'installation'],
  integrations: ['integration'],
  outbox: ['outbox_event'],
  settings: ['config_report', 'device_config', 'lock_out', 'pump_card'],
  state: ['last_data'],
};

/** Writes of tables of another owner that remain; none may be added. */
export const foreignWrites = {
  alerts: ['board_event'],
  db: ['installation'],
  settings: ['device'],
};

/** Tables of people, devices, their converters and access, which every wing may join. */
export const readByAll = ['app_user', 'converter_profile', 'device', 'user_device', 'user_role'];

/** Reads of other tables of another owner that remain; none may be added: ask the repository of the owner. */
export const foreignReads = {
  activity: ['command', 'device_change'],
  alerts: ['board_event', 'device_change', 'device_config', 'session'],
  commands: ['board_event'],
  db: ['email_confirmation', 'installation'],
  devices: ['alert', 'board_event'],
  firmware: ['device_change'],
  fleet: ['alert', 'lock_out'],
  history: ['alert', 'command', 'config_report', 'device_config'],
  integrations: ['alert', 'config_report', 'device_config'],
  settings: ['device_change'],
  users: [
    'command',
    'energy_settings',
    'inbox_item',
    'integration',
    'notification_settings',
    'push_subscription',
    'session',
    'webhook',
  ],
};
