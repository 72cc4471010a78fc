import type {
  ApiTokenTable,
  AuthChallengeTable,
  EmailConfirmationTable,
  FactorResetTable,
  InboxItemTable,
  IntegrationTable,
  KnownDeviceTable,
  LoginAttemptTable,
  PasswordResetTable,
  RecoveryCodeTable,
  SecondFactorTable,
  SessionTable,
  SetupCodeTable,
  UserRoleTable,
  UserTable,
} from './tables/account-tables.ts';
import type {
  AlertDeliveryTable,
  AlertEscalationTable,
  AlertRuleStateTable,
  AlertSettingsTable,
  AlertTable,
  AlertUnreachedTable,
  EscalationSettingsTable,
  NormalAcceptedTable,
  NormalDayTable,
  NotificationSettingsTable,
  PushKeyTable,
  PushSubscriptionTable,
  ServerReportTable,
  WebhookCallTable,
  WebhookTable,
} from './tables/alert-tables.ts';
import type {
  BoardEventTable,
  CommandTable,
  CommissioningTable,
  ConfigReportTable,
  ConverterProfileTable,
  DeviceChangeTable,
  DeviceConfigTable,
  DeviceTable,
  FirmwareReleaseTable,
  FirmwareUpdateTable,
  LockOutTable,
  PumpCardTable,
  RegisterWordTable,
  SecretRenewalTable,
  UserDeviceTable,
  WorkAssigneeTable,
} from './tables/device-tables.ts';
import type {
  EnergyDayTable,
  EnergySettingsTable,
  FrameTable,
  HistoryLateTable,
  HistoryProgressTable,
  HistoryTable,
  LastDataTable,
  PackedFrameTable,
} from './tables/history-tables.ts';
import type {
  AuditHeadTable,
  AuditTable,
  BackupRunTable,
  BoardSessionTable,
  InstallationTable,
  OutboxEventTable,
  SecurityEventTable,
  ServerTable,
} from './tables/installation-tables.ts';

export interface Schema {
  app_user: UserTable;
  user_role: UserRoleTable;
  session: SessionTable;
  api_token: ApiTokenTable;
  login_attempt: LoginAttemptTable;
  known_device: KnownDeviceTable;
  password_reset: PasswordResetTable;
  email_confirmation: EmailConfirmationTable;
  setup_code: SetupCodeTable;
  second_factor: SecondFactorTable;
  recovery_code: RecoveryCodeTable;
  auth_challenge: AuthChallengeTable;
  factor_reset: FactorResetTable;
  device: DeviceTable;
  secret_renewal: SecretRenewalTable;
  user_device: UserDeviceTable;
  frame: FrameTable;
  packed_frame: PackedFrameTable;
  history_minute: HistoryTable;
  history_hour: HistoryTable;
  history_progress: HistoryProgressTable;
  history_late: HistoryLateTable;
  energy_day: EnergyDayTable;
  energy_settings: EnergySettingsTable;
  last_data: LastDataTable;
  command: CommandTable;
  audit: AuditTable;
  audit_head: AuditHeadTable;
  security_event: SecurityEventTable;
  device_change: DeviceChangeTable;
  board_event: BoardEventTable;
  alert: AlertTable;
  alert_rule_state: AlertRuleStateTable;
  alert_settings: AlertSettingsTable;
  alert_delivery: AlertDeliveryTable;
  alert_escalation: AlertEscalationTable;
  alert_unreached: AlertUnreachedTable;
  escalation_settings: EscalationSettingsTable;
  notification_settings: NotificationSettingsTable;
  device_config: DeviceConfigTable;
  pump_card: PumpCardTable;
  converter_profile: ConverterProfileTable;
  config_report: ConfigReportTable;
  firmware_release: FirmwareReleaseTable;
  firmware_update: FirmwareUpdateTable;
  register_word: RegisterWordTable;
  inbox_item: InboxItemTable;
  lock_out: LockOutTable;
  commissioning: CommissioningTable;
  work_assignee: WorkAssigneeTable;
  outbox_event: OutboxEventTable;
  installation: InstallationTable;
  push_key: PushKeyTable;
  push_subscription: PushSubscriptionTable;
  webhook: WebhookTable;
  webhook_call: WebhookCallTable;
  integration: IntegrationTable;
  backup_run: BackupRunTable;
  server_report: ServerReportTable;
  server: ServerTable;
  board_session: BoardSessionTable;
  normal_day: NormalDayTable;
  normal_accepted: NormalAcceptedTable;
}
