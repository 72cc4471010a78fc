import type { Client } from 'pg';

export const SUPER_SELLER = 1;
export const TECHNICIAN = 2;
/** Has twenty devices. */
export const OWNER = 100;
export const OWNED_DEVICE = 'MNB-L00100';

/** A large installation: users, devices, ownership, alerts, messages, releases. */
export async function seedLists(
  db: Client,
  { users, devices, alerts }: { users: number; devices: number; alerts: number },
) {
  const run = (sql: string) => db.query(sql);
  await run(`
    insert into app_user (email, password_hash, name, surname, phone_number, address, terms_accepted_at, email_confirmed_at, created_at)
    select 'user' || n || '@example.com', 'x', (array['Eva','Ján','Mária','Peter','Žofia'])[1 + n % 5],
      'Vodná' || n % 997, '+421900' || lpad(n::text, 6, '0'), 'Hlavná ' || n || ', Košice', now(), now(),
      now() - n * interval '1 hour'
    from generate_series(1, ${users}) n`);
  await run(`insert into user_role values (${SUPER_SELLER}, 'Super Seller')`);
  await run(`insert into user_role select n, 'Technician' from generate_series(${TECHNICIAN}, 60) n`);
  await run("insert into user_role select n, 'Seller' from generate_series(61, 90) n");
  await run(`
    insert into device (id_dev, alias, secret_hash, version, hw, fc_id, fc_type, fc_ident, fc_unit)
    select 'MNB-L' || lpad(n::text, 5, '0'), 'Studňa ' || n, sha256('secret'), '1.4.2', 'mnb-2',
      'FC-L' || lpad(n::text, 5, '0'), (array['GD10','GD20','GD200A'])[1 + n % 3], 269, 1
    from generate_series(1, ${devices}) n`);
  await run(`
    insert into user_device (user_id, device_id, access, created_at)
    select case when n between ${OWNER} and ${OWNER + 19} then ${OWNER} else 91 + n % ${users - 90} end, n, 'owner', to_timestamp(0)
    from generate_series(1, ${devices}) n`);
  await run(`
    insert into user_device (user_id, device_id, access, granted_by)
    select ${TECHNICIAN} + n % 59, n, 'delegate', owned.user_id
    from generate_series(1, ${devices}, 3) n
    join user_device owned on owned.device_id = n and owned.access = 'owner'`);
  await run(`
    insert into board_event (device_id, id, code, severity, raised_at, reading, received_at)
    select 1 + n % ${devices}, 'E' || n, 'DRY_RUN', 'alarm', now() - n * interval '5 minutes', '{}', now() - n * interval '5 minutes'
    from generate_series(1, ${alerts}) n`);
  await run(`
    insert into alert (device_id, event_id, kind, code, severity, raised_at, cleared_at, resolved_at, resolved_by, notes)
    select 1 + n % ${devices}, 'E' || n, (array['dry_run','over_pressure','drive_fault'])[1 + n % 3],
      (array['DRY_RUN','OVER_PRESSURE','FC_FAULT'])[1 + n % 3],
      (array['alarm','warning'])[1 + n % 2], now() - n * interval '5 minutes',
      case when n % 4 > 0 or n > ${devices} then now() end, case when n % 10 > 0 then now() end,
      case when n % 10 > 0 then ${TECHNICIAN} end, case when n % 50 = 0 then 'Vymenené tesnenie ' || n end
    from generate_series(1, ${alerts}) n`);
  await run(`
    insert into inbox_item (user_id, event, created_at)
    select 1 + n % ${users}, jsonb_build_object('type', 'device_received', 'device_id', 'MNB-L00001', 'alias', null, 'by', 'Eva'),
      now() - n * interval '1 minute'
    from generate_series(1, ${alerts}) n`);
  await run(`
    insert into last_data (device_id, boot, seq, last, updated_at)
    select id, 0, 1, jsonb_build_object(
      'device_id', id_dev, 'ts', 1700000000, 'received_at', 1700000000, 'fc', 1, 'older', '{}'::jsonb, 'data',
      '{"on_off_state_r":1,"modbus":2,"frequency_fc":40,"pressure_control":0,"required_pressure":4,"analog_input_2":1,"analog_input_3":1}'::jsonb
    ), now()
    from device`);
  await run(`
    insert into lock_out (device_id, user_id, reason, created_at)
    select n, ${TECHNICIAN}, 'Oprava', now() from generate_series(1, ${devices}, 100) n`);
  await run(`
    insert into label (kind, name, created_at)
    select case when n <= 40 then 'group' else 'label' end, 'Zvolen ' || n, now() from generate_series(1, 60) n`);
  await run(`
    insert into device_label (device_id, label_id, kind)
    select n, 1 + n % 40, 'group' from generate_series(1, ${devices}, 2) n
    union all select n, 41 + n % 20, 'label' from generate_series(1, ${devices}, 3) n`);
  // Like after an autovacuum.
  await run('vacuum analyze');
}
