import type { Personalization, Role } from '@manoboard/contract/account/account';
import type { FactorKind } from '@manoboard/contract/account/factor';
import type { InboxEvent } from '@manoboard/contract/inbox/inbox';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Now } from './column-types.ts';

/** A column that an insert may omit. */
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

interface UserTable {
  id: Generated<number>;
  email: string;
  password_hash: string;
  name: string;
  surname: string;
  phone_number: string | null;
  address: string | null;
  terms_accepted_at: Date;
  /** Hash of the text that was agreed to. */
  terms_version: string | null;
  /** R4.3d: nothing until the mailed link is used. */
  email_confirmed_at: Date | null;
  personalization: ColumnType<Personalization | null, string | undefined, string>;
  /** The user has deleted the account: nothing names them, and the row stays for commands and the log. */
  deleted_at: Date | null;
  /** R7.3: set while the account is disabled. */
  disabled_at: Date | null;
  /** Notes of staff about the user. */
  notes: string | null;
  search_text: GeneratedAlways<string>;
  email_order: GeneratedAlways<string>;
  name_order: GeneratedAlways<string>;
  surname_order: GeneratedAlways<string>;
  /** Searchable name, e-mail, phone and address. */
  contact_text: GeneratedAlways<string>;
  created_at: Now;
}

/** The link that was mailed last; earlier ones are deleted. */
interface PasswordResetTable {
  user_id: number;
  /** SHA-256 of the link's token. */
  token_hash: Buffer;
  expires_at: Date;
}

/** R4.3d: the confirmation link that was mailed last. */
interface EmailConfirmationTable {
  user_id: number;
  /** The address that the link proves: the account's own, or a pending one. */
  email: string;
  /** SHA-256 of the link's token. */
  token_hash: Buffer;
  expires_at: Date;
}

interface UserRoleTable {
  user_id: number;
  role: Role;
}

interface SessionTable {
  /** SHA-256 of the cookie's token. */
  id: Buffer;
  user_id: number;
  is_remembered: boolean;
  user_agent: string | null;
  /** Address of the login, as limits count it. */
  network: string | null;
  created_at: Now;
  /** Written at most once in ten minutes. */
  last_used_at: ColumnType<Date, Date | undefined, Date>;
  expires_at: Date;
  /** When its user last proved who they are, by the password or a second factor. */
  proved_at: Optional<Date>;
  /** When its user last proved that by a second factor. */
  factor_proved_at: Optional<Date>;
  /** SHA-256 of the renewed token; without one the token is that of `id`. */
  token_hash: Optional<Buffer>;
  /** The token before the renewal, which requests under way still use until then. */
  previous_hash: Optional<Buffer>;
  previous_until: Optional<Date>;
  /** The rights of the user have changed: the next request renews the token. */
  must_renew: Generated<boolean>;
}

/** R3.3: password attempts of one source, for example of an address at an account. */
interface LoginAttemptTable {
  /** SHA-256 of the source. */
  key: Buffer;
  attempts: number;
  /** The next attempt is refused before this time. */
  free_at: Date;
  attempted_at: Date;
}

/** R3.3: a browser in which this account has logged in. */
interface KnownDeviceTable {
  /** SHA-256 of the cookie's token. */
  token_hash: Buffer;
  user_id: number;
  used_at: Date;
  expires_at: Date;
  /** Until then the account needs no second factor in this browser. */
  trusted_until: Optional<Date>;
}

/** A second factor; one of an app counts after its first code (`confirmed_at`). */
interface SecondFactorTable {
  id: GeneratedAlways<number>;
  user_id: number;
  kind: FactorKind;
  name: string;
  /** The secret of an authenticator app, and the time step of the last code, which works once. */
  secret: Optional<Buffer>;
  last_step: ColumnType<string | null, number | null | undefined, number>;
  /** The columns of a passkey. */
  credential_id: Optional<string>;
  public_key: Optional<Buffer>;
  sign_count: ColumnType<string | null, number | null | undefined, number>;
  transports: Optional<string[]>;
  created_at: Date;
  confirmed_at: Date | null;
  used_at: Optional<Date>;
}

/** Each works once. */
interface RecoveryCodeTable {
  user_id: number;
  /** Salt and Argon2id of the code. */
  code_hash: Buffer;
  created_at: Date;
  used_at: Optional<Date>;
}

/** A step of a login, or a challenge of a passkey. */
export interface AuthChallengeTable {
  token_hash: Buffer;
  purpose: 'login' | 'passkey' | 'proof' | 'registration';
  user_id: number | null;
  is_remembered: ColumnType<boolean, boolean | undefined, never>;
  /** The password that was checked. */
  password_hash: Optional<string>;
  expires_at: Date;
}

/** A Super Seller has requested that the factors of the user are removed. */
interface FactorResetTable {
  user_id: number;
  asked_by: number;
  /** SHA-256 of the token of the mailed link that cancels it. */
  token_hash: Optional<Buffer>;
  reset_at: Date;
}

/** R1.7: stored as it was at the time: former users must not see later aliases of the device. */
interface InboxItemTable {
  id: GeneratedAlways<string>;
  user_id: number;
  event: ColumnType<InboxEvent, string, never>;
  is_message: GeneratedAlways<boolean>;
  created_at: Date;
}

interface SetupCodeTable {
  /** SHA-256 of the printed code. */
  code_hash: Buffer;
  expires_at: Date;
}

/** A login on the broker for another program of the user. */
interface IntegrationTable {
  id: GeneratedAlways<number>;
  user_id: number;
  name: string;
  /** The password is long and random, so a plain hash protects it. */
  password_hash: Buffer;
  can_switch: Generated<boolean>;
  /** Chosen devices; null: all that the user holds. */
  device_ids: number[] | null;
  created_at: Date;
  last_used_at: Date | null;
}

/** A token with which a script of the user calls the API. */
interface ApiTokenTable {
  id: GeneratedAlways<number>;
  user_id: number;
  name: string;
  /** SHA-256 of the token, which is long and random. */
  token_hash: Buffer;
  /** The devices whose pumps it may start and stop. */
  switch_ids: number[];
  /** The devices that it shows on a wall, in their order there; a token with them does nothing else. */
  watch_ids: Optional<number[]>;
  created_at: Date;
  expires_at: Date;
  last_used_at: Optional<Date>;
  last_network: Optional<string>;
}

export interface AccountTables {
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
  inbox_item: InboxItemTable;
  integration: IntegrationTable;
}
