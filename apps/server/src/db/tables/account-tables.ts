import type { Personalization, Role } from '@manoboard/contract/account/account';
import type { InboxEvent } from '@manoboard/contract/inbox/inbox';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Now } from './column-types.ts';

export interface UserTable {
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
export interface PasswordResetTable {
  user_id: number;
  /** SHA-256 of the link's token. */
  token_hash: Buffer;
  expires_at: Date;
}

/** R4.3d: the confirmation link that was mailed last. */
export interface EmailConfirmationTable {
  user_id: number;
  /** The address that the link proves: the account's own, or a pending one. */
  email: string;
  /** SHA-256 of the link's token. */
  token_hash: Buffer;
  expires_at: Date;
}

export interface UserRoleTable {
  user_id: number;
  role: Role;
}

export interface SessionTable {
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
  /** When its user last proved who they are. */
  proved_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** R3.3: password attempts of one source, for example of an address at an account. */
export interface LoginAttemptTable {
  /** SHA-256 of the source. */
  key: Buffer;
  attempts: number;
  /** The next attempt is refused before this time. */
  free_at: Date;
  attempted_at: Date;
}

/** R3.3: a browser in which this account has logged in. */
export interface KnownDeviceTable {
  /** SHA-256 of the cookie's token. */
  token_hash: Buffer;
  user_id: number;
  used_at: Date;
  expires_at: Date;
}

/** R1.7: stored as it was at the time: former users must not see later aliases of the device. */
export interface InboxItemTable {
  id: GeneratedAlways<string>;
  user_id: number;
  event: ColumnType<InboxEvent, string, never>;
  is_message: GeneratedAlways<boolean>;
  created_at: Date;
}

export interface SetupCodeTable {
  /** SHA-256 of the printed code. */
  code_hash: Buffer;
  expires_at: Date;
}

/** A login on the broker for another program of the user. */
export interface IntegrationTable {
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
