import type { AccountTables } from './tables/account-tables.ts';
import type { AlertTables } from './tables/alert-tables.ts';
import type { DeviceTables } from './tables/device-tables.ts';
import type { FleetTables } from './tables/fleet-tables.ts';
import type { HistoryTables } from './tables/history-tables.ts';
import type { InstallationTables } from './tables/installation-tables.ts';

export interface Schema
  extends AccountTables,
    AlertTables,
    DeviceTables,
    FleetTables,
    HistoryTables,
    InstallationTables {}
