/**
 * The wings of the server and the areas of the console, each with those that it may import (`uses`); read by the import rules.
 * A circle is an error, and so is an arrow that no import needs (tools/checks/import-rules.test.ts).
 *
 * `owns`: SQL tables of which it is the only writer, and the only reader but for `readByAll`. `reads` and `writes`: tables of
 * another owner that remain; none may be added, ask the repository of the owner.
 */
export const wings = {
  inbox: { uses: [], owns: ['inbox_item'] },
  settings: {
    uses: [],
    owns: ['config_report', 'device_config', 'lock_out', 'pump_card'],
    reads: ['device_change'],
    writes: ['device'],
  },
  converters: { uses: [], owns: ['converter_profile'] },
  history: {
    uses: ['settings'],
    owns: [
      'energy_day',
      'energy_settings',
      'frame',
      'history_hour',
      'history_late',
      'history_minute',
      'history_progress',
      'packed_frame',
    ],
    reads: ['alert', 'command', 'config_report', 'device_config'],
  },
  telemetry: { uses: ['history'] },
  commands: {
    uses: ['settings', 'converters', 'history', 'telemetry'],
    owns: ['command', 'commissioning', 'register_word'],
    reads: ['board_event'],
  },
  alerts: {
    uses: ['inbox', 'settings', 'telemetry', 'history'],
    owns: [
      'alert',
      'alert_delivery',
      'alert_escalation',
      'alert_recipient',
      'alert_rule_state',
      'alert_settings',
      'alert_step',
      'alert_unreached',
      'escalation_settings',
      'normal_accepted',
      'normal_day',
      'notification_settings',
      'push_key',
      'push_subscription',
      'server_report',
      'visit',
      'webhook',
      'webhook_call',
      'work_assignee',
    ],
    reads: ['board_event', 'device_change', 'device_config', 'session'],
    writes: ['board_event'],
  },
  activity: { uses: ['alerts', 'commands'], owns: ['board_event'], reads: ['command', 'device_change'] },
  devices: {
    uses: ['inbox', 'settings', 'converters', 'telemetry', 'commands', 'alerts', 'activity'],
    owns: ['device', 'invitation', 'secret_renewal', 'user_device'],
    reads: ['alert', 'board_event'],
  },
  firmware: {
    uses: ['inbox', 'settings', 'telemetry'],
    owns: ['firmware_release', 'firmware_update'],
    reads: ['device_change'],
  },
  fleet: {
    uses: ['settings', 'telemetry', 'commands', 'alerts', 'activity', 'devices', 'firmware'],
    owns: ['device_label', 'label', 'water_system', 'water_system_pump'],
    reads: ['alert', 'lock_out'],
  },
  integrations: {
    uses: ['inbox', 'telemetry', 'commands', 'devices'],
    owns: ['integration'],
    reads: ['alert', 'config_report', 'device_config'],
  },
  auth: {
    uses: ['inbox', 'history', 'alerts', 'devices', 'integrations'],
    owns: [
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
  },
  users: {
    uses: ['settings', 'auth', 'alerts', 'devices'],
    reads: [
      'command',
      'energy_settings',
      'inbox_item',
      'integration',
      'notification_settings',
      'push_subscription',
      'session',
      'webhook',
    ],
  },
  installation: { uses: ['users'], owns: ['backup_run', 'installation'] },
};

/** Shared folders of the server that own tables; `demo` fills an empty database. */
export const sharedFolders = {
  'audit-log': { owns: ['audit', 'audit_head', 'device_change', 'security_event'] },
  cluster: { owns: ['board_session', 'server'] },
  db: { reads: ['email_confirmation', 'installation'], writes: ['installation'] },
  http: { owns: ['login_attempt'] },
  outbox: { owns: ['outbox_event'] },
  state: { owns: ['last_data'] },
};

/** Tables of people, devices, their converters and access, which every wing may join. */
export const readByAll = ['app_user', 'converter_profile', 'device', 'user_device', 'user_role'];

export const areas = {
  pump: { uses: [] },
  service: { uses: [] },
  history: { uses: [] },
  alerts: { uses: [] },
  account: { uses: [] },
  fleet: { uses: [] },
  people: { uses: [] },
  help: { uses: [] },
};
