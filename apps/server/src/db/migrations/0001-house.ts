import { type Kysely, sql } from 'kysely';

/** Users, sessions, devices and access to them; frames, last values, commands. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app_user (
      id integer primary key generated always as identity,
      email text not null,
      password_hash text not null,
      name text not null,
      surname text not null,
      phone_number text,
      address text,
      terms_accepted_at timestamptz not null,
      is_demo boolean not null default false,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index app_user_email on app_user (lower(email))`.execute(db);
  await sql`
    create table user_role (
      user_id integer not null references app_user on delete cascade,
      role text not null check (role in ('Super Seller', 'Seller', 'Technician')),
      primary key (user_id, role)
    )`.execute(db);
  await sql`
    create table session (
      id bytea primary key,
      user_id integer not null references app_user on delete cascade,
      is_remembered boolean not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index session_user_id on session (user_id)`.execute(db);
  await sql`create index session_expires_at on session (expires_at)`.execute(db);
  await sql`
    create table device (
      id integer primary key generated always as identity,
      id_dev text not null unique,
      alias text,
      secret_hash bytea not null,
      version text,
      hw text,
      fc_id text unique,
      fc_type text,
      fc_ident integer,
      fc_unit smallint,
      wifi_rssi real,
      is_wifi_secured boolean,
      capabilities jsonb,
      is_demo boolean not null default false,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table user_device (
      user_id integer not null references app_user on delete cascade,
      device_id integer not null references device on delete cascade,
      access text not null check (access in ('owner', 'delegate')),
      created_at timestamptz not null default now(),
      primary key (user_id, device_id)
    )`.execute(db);
  await sql`create unique index user_device_one_owner on user_device (device_id) where access = 'owner'`.execute(
    db,
  );
  await sql`create index user_device_device_id on user_device (device_id)`.execute(db);
  await createFrames(db);
  await sql`
    create table last_data (
      device_id integer primary key references device on delete cascade,
      boot integer not null,
      seq integer not null,
      last jsonb not null,
      updated_at timestamptz not null
    ) with (fillfactor = 50)`.execute(db);
  await sql`
    create table command (
      id text primary key,
      device_id integer not null references device on delete cascade,
      user_id integer not null references app_user,
      op text not null,
      what text not null,
      value jsonb not null,
      status text not null,
      error text,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      published_at timestamptz,
      accepted_at timestamptz,
      finished_at timestamptz
    )`.execute(db);
  await sql`create index command_device on command (device_id, created_at desc)`.execute(db);
  await sql`create index command_open on command (created_at) where finished_at is null`.execute(db);
}

/**
 * `(device_id, boot, seq)` names a frame; a unique index of a partitioned table must hold the partition key too,
 * and a frame that is sent again carries its own `ts`. Frames of a board whose clock is unset or ahead are placed by
 * their arrival, so the partial index finds their repeats.
 */
async function createFrames(db: Kysely<unknown>) {
  await sql`
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
      primary key (device_id, ts, boot, seq)
    ) partition by range (ts)`.execute(db);
  await sql`create index frame_placed_by_arrival on frame (device_id, boot, seq) where is_placed_by_arrival`.execute(
    db,
  );
  await sql`create index frame_received_at on frame using brin (received_at)`.execute(db);
}
