import { type Kysely, sql } from 'kysely';

const rollups = (table: string) => `create table ${table} (
  device_id integer not null,
  start timestamptz not null,
  seen bytea not null,
  on_off_state_r bytea,
  modbus bytea,
  frequency_fc bytea,
  pressure_control bytea,
  required_pressure bytea,
  pressure bytea,
  motor_current bytea,
  motor_rpm bytea,
  motor_power bytea,
  bus_voltage bytea,
  temperature_fc bytea,
  temperature_mnb bytea,
  analog_input_2 bytea,
  analog_input_3 bytea,
  electro_meter bytea,
  motor_operating_hours bytea,
  fault bytea,
  rssi bytea,
  load bytea,
  flow bytea,
  flow_error bytea,
  primary key (device_id, start)
) partition by range (start);`;

const SCHEMA = `
-- Search

-- R7.3: substring search without an extension that a database may refuse (decision 14): a text without accents and capitals,
-- and a GIN index of its pieces of two and three letters.
create function searchable(said text) returns text immutable strict parallel safe
return lower(translate(said,
  'áäčďéěëíĺľňóôöőŕřšťúůüűýžÁÄČĎÉĚËÍĹĽŇÓÔÖŐŔŘŠŤÚŮÜŰÝŽ',
  'aacdeeeillnoooorrstuuuuyzAACDEEEILLNOOOORRSTUUUUYZ'));
-- High cost makes the planner use the GIN index.
create function search_pieces(said text) returns text[] immutable strict parallel safe cost 10000
return array(
  select distinct substr(said, place, letters)
  from generate_series(1, length(said)) place, generate_series(2, 3) letters
  where place + letters - 1 <= length(said));
-- The pieces that a text must contain to match: the longest ones are enough.
create function search_keys(wanted text) returns text[] immutable strict parallel safe
return case when length(wanted) <= 3 then array[wanted] else array(
  select distinct substr(wanted, place, 3) from generate_series(1, length(wanted) - 2) place) end;

-- auth

-- R3.1, R7.3: accounts. A deleted one keeps its row for commands and the log; a disabled one has no sessions.
create table app_user (
  id integer generated always as identity primary key,
  email text not null,
  password_hash text not null,
  name text not null,
  surname text not null,
  phone_number text,
  address text,
  terms_accepted_at timestamptz not null,
  created_at timestamptz not null default now(),
  personalization jsonb,
  notes text,
  -- A line break separates the fields, so that no search matches across them. The name is on both sides of the surname,
  -- since users search in either order.
  search_text text not null generated always as (searchable(
    email || chr(10) || name || ' ' || surname || ' ' || name
    || chr(10) || coalesce(phone_number, '')
    || chr(10) || coalesce(regexp_replace(phone_number, '[^0-9]', '', 'g'), '')
    || chr(10) || id::text
  )) stored,
  -- Sort keys: the order of names does not depend on the collation of the database.
  email_order text not null generated always as (lower(email)) stored,
  name_order text not null generated always as (searchable(name)) stored,
  surname_order text not null generated always as (searchable(surname)) stored,
  email_confirmed_at timestamptz,
  terms_version text,
  -- The phone number also without its spaces.
  contact_text text not null generated always as (searchable(
    email || chr(10) || name || ' ' || surname || chr(10) || coalesce(phone_number, '')
    || chr(10) || coalesce(regexp_replace(phone_number, '[^0-9+]', '', 'g'), '')
    || chr(10) || coalesce(address, '')
  )) stored,
  disabled_at timestamptz,
  deleted_at timestamptz
);
create unique index app_user_email on app_user (lower(email));
create index app_user_search_pieces on app_user using gin (search_pieces(search_text)) with (fastupdate=off);
create index app_user_address_pieces on app_user
  using gin (search_pieces(searchable(address))) with (fastupdate=off) where address is not null;
-- A late page of the user list reads the index alone.
create index app_user_by_email_order on app_user (email_order, id);
create index app_user_by_name_order on app_user (name_order, id);
create index app_user_by_surname_order on app_user (surname_order, id);
create index app_user_by_created_at on app_user (created_at, id);
create index app_user_deleted on app_user (id) where deleted_at is not null;

-- Roles of staff.
create table user_role (
  user_id integer not null references app_user on delete cascade,
  role text not null check (role in ('Super Seller', 'Seller', 'Technician')),
  primary key (user_id, role)
);
create index user_role_by_role on user_role (role, user_id);

-- R3.5: logins of browsers, by the hash of their token, and the last proof of identity in them.
create table session (
  id bytea primary key,
  user_id integer not null references app_user on delete cascade,
  is_remembered boolean not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  user_agent text,
  last_used_at timestamptz not null default now(),
  network text,
  proved_at timestamptz,
  token_hash bytea,
  previous_hash bytea,
  previous_until timestamptz,
  must_renew boolean not null default false,
  factor_proved_at timestamptz
);
create index session_user_id on session (user_id);
create index session_expires_at on session (expires_at);
create unique index session_token on session (coalesce(token_hash, id));
create index session_previous on session (previous_hash) where previous_hash is not null;

-- R3.3: browsers in which an account has logged in.
create table known_device (
  token_hash bytea not null,
  user_id integer not null references app_user on delete cascade,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  trusted_until timestamptz,
  primary key (token_hash, user_id)
);
create index known_device_user_id on known_device (user_id, used_at);
create index known_device_expires_at on known_device (expires_at);

-- Password reset links, one per user.
create table password_reset (
  user_id integer primary key references app_user on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);

-- R4.3d: one link a user. An address other than the account's own is a pending change.
create table email_confirmation (
  user_id integer primary key references app_user on delete cascade,
  email text not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);

-- One-time codes for the first Super Seller; each start of a server without one adds its own.
create table setup_code (
  code_hash bytea primary key,
  expires_at timestamptz not null
);

-- Authenticator apps and passkeys.
create table second_factor (
  id integer generated always as identity primary key,
  user_id integer not null references app_user,
  kind text not null constraint second_factor_kind_known check (kind in ('totp', 'passkey')),
  name text not null,
  -- Of an authenticator app.
  secret bytea,
  last_step bigint,
  -- Of a passkey.
  credential_id text unique,
  public_key bytea,
  sign_count bigint,
  transports text[],
  created_at timestamptz not null,
  confirmed_at timestamptz,
  used_at timestamptz
);
create index second_factor_user_id on second_factor (user_id);

-- Codes that replace a second factor once.
create table recovery_code (
  user_id integer not null references app_user,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Steps of logins, and challenges of passkeys.
create table auth_challenge (
  token_hash bytea primary key,
  purpose text not null
    constraint auth_challenge_purpose_known check (purpose in ('login', 'passkey', 'proof', 'registration')),
  user_id integer references app_user,
  is_remembered boolean not null default false,
  password_hash text,
  expires_at timestamptz not null
);
create index auth_challenge_expires_at on auth_challenge (expires_at);

-- A Super Seller has requested that the factors of a user are removed.
create table factor_reset (
  user_id integer primary key references app_user,
  asked_by integer not null references app_user,
  token_hash bytea unique,
  reset_at timestamptz not null
);

-- Tokens with which scripts of users call the API. Access is read from user_device at every request, so a number of
-- switch_ids without a row of it opens nothing.
create table api_token (
  id integer generated always as identity primary key,
  user_id integer not null references app_user on delete cascade,
  name text not null,
  token_hash bytea not null,
  switch_ids integer[] not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_network text,
  -- Devices that the token shows on a wall, in their order there. A token with them does nothing else.
  watch_ids integer[]
);
create unique index api_token_token_hash on api_token (token_hash);
create index api_token_user_id on api_token (user_id);

-- devices

-- A transfer that has read its receiver before the account was deleted must not leave a device without a reachable owner.
-- The lock waits for a deletion in progress.
create function refuse_deleted_user() returns trigger language plpgsql as $$
begin
  perform from app_user where id = new.user_id and deleted_at is null for key share;
  if not found then
    raise exception 'user % is deleted', new.user_id;
  end if;
  return new;
end $$;

-- Boards, with their converters and places. A blocked board is refused by the broker; its history and access stay. Several
-- boards may report one converter.
create table device (
  id integer generated always as identity primary key,
  id_dev text not null unique,
  alias text,
  secret_hash bytea not null,
  version text,
  hw text,
  fc_id text,
  fc_type text,
  fc_ident integer,
  fc_unit smallint,
  wifi_rssi real,
  is_wifi_secured boolean,
  capabilities jsonb,
  created_at timestamptz not null default now(),
  claim_hash bytea,
  fc_since timestamptz,
  alias_order text not null generated always as (searchable(coalesce(nullif(btrim(alias), ''), id_dev))) stored,
  fc_refusal text,
  fc_configured text,
  zone text,
  pump jsonb,
  fc_profile text,
  blocked_at timestamptz,
  place jsonb,
  search_text text not null generated always as (searchable(
    id_dev || chr(10) || coalesce(fc_id, '') || chr(10) || coalesce(alias, '')
    || chr(10) || coalesce(place ->> 'name', '') || chr(10) || coalesce(place ->> 'address', '')
  )) stored,
  fleet_text text not null generated always as (searchable(
    id_dev || chr(10) || coalesce(fc_id, '') || chr(10) || coalesce(alias, '')
    || chr(10) || coalesce(place ->> 'name', '') || chr(10) || coalesce(place ->> 'address', '')
    || chr(10) || coalesce(fc_type, '') || chr(10) || coalesce(version, '')
  )) stored
);
create index device_fc_id on device (fc_id);
create index device_fc_profile on device (fc_profile) where fc_profile is not null;
create index device_search_pieces on device using gin (search_pieces(search_text)) with (fastupdate=off);

-- Who may reach a device.
create table user_device (
  user_id integer not null references app_user on delete cascade,
  device_id integer not null references device on delete cascade,
  access text not null check (access in ('owner', 'delegate')),
  created_at timestamptz not null default now(),
  -- R4.3b: delegated access has an expiry and a grantor; revoking it also revokes what was passed on.
  expires_at timestamptz,
  granted_by integer references app_user on delete cascade,
  -- Whether the user was notified of ended access, so that a restart loses nothing.
  is_end_told boolean not null default false,
  -- R4.18: what a delegate may do.
  level text not null default 'full' check (level in ('watch', 'switch', 'full')),
  check ((access = 'delegate') or ((expires_at is null) and (granted_by is null))),
  primary key (user_id, device_id),
  constraint user_device_owner_level check ((access = 'delegate') or (level = 'full'))
);
create unique index user_device_one_owner on user_device (device_id) where access = 'owner';
create index user_device_device_id on user_device (device_id);
create index user_device_granted_by on user_device (granted_by) where granted_by is not null;
create index user_device_next_end on user_device (expires_at) where (expires_at is not null) and (not is_end_told);
create trigger user_device_not_deleted before insert on user_device
for each row execute function refuse_deleted_user();

-- Access in force

-- R4.3b: access in force at a time. Stable and not strict, so the planner inlines it and uses the indexes of user_device.
create function live_access(at timestamptz) returns setof user_device stable parallel safe language sql
as 'select * from user_device where expires_at is null or expires_at > at';

-- R4.18: invitations end with the access of who gave them: the foreign key follows every way in which access ends.
-- Addresses are in lower case.
create table invitation (
  id integer generated always as identity primary key,
  device_id integer not null,
  granted_by integer not null,
  level text not null check (level in ('watch', 'switch')),
  email text,
  token_hash bytea unique,
  access_until timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (device_id, email),
  foreign key (granted_by, device_id) references user_device(user_id, device_id) on delete cascade
);

-- The last new secret of a board that was sent over its connection. secret_hash is valid beside the one of the device
-- until the board has logged in with it; then it replaces that one.
create table secret_renewal (
  device_id integer primary key references device on delete cascade,
  message_id text not null,
  secret_hash bytea,
  asked_at timestamptz not null,
  stored_at timestamptz,
  used_at timestamptz,
  failed_at timestamptz,
  check ((secret_hash is null) or ((used_at is null) and (failed_at is null)))
);

-- audit-log

create function refuse_change_of_audit() returns trigger language plpgsql as $$
begin raise exception 'the audit log can only grow'; end $$;

-- The audit log: each row holds the hash of the previous one. No foreign keys: the log outlives devices and users.
create table audit (
  seq bigint primary key,
  at timestamptz not null,
  entry text not null,
  previous_hash bytea not null,
  hash bytea not null
);
create trigger audit_only_grows before delete or update on audit
for each row execute function refuse_change_of_audit();
create trigger audit_is_never_emptied before truncate on audit
for each statement execute function refuse_change_of_audit();

-- Its end: one row.
create table audit_head (
  is_only boolean default true primary key check (is_only),
  seq bigint not null,
  hash bytea not null
);

-- Appending to the audit log

insert into audit_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));
-- Appends lines and moves the end: one round trip while it is locked, instead of three. The hash covers the previous hash
-- and the JSON of number, time in ms and line, as audit-chain.ts verifies it.
create function append_audit(at_ms bigint, lines text[]) returns bigint language plpgsql as $$
declare
  head audit_head%rowtype;
  line text;
  previous bytea;
begin
  select * into strict head from audit_head for update;
  foreach line in array lines loop
    previous := head.hash;
    head.seq := head.seq + 1;
    head.hash := sha256(previous || convert_to(format('[%s,%s,%s]', head.seq, at_ms, to_json(line)), 'UTF8'));
    insert into audit (seq, at, entry, previous_hash, hash)
    values (head.seq, to_timestamp(at_ms / 1000.0), line, previous, head.hash);
  end loop;
  update audit_head set seq = head.seq, hash = head.hash;
  return head.seq;
end $$;

-- Entries of the security log, for its page. The hash-chained log has each of them too, in the row of the same number; this
-- table can be searched and has no proof.
create table security_event (
  seq bigint primary key,
  at timestamptz not null,
  kind text not null,
  outcome text not null constraint security_event_outcome_known check (outcome in ('done', 'refused')),
  code text,
  user_id integer references app_user on delete set null,
  address text,
  user_agent text,
  count integer not null,
  detail jsonb not null
);
create index security_event_user on security_event (user_id, seq desc) where user_id is not null;
create index security_event_kind on security_event (kind, seq desc);

-- R5.7b: changes of a device that are not commands; the timeline reads them beside commands and board events.
create table device_change (
  id bigint generated always as identity primary key,
  device_id integer not null references device,
  kind text not null
    constraint device_change_kind_known
    check (kind in ('config', 'firmware', 'access', 'owner', 'name', 'role', 'lock_out', 'alert', 'visit')),
  action text not null
    constraint device_change_action_known
    check (action in ('changed', 'updated', 'granted', 'revoked', 'left', 'expired', 'added', 'transferred',
      'removed', 'set', 'resolved', 'reopened', 'agreed', 'moved', 'asked', 'done', 'cancelled')),
  user_id integer references app_user,
  role text,
  person_id integer references app_user,
  fields jsonb not null,
  status text not null
    constraint device_change_status_known check (status in ('pending', 'done', 'refused', 'failed')),
  reason text,
  steps jsonb not null default '[]',
  created_at timestamptz not null,
  finished_at timestamptz
);
create index device_change_newest on device_change (device_id, created_at desc, id desc);

-- cluster

-- The running servers, written every second.
create table server (
  server_id text primary key,
  version text not null,
  seen_at timestamptz not null default now(),
  is_bus_up boolean not null,
  is_draining boolean not null,
  has_link boolean not null default true,
  has_checksum boolean not null default false
);

-- The server that a board is connected to, or was last.
create table board_session (
  device_id integer primary key references device on delete cascade,
  server_id text not null,
  -- Raised at each connection, and rev at each change of it: what is about an older connection changes nothing.
  conn bigint not null,
  rev integer not null default 0,
  is_online boolean not null,
  since timestamptz not null,
  changed_at timestamptz not null default now()
);
create index board_session_changed_at on board_session (changed_at);

-- http

-- R3.3: counters of wrong passwords, shared by all servers of one database.
create table login_attempt (
  key bytea primary key,
  attempts integer not null,
  free_at timestamptz not null,
  attempted_at timestamptz not null
);
create index login_attempt_attempted_at on login_attempt (attempted_at);

-- One row that /readyz writes, to detect a database that cannot write.
create table write_probe (
  id integer primary key check (id = 1),
  at timestamptz not null
);

-- outbox

-- Events, written in the transaction of a change and deleted when emitted after its commit.
create table outbox_event (
  id bigint generated always as identity primary key,
  name text not null,
  payload jsonb not null,
  created_at timestamptz not null default now()
);

-- state

-- The last values of each device. Rows change every second: half of a page is left free for that.
create table last_data (
  device_id integer primary key references device on delete cascade,
  boot integer not null,
  seq integer not null,
  last jsonb not null,
  updated_at timestamptz not null
) with (fillfactor=50);

-- inbox

-- R1.7: the inbox of each user.
create table inbox_item (
  id bigint generated always as identity primary key,
  user_id integer not null references app_user on delete cascade,
  event jsonb not null,
  is_message boolean not null generated always as (event ->> 'type' = 'message') stored,
  created_at timestamptz not null
);
create index inbox_item_newest on inbox_item (user_id, is_message, id desc);

-- settings

-- R4.11: every requested configuration.
create table device_config (
  device_id integer not null references device on delete cascade,
  version integer not null,
  config jsonb not null,
  user_id integer references app_user on delete set null,
  created_at timestamptz not null,
  answer text constraint device_config_answer_known check (answer in ('applied', 'rejected')),
  change_id bigint references device_change,
  sent_at timestamptz,
  primary key (device_id, version)
);

-- R4.11: the last report of the board, and the version in force.
create table config_report (
  device_id integer primary key references device on delete cascade,
  version integer not null,
  status text not null constraint config_report_status_known check (status in ('applied', 'rejected')),
  reason text,
  field text,
  reported_at timestamptz not null,
  applied_version integer,
  applied_at timestamptz
);

-- R5.10: lock-out tags. A tag that was removed or has expired keeps its row.
create table lock_out (
  id integer generated always as identity primary key,
  device_id integer not null references device,
  user_id integer not null references app_user,
  reason text not null,
  until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  confirmed_at timestamptz
);
create unique index lock_out_one_of_device on lock_out (device_id) where ended_at is null;

-- What people entered or measured of the pump, by version.
create table pump_card (
  device_id integer not null references device on delete cascade,
  version integer not null,
  values jsonb not null,
  origins jsonb not null,
  user_id integer references app_user on delete set null,
  created_at timestamptz not null,
  primary key (device_id, version)
);

-- converters

-- Profiles of converters that boards bring along: one row for all boards with the same file.
create table converter_profile (
  hash text primary key,
  file text not null,
  facts jsonb not null,
  received_at timestamptz not null
);

-- history

-- Measured values of the open days, in one partition a day. (device_id, boot, seq) names a frame; a unique index of a
-- partitioned table must hold the partition key too, and a frame that is sent again carries its own ts.
create table frame (
  device_id integer not null,
  ts timestamptz not null,
  boot integer not null,
  seq integer not null,
  received_at timestamptz not null,
  fc smallint not null,
  is_placed_by_arrival boolean not null,
  on_off_state_r integer,
  modbus integer,
  frequency_fc real,
  pressure_control integer,
  required_pressure real,
  pressure real,
  motor_current real,
  motor_rpm real,
  motor_power real,
  bus_voltage real,
  temperature_fc real,
  temperature_mnb real,
  analog_input_2 real,
  analog_input_3 real,
  electro_meter double precision,
  motor_operating_hours double precision,
  fault integer,
  rssi real,
  -- Fields that the board could not measure, as bits (frame-na.ts): a column without a value is unchanged, unless its bit
  -- is set. Null is none, and costs no byte.
  na integer,
  primary key (device_id, ts, boot, seq)
) partition by range (ts);
-- Finds repeats of frames whose clock was unset or ahead.
create index frame_placed_by_arrival on frame (device_id, boot, seq) where is_placed_by_arrival;

-- Frames of closed days (decision 28): one row is an hour of a device, packed by frame-codec.ts, in one partition a day.
create table packed_frame (
  device_id integer not null,
  start timestamptz not null,
  frames bytea not null,
  primary key (device_id, start)
) partition by range (start);
-- Deflated already.
alter table packed_frame alter column frames set storage external;

-- Rollups

-- Rollups (decision 25). A row is a block of a device: an hour of minutes, or a UTC day of hours. Each column holds the packed
-- statistics of one field (packed-block.ts).
${rollups('history_minute')}
${rollups('history_hour')}

-- One row: every hour before hour was rolled up, and of that hour the devices up to device_id.
create table history_progress (
  is_only boolean default true primary key check (is_only),
  hour timestamptz not null,
  device_id integer not null default 0
);

-- Hours of frames that were stored after their rollup. No unique key, so that storing a frame never waits for a rollup.
create table history_late (
  id bigint generated always as identity primary key,
  device_id integer not null,
  hour timestamptz not null
);

-- Usage of devices by hour, made with the rollups; without a foreign key, since a rollup must not fail because a device was
-- deleted meanwhile.
create table energy_day (
  device_id integer not null,
  day timestamptz not null,
  hours jsonb not null,
  primary key (device_id, day)
);

-- Price and report of a user for a device.
create table energy_settings (
  user_id integer not null references app_user on delete cascade,
  device_id integer not null references device on delete cascade,
  currency text not null,
  price double precision,
  low_price double precision,
  low_hours integer[] not null,
  co2_g double precision not null,
  has_report boolean not null,
  zone text not null,
  reported_month timestamptz,
  primary key (user_id, device_id)
);

-- Removed devices

insert into history_progress (hour) values (date_trunc('hour', now()));

-- Frames and rollups of a removed device are deleted with it. A foreign key would check every frame at ingest and lock its
-- device's row; the trigger costs nothing there. A frame that arrives at that moment stays until its day is dropped.
create function delete_frames_of_device() returns trigger language plpgsql as $$
begin
  delete from frame where device_id = old.id;
  delete from packed_frame where device_id = old.id;
  delete from history_late where device_id = old.id;
  delete from history_minute where device_id = old.id;
  delete from history_hour where device_id = old.id;
  return null;
end $$;
create trigger device_deletes_frames after delete on device
for each row execute function delete_frames_of_device();
create function delete_energy_of_device() returns trigger language plpgsql as $$
begin
  delete from energy_day where device_id = old.id;
  return null;
end $$;
create trigger energy_of_device after delete on device
for each row execute function delete_energy_of_device();

-- commands

create function refuse_report_change() returns trigger language plpgsql as $$
begin
  raise exception 'the report of a finished commissioning does not change';
end $$;

-- R5.7: every command with its states. Two with the same target replace each other.
create table command (
  id text primary key,
  device_id integer not null references device on delete cascade,
  user_id integer not null references app_user,
  op text not null
    constraint command_op_known
    check (op in ('start_stop', 'set_lock', 'write', 'pressure_control', 'reset', 'fault_reset', 'end_retries',
      'reg_read', 'reg_write', 'restart')),
  what text not null,
  value jsonb not null,
  status text not null
    constraint command_status_known
    check (status in ('created', 'published', 'accepted', 'done', 'rejected', 'failed', 'expired', 'timeout')),
  error text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  published_at timestamptz,
  accepted_at timestamptz,
  finished_at timestamptz,
  target text not null,
  register integer,
  normalizer smallint,
  role text,
  old_value jsonb,
  reported_value jsonb,
  problem text,
  problem_more jsonb,
  idempotency_key text,
  request_hash bytea,
  late_answer_at timestamptz,
  via text,
  server_id text
);
create index command_open on command (created_at) where finished_at is null;
create unique index command_idempotency on command (user_id, device_id, idempotency_key)
  where idempotency_key is not null;
create index command_done on command (device_id, target, finished_at desc) where status = 'done';
-- The commands of a device.
create index command_writes on command (device_id, created_at desc) where op <> 'reg_read';
create index command_reads on command (created_at) where op = 'reg_read';
create index command_user on command (user_id, created_at, id);

-- R4.12: the last word that was read from each register of a converter.
create table register_word (
  device_id integer not null references device on delete cascade,
  address integer not null,
  fc_id text not null,
  word integer not null,
  read_at timestamptz not null,
  previous_word integer,
  primary key (device_id, address)
);

-- Commissionings of pumps. The row of a finished one is the report, which never changes.
create table commissioning (
  id integer generated always as identity primary key,
  device_id integer not null references device,
  user_id integer not null references app_user,
  year integer not null,
  number integer not null,
  corrects integer references commissioning,
  steps jsonb not null,
  card jsonb,
  frames_before jsonb,
  taken_by text,
  started_at timestamptz not null,
  changed_at timestamptz not null,
  ended_at timestamptz,
  constraint commissioning_number unique (year, number)
);
create unique index commissioning_one_of_device on commissioning (device_id) where ended_at is null;
create index commissioning_device_id on commissioning (device_id);
create trigger commissioning_report before update on commissioning
for each row when ((old.ended_at is not null)) execute function refuse_report_change();

-- alerts

-- R7.4: one open alert per device and kind. An alert of the whole installation has no device.
create table alert (
  id integer generated always as identity primary key,
  device_id integer references device on delete cascade,
  event_id text,
  code text not null,
  severity text not null constraint alert_severity_known check (severity in ('info', 'warning', 'alarm')),
  raised_at timestamptz not null,
  cleared_at timestamptz,
  resolved_at timestamptz,
  resolved_by integer references app_user on delete set null,
  mail_sent_at timestamptz,
  notes text,
  other_boards text[],
  held_messages integer,
  assignee_id integer references app_user on delete set null,
  assigned_at timestamptz,
  kind text not null,
  since_at timestamptz,
  numbers jsonb not null default '{}',
  thresholds jsonb not null default '{}',
  -- Events of a board and a rule of the server may hold it open together: an event names its alert, this is the rule's part.
  is_by_rule boolean not null default false,
  occurrences integer not null default 1,
  shelved_until timestamptz,
  shelved_by integer references app_user on delete set null,
  constraint alert_assigned_at check ((assignee_id is null) or (assigned_at is not null)),
  unique (device_id, event_id)
);
create index alert_device on alert (device_id, raised_at desc, id desc);
create index alert_newest on alert (raised_at desc, id desc);
create index alert_open on alert (raised_at desc, id desc) where resolved_at is null;
create index alert_resolved on alert (raised_at desc, id desc) where resolved_at is not null;
create index alert_severity on alert (severity, raised_at desc, id desc);
create index alert_code on alert (code, raised_at desc, id desc);
-- R7.4: substring search in notes and in addresses of owners.
create index alert_notes_pieces on alert
  using gin (search_pieces(searchable(notes))) with (fastupdate=off) where notes is not null;
-- Counts the open alerts of all devices without reading the table.
create index alert_open_of_device on alert (device_id, severity) where resolved_at is null;
create unique index alert_one_open on alert (device_id, kind) nulls not distinct where cleared_at is null;

-- What people did with an alert, so that an undone resolution stays in its course and in the timeline of the device.
create table alert_step (
  id integer generated always as identity,
  alert_id integer not null references alert on delete cascade,
  change text not null check (change in ('taken', 'released', 'resolved', 'reopened')),
  user_id integer references app_user on delete set null,
  at timestamptz not null,
  primary key (alert_id, id)
);

-- What the rules remember of a device, so that any server continues them.
create table alert_rule_state (
  device_id integer primary key references device on delete cascade,
  state jsonb not null,
  version integer not null default 1,
  at timestamptz not null
);

-- Rules of a device that people changed.
create table alert_settings (
  device_id integer primary key references device on delete cascade,
  settings jsonb not null,
  user_id integer references app_user on delete set null,
  at timestamptz not null
);

-- Figures of a device by UTC day (days since 1970), which its later days are compared with.
create table normal_day (
  device_id integer not null references device on delete cascade,
  day integer not null,
  figures jsonb not null,
  primary key (device_id, day)
);

-- Days that a person called normal.
create table normal_accepted (
  device_id integer not null references device on delete cascade,
  from_day integer not null,
  to_day integer not null,
  user_id integer references app_user on delete set null,
  at timestamptz not null,
  primary key (device_id, from_day, to_day)
);

-- The ledger of alert deliveries.
create table alert_delivery (
  id integer generated always as identity primary key,
  alert_id integer not null references alert on delete cascade,
  change text not null constraint alert_delivery_change_known check (change in ('raised', 'escalated', 'cleared')),
  step text not null
    constraint alert_delivery_step_known
    check (step in ('owner', 'delegates', 'technicians', 'staff', 'installation', 'recipients')),
  user_id integer references app_user on delete cascade,
  channel text not null constraint alert_delivery_channel_known check (channel in ('mail', 'push', 'webhook')),
  target_id text not null,
  target_label text not null,
  state text not null default 'waiting'
    constraint alert_delivery_state_known check (state in ('waiting', 'held', 'sent', 'written', 'failed', 'seen')),
  created_at timestamptz not null,
  next_at timestamptz not null,
  attempts integer not null default 0,
  reason text,
  -- The deliveries of a digest have the same key.
  message_key text,
  formed_at timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  seen_at timestamptz,
  -- A pump that is stopped again notifies again.
  occurrence integer not null default 1,
  constraint alert_delivery_once unique nulls not distinct (alert_id, change, occurrence, user_id, channel, target_id)
);
create index alert_delivery_due on alert_delivery (channel, next_at) where (state in ('waiting', 'held'));
create index alert_delivery_formed on alert_delivery (channel, target_id, formed_at) where message_key is not null;
create index alert_delivery_message on alert_delivery (message_key);
create index alert_delivery_failed on alert_delivery (failed_at) where state = 'failed';
create index alert_delivery_user on alert_delivery (user_id, id);

-- Steps of escalation that are not due yet.
create table alert_escalation (
  alert_id integer not null references alert on delete cascade,
  step text not null,
  due_at timestamptz not null,
  occurrence integer not null default 1,
  primary key (alert_id, step)
);
create index alert_escalation_due on alert_escalation (due_at);

-- Receivers of alerts whom no channel reaches.
create table alert_unreached (
  alert_id integer not null references alert on delete cascade,
  change text not null,
  occurrence integer not null,
  user_id integer not null references app_user on delete cascade,
  step text not null
    constraint alert_unreached_step_known
    check (step in ('owner', 'delegates', 'technicians', 'staff', 'installation', 'recipients')),
  ways jsonb not null,
  created_at timestamptz not null,
  primary key (alert_id, change, occurrence, user_id)
);

-- R4.18: people who are told of alarms without rights. Their rows end with the access of who asked them.
create table alert_recipient (
  id integer generated always as identity primary key,
  device_id integer not null,
  asked_by integer not null,
  name text not null,
  email text not null,
  locale text not null,
  state text not null default 'asked' check (state in ('asked', 'agreed', 'declined')),
  asked_at timestamptz not null,
  changed_at timestamptz not null,
  unique (device_id, email),
  foreign key (asked_by, device_id) references user_device(user_id, device_id) on delete cascade
);

-- When an alert goes to further people.
create table escalation_settings (
  device_id integer primary key references device on delete cascade,
  settings jsonb not null,
  changed_by integer references app_user on delete set null,
  changed_at timestamptz not null
);

-- Channels and quiet hours of a user.
create table notification_settings (
  user_id integer primary key references app_user on delete cascade,
  settings jsonb not null
);

-- The key of the installation for push services.
create table push_key (
  id integer primary key check (id = 1),
  public_key text not null,
  private_key text not null
);

-- Browsers that get notifications.
create table push_subscription (
  id integer generated always as identity primary key,
  user_id integer not null references app_user on delete cascade,
  session_id bytea references session on delete cascade,
  endpoint text not null,
  endpoint_hash bytea not null unique,
  p256dh text not null,
  auth text not null,
  user_agent text,
  created_at timestamptz not null,
  sent_at timestamptz,
  failed_at timestamptz,
  failure text
);
create index push_subscription_user_id on push_subscription (user_id);
create index push_subscription_session_id on push_subscription (session_id);

-- Addresses that get alerts as JSON.
create table webhook (
  id integer generated always as identity primary key,
  user_id integer references app_user on delete cascade,
  name text not null,
  url text not null,
  secret bytea not null,
  created_at timestamptz not null
);
create index webhook_user_id on webhook (user_id);

-- The last requests to webhooks.
create table webhook_call (
  id integer generated always as identity primary key,
  webhook_id integer not null references webhook on delete cascade,
  at timestamptz not null,
  is_test boolean not null,
  status integer,
  duration_ms integer not null,
  failure text,
  answer text
);
create index webhook_call_webhook_id on webhook_call (webhook_id, id);

-- Each server reports every few seconds that it runs, how many boards are connected to it, and its outage.
create table server_report (
  server_id text primary key,
  seen_at timestamptz not null,
  online integer not null,
  outage jsonb
);

-- The person who takes care of an offline or locked-out device. A row of an earlier cause has no effect (isOfCause of the
-- domain) and is replaced by the next assignment.
create table work_assignee (
  device_id integer not null references device on delete cascade,
  kind text not null check (kind in ('offline', 'locked_out')),
  cause_id integer not null,
  user_id integer not null references app_user on delete cascade,
  assigned_at timestamptz not null,
  primary key (device_id, kind)
);

-- Visits of technicians that were agreed with owners: one of a device at a time.
create table visit (
  id integer generated always as identity primary key,
  version integer not null default 1,
  device_id integer not null references device on delete cascade,
  alert_id integer references alert on delete set null,
  day text not null,
  part text not null check (part in ('day', 'morning', 'afternoon')),
  technician_id integer references app_user on delete set null,
  note text,
  state text not null check (state in ('agreed', 'asked', 'done', 'cancelled')),
  wish text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (device_id, id)
);
create unique index visit_one_open on visit (device_id) where (state in ('agreed', 'asked'));

-- activity

-- Events of boards; an occurrence is raised once and cleared once.
create table board_event (
  device_id integer not null references device on delete cascade,
  id text not null,
  code text not null,
  severity text not null constraint board_event_severity_known check (severity in ('info', 'warning', 'alarm')),
  raised_at timestamptz,
  cleared_at timestamptz,
  reading jsonb not null,
  received_at timestamptz not null,
  alert_id integer,
  primary key (device_id, id)
);
create index board_event_received_at on board_event (device_id, received_at desc);
-- The gate of a fault reset reads them.
create index board_event_open on board_event (device_id) where cleared_at is null;

-- firmware

-- R4.2, R4.14: the maker's releases.
create table firmware_release (
  id text primary key,
  version text not null,
  hw text not null,
  manifest jsonb not null,
  changelog jsonb not null,
  image bytea not null,
  uploaded_at timestamptz not null,
  uploaded_by integer references app_user on delete set null,
  unique (hw, version)
);
-- Uncompressed, so that a chunk is cut without unpacking the whole image.
alter table firmware_release alter column image set storage external;

-- Updates of boards.
create table firmware_update (
  id integer generated always as identity primary key,
  device_id integer not null references device on delete cascade,
  release_id text not null references firmware_release on delete cascade,
  from_version text,
  status text not null
    constraint firmware_update_status_known
    check (status in ('waiting', 'DOWNLOADING', 'DOWNLOADED', 'VERIFIED', 'UPDATING', 'UPDATED', 'FAILED',
      'ROLLED_BACK')),
  percent integer not null default 0,
  error text,
  is_success boolean not null default false,
  started_at timestamptz not null,
  started_by integer references app_user on delete set null,
  changed_at timestamptz not null,
  ended_at timestamptz,
  change_id bigint references device_change
);
create index firmware_update_device on firmware_update (device_id, id desc);
-- Two concurrent requests start one update.
create unique index firmware_update_running on firmware_update (device_id) where ended_at is null;

-- fleet

-- R7.2: labels and groups of the staff for the fleet list.
create table label (
  id integer generated always as identity primary key,
  kind text not null constraint label_kind_known check (kind in ('label', 'group')),
  name text not null,
  name_key text not null generated always as (searchable(name)) stored,
  created_at timestamptz not null,
  unique (kind, name_key),
  unique (id, kind)
);

-- The devices of labels and groups.
create table device_label (
  device_id integer not null references device on delete cascade,
  label_id integer not null,
  kind text not null,
  -- A device is in one group at most.
  group_of integer generated always as (case kind when 'group' then device_id end) stored unique,
  primary key (device_id, label_id),
  unique (label_id, device_id),
  foreign key (label_id, kind) references label(id, kind) on delete cascade
);

-- R9.1: pumps that feed one house, tank or garden.
create table water_system (
  id integer generated always as identity primary key,
  name text not null,
  kind text not null constraint water_system_kind_known check (kind in ('house', 'tank', 'irrigation'))
);

-- A pump is in one system at most.
create table water_system_pump (
  system_id integer not null references water_system on delete cascade,
  device_id integer not null unique references device on delete cascade,
  joined_at timestamptz not null,
  primary key (system_id, device_id)
);

-- integrations

-- Logins on the broker for other programs of users.
create table integration (
  id integer generated always as identity primary key,
  user_id integer not null references app_user on delete cascade,
  name text not null,
  password_hash bytea not null,
  can_switch boolean not null default false,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- Access is read from user_device before every message, so a number without a row of it opens nothing.
  device_ids integer[]
);
create index integration_user_id on integration (user_id);

-- installation

-- One row: the demo or a real installation, for ever, and the checklist of its first run.
create table installation (
  is_only boolean default true primary key check (is_only),
  kind text not null check (kind in ('demo', 'real')),
  -- A mail server works when the link of a test mail was opened: the hash of the newest one.
  mail_test_hash bytea,
  mail_test_to text,
  mail_test_at timestamptz,
  mail_opened_at timestamptz,
  first_run_dismissed_at timestamptz,
  -- Shows whether the encrypted secrets of this database were written with the key of a server.
  secret_check bytea
);

-- Scheduled backups: what became of each decides when the next one is due.
create table backup_run (
  id integer generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  file text,
  size_bytes double precision,
  error text,
  server_id text,
  copied_at timestamptz,
  copy_error text,
  checked_at timestamptz,
  check_error text
);
`;

/** The tables of 1.0, by the wing or the shared folder that owns them (wings.mjs). */
export async function up(db: Kysely<unknown>) {
  await sql.raw(SCHEMA).execute(db);
}
